"""Damaged and odd films, made by program, read by this very process: a sentence or a result, nothing else.

    python scripts/hostile/media.py --count 200 --seed 0

ffmpeg makes honest films of many kinds. Odd files come first: no picture, one, 16K, 1,000 a second,
portrait, transparent, sound alone, playlists. The others are honest films, cut, flipped, zeroed or spliced.
A stand-in for the tracker answers, so that pictures are decoded and handed over as ever. What hangs,
crashes or raises what is not of the family of errors is kept in ``out/fuzz`` and told. Linux and macOS.
"""

from __future__ import annotations

import argparse
import os
import random
import resource
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
from damage import damaged_bytes

from understudy.capture import read_capture
from understudy.capture.keypoints.sets import BLAZEPOSE_33
from understudy.capture.video.ffmpeg import find_ffmpeg
from understudy.capture.video.installed import FILE, FOLDER_VARIABLE
from understudy.capture.video.settings import TrackingSettings, tracking
from understudy.capture.video.sight import VALUES, TrackerFacts
from understudy.capture.video.tracked_film import TrackedFilm
from understudy.errors import UnderstudyError

FINDINGS = Path(__file__).resolve().parents[2] / "out" / "fuzz"
PATIENCE = 180.0
"""Time [s] over which a file counts as a hang."""

Make = Callable[[Path], None]
PICTURES = "testsrc2=size=320x240:rate=25:duration=1"

HONEST = {
    "mp4": ("a.mp4", ["-c:v", "libx264"]),
    "fragmented": ("a.mp4", ["-c:v", "libx264", "-movflags", "frag_keyframe+empty_moov"]),
    "index first": ("a.mp4", ["-c:v", "libx264", "-movflags", "faststart"]),
    "hevc": ("a.mp4", ["-c:v", "libx265", "-x265-params", "log-level=none"]),
    "mov": ("a.mov", ["-c:v", "mjpeg"]),
    "mkv": ("a.mkv", ["-c:v", "libx264"]),
    "ffv1": ("a.mkv", ["-c:v", "ffv1"]),
    "webm": ("a.webm", ["-c:v", "libvpx", "-deadline", "realtime"]),
    "vp9": ("a.webm", ["-c:v", "libvpx-vp9", "-deadline", "realtime", "-cpu-used", "8"]),
    "avi": ("a.avi", ["-c:v", "mpeg4"]),
    "raw avi": ("a.avi", ["-c:v", "rawvideo"]),
    "ts": ("a.ts", ["-c:v", "mpeg2video"]),
    "mpg": ("a.mpg", ["-c:v", "mpeg1video"]),
    "flv": ("a.flv", ["-c:v", "flv"]),
    "wmv": ("a.wmv", ["-c:v", "wmv2"]),
    "ogv": ("a.ogv", ["-c:v", "libtheora"]),
    "gif": ("a.gif", []),
    "y4m": ("a.y4m", []),
}
"""Name → file, options of the encoder."""

TIMED = ["-fps_mode", "passthrough", "-enc_time_base", "1/1000"]
SOUND = ["-f", "lavfi", "-i", "sine=duration=1"]

ODD: dict[str, tuple[str, str, list[str]]] = {
    "16K": ("a.mov", "color=blue:size=15360x8640:rate=1:duration=1", ["-c:v", "mjpeg", "-threads", "1"]),
    "16K portrait": (
        "a.mkv",
        "color=blue:size=8640x15360:rate=1:duration=1",
        ["-c:v", "mjpeg", "-threads", "1"],
    ),
    "over 16K": ("a.mkv", "color=blue:size=20000x9000:rate=1:duration=1", ["-c:v", "ffv1", "-threads", "1"]),
    "1000 a second": ("a.mp4", "testsrc2=size=160x120:rate=1000:duration=1", ["-c:v", "libx264"]),
    "100000 a second": ("a.mkv", "testsrc2=size=64x64:rate=100000:duration=0.02", ["-c:v", "ffv1"]),
    "one in ten seconds": ("a.mp4", "testsrc2=size=160x120:rate=1/10:duration=50", ["-c:v", "libx264"]),
    "portrait": ("a.mp4", "testsrc2=size=240x426:rate=30:duration=1", ["-c:v", "libx264"]),
    "alpha, ProRes": ("a.mov", PICTURES, ["-vf", "format=yuva444p10le", "-c:v", "prores_ks"]),
    "alpha, VP9": ("a.webm", PICTURES, ["-vf", "format=yuva420p", "-c:v", "libvpx-vp9", "-cpu-used", "8"]),
    "alpha, RLE": ("a.mov", PICTURES, ["-vf", "format=argb", "-c:v", "qtrle"]),
    "one picture": ("a.mp4", PICTURES, ["-frames:v", "1"]),
    "two pictures": ("a.mp4", PICTURES, ["-frames:v", "2"]),
    "two pixels": ("a.mkv", "testsrc2=size=2x2:rate=25:duration=1", ["-c:v", "ffv1"]),
    "one pixel high": ("a.mkv", PICTURES, ["-vf", "crop=320:1:0:0:exact=1,format=rgb24", "-c:v", "png"]),
    "grey": ("a.mp4", PICTURES, ["-vf", "format=gray", "-c:v", "libx264"]),
    "ten bits": ("a.mp4", PICTURES, ["-vf", "format=yuv420p10le", "-c:v", "libx264"]),
    "interlaced": ("a.mpg", PICTURES, ["-c:v", "mpeg2video", "-flags", "+ildct+ilme"]),
    "pixels twice as wide": ("a.mp4", PICTURES, ["-vf", "setsar=2/1"]),
    "pixels 1000 times as wide": ("a.mp4", PICTURES, ["-vf", "setsar=1000/1"]),
    "variable rate": ("a.mkv", f"{PICTURES},settb=1/1000,setpts=N*N*10", TIMED),
    "an hour between two": ("a.mkv", f"{PICTURES},settb=1/1000,setpts=N*40+3600000*gte(N\\,10)", TIMED),
    "times below zero": ("a.mkv", f"{PICTURES},settb=1/1000,setpts=N*40-5000", [*TIMED, "-copyts"]),
    "sound beside": ("a.mp4", PICTURES, [*SOUND, "-shortest"]),
}
"""Name → file, source of pictures, options of the encoder."""


