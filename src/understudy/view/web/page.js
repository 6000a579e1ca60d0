/* What this project adds to viser's page. Live: files that are dropped anywhere go to the upload button, several
   as one parcel. In a page that is one file: captions, curves, moments to jump to, keys, a moment in the address. */
(() => {
  "use strict";

  const { made } = Understudy;
  const MOST_FILES = 2000;

  const fileInput = () => document.querySelector("input[type=file]");

  function notice(sentence) {
    document.querySelectorAll(".us-notice").forEach((old) => old.remove());
    const box = made("div", "us-notice", sentence);
    box.setAttribute("role", "alert");
    box.addEventListener("click", () => box.remove());
    document.body.append(box);
    setTimeout(() => box.remove(), 12000);
  }

  const megabytes = (bytes) => `${(bytes / 1048576).toFixed(bytes < 10485760 ? 1 : 0)} MB`;

  /* Hand files to viser's own upload: one as it is, several as an archive. */
  async function upload(input, found, most) {
    const model = found.find(({ path }) => /\.(urdf|xacro|mjcf|xml)$/i.test(path));
    const name = model ? model.path.split("/").pop().replace(/\.[^.]*$/, "") : "files";
    const bytes = found.reduce((sum, { file }) => sum + file.size, 0);
    const called = found.length === 1 ? found[0].file.name : `${found.length} files`;
    if (found.length === 0) return;
    if (found.length > MOST_FILES) {
      notice(`A folder of over ${MOST_FILES} files is too large: drop the robot's own folder.`);
      return;
    }
    if (bytes > most) {
      notice(`${called}: ${megabytes(bytes)} are too large to upload; at most ${megabytes(most)} are accepted.`);
      return;
    }
    const one = new DataTransfer();
    one.items.add(found.length === 1 ? found[0].file : await Understudy.pack(`${name}.zip`, found));
    input.files = one.files;
    input.dispatchEvent(new CustomEvent("change", { bubbles: true, detail: "understudy" }));
  }

  function acceptFiles(most) {
    const over = (event) => {
      if (!event.dataTransfer || !event.dataTransfer.types.includes("Files")) return;
      event.preventDefault();
      document.body.classList.toggle("us-drop", event.type === "dragover" && fileInput() !== null);
    };
    window.addEventListener("dragover", over);
    window.addEventListener("dragleave", over);
    window.addEventListener("drop", (event) => {
      over(event);
      const input = fileInput();
      if (input === null || !event.dataTransfer) return;
      Understudy.carried(event.dataTransfer, MOST_FILES)
        .then((found) => upload(input, found, most))
        .catch(() => notice("These files cannot be read by the browser."));
    });
    /* Viser's button takes one file; here several may be chosen, and what is too large is refused with a reason. */
    window.addEventListener("click", (event) => {
      if (event.target instanceof HTMLInputElement && event.target.type === "file") event.target.multiple = true;
    }, true);
    window.addEventListener("change", (event) => {
      const input = event.target;
      if (!(input instanceof HTMLInputElement) || input.type !== "file" || event.detail === "understudy") return;
      event.stopImmediatePropagation();
      const found = [...input.files].map((file) => ({ path: file.webkitRelativePath || file.name, file }));
      upload(input, found, most).catch(() => notice("These files cannot be read by the browser."));
    }, true);
  }

  /* The time of viser's player is a text field; writing into it moves the scene, and pauses. Its slider knows the
     time exactly. */
  const timeField = () => document.querySelector("input.mantine-NumberInput-input, input[inputmode=decimal]");
  const slider = () => document.querySelector("[role=slider]");
  const now = () => parseFloat(slider()?.getAttribute("aria-valuenow") ?? "0");

  function seek(seconds) {
    const field = timeField();
    if (field === null) return false;
    /* The field would take the focus whenever it changes, but keys must go on to move time. */
    field.focus = () => {};
    const value = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value");
    /* More digits than the field shows, so that it always sees a change. */
    value.set.call(field, Math.max(0, seconds).toFixed(4));
    field.dispatchEvent(new Event("input", { bubbles: true }));
    try {
      history.replaceState(null, "", `#t=${Math.max(0, seconds).toFixed(3)}`);
    } catch { /* A page inside another one has no address of its own. */ }
    return true;
  }

  const SIDE = 380, BAR = 42; /* Width of the panel beside the scene and height of the bar below it [pixels]. */
  const isWide = () => window.innerWidth > 720;

  /* Have viser's camera begin where it sees all in a window as wide as this one. It takes its place from the
     address, to which nothing may be added in a page inside another one. */
  function aim(camera) {
    const width = window.innerWidth - (isWide() ? SIDE : 0);
    const aspect = width / Math.max(window.innerHeight - BAR, 1);
    const distance = Math.max(camera.distance, camera.reach / Math.max(aspect, 0.2));
    /* On a phone the panel lies below: figures stand in the upper part. */
    const down = isWide() ? 0 : camera.drop * distance;
    const target = [camera.target[0], camera.target[1], camera.target[2] - down];
    const place = target.map((part, index) => part + camera.way[index] * distance);
    const found = { initialCameraPosition: place.join(","), initialCameraLookAt: target.join(",") };
    const get = URLSearchParams.prototype.get;
    URLSearchParams.prototype.get = function (name) {
      return get.call(this, name) ?? found[name] ?? null;
    };
  }

  function table(lines) {
    const rows = made("table", "us-lines");
    for (const [what, value, mark] of lines) {
      const row = made("tr", "");
      row.append(made("td", mark === "✓" ? "us-good" : mark === "✗" ? "us-bad" : "", mark));
      row.append(made("td", "", what), made("td", "us-value", value));
      rows.append(row);
    }
    return rows;
  }

  function captions(told) {
    const box = made("details", "us-captions");
    box.open = isWide();
    box.addEventListener("toggle", () => document.body.classList.toggle("us-open", box.open));
    document.body.classList.toggle("us-open", box.open);
    box.append(made("summary", "us-title", told.title));
    if (told.curves.length > 0) {
      const chart = new Understudy.Chart(told.curves, told.duration, seek);
      box.append(chart.element);
      const follow = () => {
        chart.show(now());
        requestAnimationFrame(follow);
      };
      follow();
    }
    if (told.moments.length > 0) {
      box.append(made("p", "us-head", "Worst frames"));
      for (const [label, time] of told.moments) {
        const button = made("button", "us-moment", `${time.toFixed(2)} s · ${label}`);
        button.addEventListener("click", () => seek(time));
        box.append(button);
      }
    }
    if (told.lines.length > 0) box.append(made("p", "us-head", "Metrics"), table(told.lines));
    box.append(made("p", "us-keys", "space play · ← → frame, with shift 1 s · home, end · W worst frames"));
    document.body.append(box);
  }

  function keys(told) {
    let worst = 0;
    const acts = {
      ArrowRight: (shift) => now() + (shift ? 1 : told.frame),
      ArrowLeft: (shift) => now() - (shift ? 1 : told.frame),
      Home: () => 0,
      End: () => told.duration,
      w: () => (told.moments.length > 0 ? told.moments[worst++ % told.moments.length][1] : null),
    };
    window.addEventListener("keydown", (event) => {
      if (event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement) return;
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const act = acts[event.key] || acts[event.key.toLowerCase()];
      const time = act ? act(event.shiftKey) : null;
      if (time === null) return;
      event.preventDefault();
      seek(Math.min(time, told.duration));
    });
  }

  function playAlone(told) {
    captions(told);
    keys(told);
    const start = new URLSearchParams(location.hash.slice(1)).get("t");
    if (start === null || !Number.isFinite(Number(start))) return;
    const wait = setInterval(() => {
      if (seek(Number(start))) clearInterval(wait);
    }, 200);
  }

  /* Before viser's own script begins. */
  if (window.__UNDERSTUDY__ && window.__UNDERSTUDY__.camera) aim(window.__UNDERSTUDY__.camera);

  window.addEventListener("DOMContentLoaded", () => {
    if (window.__UNDERSTUDY__) playAlone(window.__UNDERSTUDY__);
    else if (window.__UNDERSTUDY_LIVE__) acceptFiles(window.__UNDERSTUDY_LIVE__.mostBytes);
  });
})();
