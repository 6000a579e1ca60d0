"""MediaPipe in a process of its own: pictures in by standard input, landmarks out by standard output.

It runs with the tracker's environment alone, which holds MediaPipe and NumPy and not Understudy. What passes
between the processes is described in ``tracker.py``. Without a model file the models of the package are used,
which 0.10.21 carries; later versions carry none, and take ``.task`` files.
"""

import json
import os
import struct
import sys
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from importlib.metadata import version

import numpy as np

PROTOCOL = 1
LONGEST = 1 << 28

POINTS = ["Nose", "Left_eye_inner", "Left_eye", "Left_eye_outer", "Right_eye_inner", "Right_eye"]
POINTS += ["Right_eye_outer", "Left_ear", "Right_ear", "Mouth_left", "Mouth_right"]
for _part in (
    "shoulder",
    "elbow",
    "wrist",
    "pinky",
    "index",
    "thumb",
    "hip",
    "knee",
    "ankle",
    "heel",
    "foot_index",
):
    POINTS += [f"Left_{_part}", f"Right_{_part}"]
BODY = len(POINTS)
HAND = ["wrist"] + [
    f"{finger}_{joint}" for finger, joints in (("thumb", ("cmc", "mcp", "ip", "tip")),) for joint in joints
]
for _finger in ("index", "middle", "ring", "pinky"):
    HAND += [f"{_finger}_{joint}" for joint in ("mcp", "pip", "dip", "tip")]
SIDES = ("Left", "Right")
HAND_POINTS = [f"{side}_hand_{name}" for side in SIDES for name in HAND]
LANDMARKS = {}
for _side, _letter in zip(SIDES, "lr"):  # noqa: B905
    LANDMARKS[f"fingertip_{_letter}"] = [f"{_side}_hand_{name}_tip" for name in ("index", "middle", "ring")]
    LANDMARKS[f"thumb_tip_{_letter}"] = [f"{_side}_hand_thumb_tip"]

CORNERS = ["face_left_top", "face_right_bottom"]
MOST_PEOPLE = 16
ELBOWS, WRISTS = (13, 14), (15, 16)
REACH = 1.0
"""Half of the side of the square in which a hand is looked for, as a share of the forearm's length."""
BEYOND = 0.4
"""How far behind the wrist its middle is, as a share of that."""
SMALLEST = 24
"""Pixels of such a square below which no hand is looked for."""
SURE = 0.5


def main():
    """Answer frames until there are no more."""
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    frames = sys.stdin.buffer
    sys.addaudithook(refuse)
    try:
        kind, content = receive(frames)
        asked = json.loads(content)
        kinds = {True: FaceTracker, False: TaskTracker if asked.get("model") else PackageTracker}
        tracker = kinds[asked.get("task") == "faces"](asked)
        names = CORNERS if asked.get("task") == "faces" else POINTS
        names = names + (HAND_POINTS if tracker.has_hands else [])
        about = {
            "protocol": PROTOCOL,
            "tracker": "mediapipe",
            "version": version("mediapipe"),
            "points": names,
        }
        about.update({"landmarks": LANDMARKS if tracker.has_hands else {}, "unit": 1.0, "up": "-y"})
        send(answers, b"H", json.dumps(about).encode())
        while True:
            kind, content = receive(frames)
            if kind != b"F":
                break
            width, height, micros = struct.unpack_from("<IIq", content)
            picture = np.frombuffer(content, np.uint8, offset=16).reshape(height, width, 3)
            people = tracker.track(picture, micros)
            packed = [struct.pack("<I", len(people))]
            for number, values in people:
                packed += [struct.pack("<I", number), values.astype("<f4").tobytes()]
            send(answers, b"P", b"".join(packed))
    except EOFError:
        pass
    except Exception as error:
        send(answers, b"E", f"{type(error).__name__}: {error}".encode()[:2000])
    answers.flush()
    # What libraries do when they are taken down is of no matter any more.
    os._exit(0)


def refuse(event, _arguments):
    """Keep to what was installed: nothing is downloaded, nothing is sent anywhere."""
    if event in ("socket.connect", "socket.sendto", "urllib.Request", "subprocess.Popen", "os.system"):
        raise PermissionError(f"a tracker has no business with {event}")