def ffmpeg(program: str, *arguments: str) -> bool:
    """Run ffmpeg; return whether it made something."""
    return (
        subprocess.run([program, "-y", "-loglevel", "error", *arguments], capture_output=True).returncode == 0
    )


def made(program: str, folder: Path) -> Iterator[tuple[str, str, bytes]]:
    """Yield name, file and content of every odd film."""
    for name, (file, source, options) in ODD.items():
        # A second source stands before the options of the encoder.
        path = folder / file
        if not ffmpeg(program, "-f", "lavfi", "-i", source, *options, str(path)):
            raise SystemExit(f"ffmpeg cannot make '{name}'")
        yield name, file, path.read_bytes()
    for file in ("a.m4a", "a.mka", "a.ogg", "a.mp4"):
        ffmpeg(program, *SOUND, str(folder / file))
        yield f"sound alone, {file}", file, (folder / file).read_bytes()
    plain = folder / "plain.mp4"
    ffmpeg(program, "-f", "lavfi", "-i", PICTURES, str(plain))
    for turn in (90, 180, 270, 33):
        ffmpeg(program, "-display_rotation", str(turn), "-i", str(plain), "-c", "copy", str(folder / "a.mp4"))
        yield f"turned by {turn}", "a.mp4", (folder / "a.mp4").read_bytes()
    parts = []
    for size in ("160x120", "320x240"):
        source = f"testsrc2=size={size}:rate=25:duration=1"
        ffmpeg(program, "-f", "lavfi", "-i", source, "-c:v", "mpeg2video", str(folder / "p.ts"))
        parts.append((folder / "p.ts").read_bytes())
    yield "size changes", "a.ts", parts[0] + parts[1]
    yield "twice the same", "a.ts", parts[0] + parts[0]
    content = plain.read_bytes()
    yield "no picture", "a.mp4", content.replace(b"avc1", b"none").replace(b"vide", b"none")
    yield "index alone", "a.mp4", content[: content.index(b"mdat") - 4]
    yield "beginning alone", "a.mp4", content[:28]
    yield (
        "beginning of a film before noise",
        "a.mkv",
        b"\x1a\x45\xdf\xa3" + random.Random(1).randbytes(1 << 20),
    )
    yield "beginning of a film before nothing", "a.avi", b"RIFF\xff\xff\xff\xffAVI LIST" + bytes(1 << 16)
    other = str(plain).encode()
    yield "playlist", "a.mp4", b"#EXTM3U\n#EXTINF:1,\n" + other + b"\n#EXT-X-ENDLIST\n"
    yield "list of files", "a.mp4", b"ffconcat version 1.0\nfile '" + other + b"'\n"
    yield "playlist in an AVI", "a.avi", b"RIFF\x00\x10\x00\x00AVI #EXTM3U\n" + other + b"\n"
    yield (
        "session description",
        "a.mp4",
        b"v=0\nc=IN IP4 127.0.0.1\nm=video 1234 RTP/AVP 96\na=rtpmap:96 H264\n",
    )
    yield "picture as a film", "a.mp4", b"\x89PNG\r\n\x1a\n" + bytes(100)
    yield "nothing", "a.mp4", b""
    yield "an atom of 16 EiB", "a.mp4", b"\x00\x00\x00\x01mdat\xff\xff\xff\xff\xff\xff\xff\xff" + content
    yield (
        "atoms in atoms",
        "a.mp4",
        b"".join((8 * (5000 - depth)).to_bytes(4, "big") + b"moov" for depth in range(5000)),
    )


def damages(program: str, folder: Path, chance: random.Random) -> Iterator[tuple[str, str, bytes]]:
    """Yield damaged films without end."""
    films: dict[str, tuple[str, bytes]] = {}
    for name, (file, options) in HONEST.items():
        if ffmpeg(program, "-f", "lavfi", "-i", PICTURES, *options, str(folder / file)):
            films[name] = file, (folder / file).read_bytes()
    while True:
        for name, (file, content) in films.items():
            kind, damaged = chance.choice((_cut, _flipped, _flipped_head, _zeroed, _mixed))(content, chance)
            yield f"{name}, {kind}", file, damaged