def receive(pipe):
    """Return the kind and the content of a message."""
    head = pipe.read(5)
    if len(head) < 5:
        raise EOFError
    (length,) = struct.unpack("<I", head[1:])
    if length > LONGEST:
        raise ValueError(f"a message of {length} bytes")
    content = pipe.read(length)
    if len(content) < length:
        raise EOFError
    return head[:1], content


def send(pipe, kind, content):
    """Send a message."""
    pipe.write(kind + struct.pack("<I", len(content)) + content)
    pipe.flush()


class PackageTracker:
    """One person by the models that come with the package."""

    def __init__(self, asked):
        """Load the models."""
        mediapipe = import_module("mediapipe")
        solutions = getattr(mediapipe, "solutions", None)
        if solutions is None:
            raise RuntimeError("this MediaPipe carries no models, expected a .task file or version 0.10.21")
        self.pose = solutions.pose.Pose(model_complexity=1, smooth_landmarks=False)
        self.has_hands = bool(asked.get("hands"))
        make = solutions.hands.Hands
        self.hands = [make(max_num_hands=1) for _ in SIDES] if self.has_hands else []
        self.both = ThreadPoolExecutor(len(SIDES))

    def track(self, picture, _micros):
        """Return (number, values) of everybody who is seen."""
        found = self.pose.process(picture)
        if found.pose_landmarks is None or found.pose_world_landmarks is None:
            return []
        values = body_values(picture, found.pose_landmarks.landmark, found.pose_world_landmarks.landmark)
        if self.has_hands:
            body = values
            hands = self.both.map(lambda side: self.hand(picture, body, side), (0, 1))
            values = np.concatenate([values, *hands])
        return [(0, values)]

    def hand(self, picture, body, side):
        """Return (21, 6) the hand at a wrist, NaN where none is seen."""
        nothing = np.full((len(HAND), 6), np.nan)
        square = hand_square(picture, body, side)
        if square is None:
            return nothing
        left, top, right, bottom = square
        part = np.ascontiguousarray(picture[top:bottom, left:right])
        found = self.hands[side].process(part)
        if not found.multi_hand_landmarks:
            return nothing
        near, far = found.multi_hand_landmarks[0].landmark, found.multi_hand_world_landmarks[0].landmark
        sure = found.multi_handedness[0].classification[0].score
        return hand_values(part, (left, top), near, far, sure, body, side)


class FaceTracker:
    """Faces of everybody, by the model that comes with the package."""

    has_hands = False

    def __init__(self, _asked):
        """Load the model."""
        solutions = getattr(import_module("mediapipe"), "solutions", None)
        if solutions is None:
            raise RuntimeError("this MediaPipe carries no model of faces, expected version 0.10.21")
        make = solutions.face_detection.FaceDetection
        # One model is for faces within two metres, one for those within five.
        self.near_and_far = [make(model_selection=each, min_detection_confidence=0.5) for each in (0, 1)]

    def track(self, picture, _micros):
        """Return (number, corners) of every face."""
        faces = []
        for left, top, side in squares(picture):
            part = np.ascontiguousarray(picture[top : top + side, left : left + side])
            height, width = part.shape[:2]
            for detector in self.near_and_far:
                for found in detector.process(part).detections or ():
                    box = found.location_data.relative_bounding_box
                    low = np.array([left + box.xmin * width, top + box.ymin * height])
                    corners = np.stack([low, low + [box.width * width, box.height * height]])
                    faces.append((found.score[0], corners))
        # Squares overlap, and so do the faces found in them: of each place the surest one is enough.
        kept = []
        for sure, corners in sorted(faces, key=lambda face: -face[0]):
            middle = corners.mean(axis=0)
            is_new = all((middle < other[0]).any() or (middle > other[1]).any() for _, other in kept)
            if is_new and len(kept) < MOST_PEOPLE:
                kept.append((sure, corners))
        return [(number, face_values(*face)) for number, face in enumerate(kept)]