def _cut(content: bytes, chance: random.Random) -> tuple[str, bytes]:
    return "cut", content[: chance.randrange(1, len(content))]


def _flipped(content: bytes, chance: random.Random) -> tuple[str, bytes]:
    changed = bytearray(content)
    for _ in range(chance.choice((1, 10, 100, 1000))):
        changed[chance.randrange(len(changed))] ^= 1 << chance.randrange(8)
    return "bits flipped", bytes(changed)


def _flipped_head(content: bytes, chance: random.Random) -> tuple[str, bytes]:
    changed = bytearray(content)
    for _ in range(chance.choice((1, 5, 20))):
        changed[chance.randrange(min(len(changed), 1000))] = chance.randrange(256)
    return "head overwritten", bytes(changed)


def _zeroed(content: bytes, chance: random.Random) -> tuple[str, bytes]:
    start = chance.randrange(len(content))
    length = chance.randrange(1, max(2, len(content) // 3))
    return "zeroed", content[:start] + bytes(length) + content[start + length :]


def _mixed(content: bytes, chance: random.Random) -> tuple[str, bytes]:
    return "spliced", damaged_bytes(content, chance)


def install_standin(folder: Path) -> None:
    """Have a tracker that sees somebody in every picture."""
    standing = np.random.RandomState(0).standard_normal((2, BLAZEPOSE_33.size, VALUES)) * 0.1
    standing[..., 5] = 1.0
    for row, name in enumerate(BLAZEPOSE_33.names):
        height = next((at for word, at in _HEIGHTS.items() if word in name), -0.6)
        standing[:, row, 2] += 0.2 if name.startswith("Left") else -0.2
        standing[:, row, 3] += height
    facts = TrackerFacts("stand-in", "1", tuple(BLAZEPOSE_33.names), {})
    film = TrackedFilm(facts, (320, 240), np.array([0.0, 1.0]), standing)
    (folder / "stand-in").mkdir(parents=True)
    (folder / "stand-in" / "seen.npz").write_bytes(film.packed())
    told = f'worker = "recorded"\npython = "{sys.executable}"\nversion = "1"\n'
    told += f'model = "{folder / "stand-in" / "seen.npz"}"\n'
    (folder / "stand-in" / FILE).write_text(told)
    os.environ[FOLDER_VARIABLE] = str(folder)


_HEIGHTS = {
    "hip": 0.0,
    "knee": 0.4,
    "ankle": 0.8,
    "heel": 0.85,
    "foot": 0.85,
    "shoulder": -0.5,
    "elbow": -0.25,
}


def read(path: Path) -> str:
    """Read a film in this process; return how that ended."""
    alarm = threading.Timer(PATIENCE, lambda: os._exit(99))
    alarm.daemon = True
    alarm.start()
    try:
        with tracking(TrackingSettings(keep=False)):
            read_capture(path)
        return "read"
    except UnderstudyError as error:
        return "refused" if "\n" not in str(error) else "fault: a sentence of several lines"
    except BaseException as error:
        return f"fault: {type(error).__name__}: {str(error)[:200]}"
    finally:
        alarm.cancel()


def main() -> int:
    """Make films, read them, tell the counts, and return whether anything was found."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--show", action="store_true", help="print what came of every file")
    options = parser.parse_args()
    program, found = find_ffmpeg("films"), 0
    counts: Counter[str] = Counter()
    slowest: list[tuple[float, str]] = []
    with tempfile.TemporaryDirectory(prefix="understudy-media-") as scratch:
        folder = Path(scratch)
        install_standin(folder / "trackers")
        odd = list(made(program, folder))
        bad = damages(program, folder, random.Random(options.seed))
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        for number in range(options.count):
            name, file, content = odd[number] if number < len(odd) else next(bad)
            path = folder / f"{number}-{file}"
            path.write_bytes(content)
            start = time.monotonic()
            told = read(path)
            slowest.append((time.monotonic() - start, name))
            counts[told.partition(":")[0]] += 1
            if options.show or told.startswith("fault"):
                sys.stdout.write(f"{number:>4} {slowest[-1][0]:6.2f} s  {name}: {told}\n")
                sys.stdout.flush()
            if told.startswith("fault"):
                found += 1
                FINDINGS.mkdir(parents=True, exist_ok=True)
                (FINDINGS / f"media-{options.seed}-{path.name}").write_bytes(content)
            path.unlink()
    grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    largest = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    seconds, name = max(slowest)
    sys.stdout.write(
        f"{options.count} files: {counts['read']} read, {counts['refused']} refused, {found} faults\n"
    )
    median = sorted(slowest)[len(slowest) // 2][0]
    sys.stdout.write(f"slowest {seconds:.1f} s ({name}), median {median:.2f} s; this process grew by ")
    sys.stdout.write(f"{grown / 1024:.0f} MiB at most, the largest child took {largest / 1024:.0f} MiB\n")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