def squares(picture):
    """Yield left, top and side of squares over a picture, as large as its shorter side and half of that."""
    height, width = picture.shape[:2]
    whole = min(height, width)
    for side in (whole, whole // 2):
        step = max(1, side // 2)
        for top in range(0, max(1, height - side + step), step):
            for left in range(0, max(1, width - side + step), step):
                yield min(left, width - side), min(top, height - side), side


def face_values(sure, corners):
    """Return (2, 6) a face as a person of two points."""
    return np.column_stack([corners, np.zeros((2, 3)), np.full(2, sure)])


class TaskTracker:
    """People by models in files that the user has named."""

    def __init__(self, asked):
        """Load the models."""
        vision = import_module("mediapipe.tasks.python.vision")
        options = import_module("mediapipe.tasks.python.core.base_options")
        self.mediapipe = import_module("mediapipe")
        base = options.BaseOptions(model_asset_path=asked["model"])
        film = vision.RunningMode.VIDEO
        self.pose = vision.PoseLandmarker.create_from_options(
            vision.PoseLandmarkerOptions(
                base_options=base, running_mode=film, num_poses=int(asked.get("people", 1))
            )
        )
        self.has_hands = bool(asked.get("hands") and asked.get("hand_model"))
        if self.has_hands:
            base = options.BaseOptions(model_asset_path=asked["hand_model"])
            still = vision.RunningMode.IMAGE
            hands = vision.HandLandmarker.create_from_options(
                vision.HandLandmarkerOptions(base_options=base, running_mode=still, num_hands=1)
            )
            self.detect_hands = hands.detect
        self.last = -1

    def image(self, picture):
        """Return a picture as MediaPipe has it."""
        return self.mediapipe.Image(image_format=self.mediapipe.ImageFormat.SRGB, data=picture)

    def track(self, picture, micros):
        """Return (number, values) of everybody who is seen."""
        # Two pictures of one millisecond are refused.
        self.last = max(self.last + 1, micros // 1000)
        found = self.pose.detect_for_video(self.image(np.ascontiguousarray(picture)), self.last)
        people = []
        for number, (near, far) in enumerate(zip(found.pose_landmarks, found.pose_world_landmarks)):  # noqa: B905
            values = body_values(picture, near, far)
            if self.has_hands:
                values = np.concatenate([values, *(self.hand(picture, values, side) for side in (0, 1))])
            people.append((number, values))
        return people

    def hand(self, picture, body, side):
        """Return (21, 6) the hand at a wrist, NaN where none is seen."""
        nothing = np.full((len(HAND), 6), np.nan)
        square = hand_square(picture, body, side)
        if square is None:
            return nothing
        left, top, right, bottom = square
        part = np.ascontiguousarray(picture[top:bottom, left:right])
        found = self.detect_hands(self.image(part))
        if not found.hand_landmarks:
            return nothing
        sure = found.handedness[0][0].score
        near, far = found.hand_landmarks[0], found.hand_world_landmarks[0]
        return hand_values(part, (left, top), near, far, sure, body, side)


def body_values(picture, near, far):
    """Return (33, 6): x and y in the picture [px], x, y and z [m] from the hips, how surely it is seen."""
    height, width = picture.shape[:2]
    rows = [
        (a.x * width, a.y * height, b.x, b.y, b.z, a.visibility)
        for a, b in zip(near, far)  # noqa: B905
    ]
    return np.array(rows, dtype=np.float64)


def hand_square(picture, body, side):
    """Return left, top, right and bottom of where a hand is looked for, None where it cannot be seen."""
    elbow, wrist = body[ELBOWS[side]], body[WRISTS[side]]
    if wrist[5] < SURE:
        return None
    # A forearm that points at the camera is short in the picture, and as long as it is in space.
    trunk = [body[row, :2] for row in (11, 12, 23, 24)]
    size = 0.5 * np.linalg.norm(trunk[0] + trunk[1] - trunk[2] - trunk[3])
    arm = wrist[:2] - elbow[:2]
    half = REACH * max(np.linalg.norm(arm), 0.45 * size)
    middle = wrist[:2] + BEYOND * arm
    height, width = picture.shape[:2]
    low = np.clip(middle - half, 0, (width, height)).astype(int)
    high = np.clip(middle + half, 0, (width, height)).astype(int)
    return None if (high - low < SMALLEST).any() else (*low, *high)


def hand_values(part, corner, near, far, sure, body, side):
    """Return (21, 6) a hand that was found in a part of the picture, NaN where it is another's."""
    height, width = part.shape[:2]
    flat = np.array([(corner[0] + a.x * width, corner[1] + a.y * height) for a in near])
    space = np.array([(b.x, b.y, b.z) for b in far])
    off = np.linalg.norm(flat[0] - body[WRISTS[side], :2])
    if off > 0.35 * max(width, height):
        return np.full((len(HAND), 6), np.nan)
    space += body[WRISTS[side], 2:5] - space[0]
    return np.column_stack([flat, space, np.full(len(flat), sure)])


if __name__ == "__main__":
    main()
