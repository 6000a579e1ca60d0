/* What this project adds to viser's page. Live: a file that is dropped anywhere goes to the upload button.
   In a page that is one file: captions, moments to jump to, keys, and a moment in the address. */
(() => {
  "use strict";

  const fileInput = () => document.querySelector("input[type=file]");

  function acceptDrops() {
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
      if (input === null || event.dataTransfer.files.length === 0) return;
      const one = new DataTransfer();
      one.items.add(event.dataTransfer.files[0]);
      input.files = one.files;
      input.dispatchEvent(new Event("change", { bubbles: true }));
    });
  }

  /* The time of viser's player is a text field; writing into it moves the scene, and pauses. */
  const timeField = () => document.querySelector("input.mantine-NumberInput-input, input[inputmode=decimal]");

  function seek(seconds) {
    const field = timeField();
    if (field === null) return false;
    const value = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value");
    value.set.call(field, Math.max(0, seconds).toFixed(3));
    field.dispatchEvent(new Event("input", { bubbles: true }));
    return true;
  }

  function element(tag, className, text) {
    const made = document.createElement(tag);
    made.className = className;
    made.textContent = text;
    return made;
  }

  function captions(told) {
    const box = element("details", "us-captions", "");
    box.open = window.innerWidth > 720;
    box.append(element("summary", "us-title", told.title));
    if (told.lines.length > 0) {
      const table = element("table", "us-lines", "");
      for (const [what, value, mark] of told.lines) {
        const row = document.createElement("tr");
        row.append(element("td", mark === "✓" ? "us-good" : mark === "✗" ? "us-bad" : "", mark));
        row.append(element("td", "", what), element("td", "us-value", value));
        table.append(row);
      }
      box.append(table);
    }
    if (told.moments.length > 0) {
      box.append(element("p", "us-head", "Worst moments"));
      for (const [label, time] of told.moments) {
        const button = element("button", "us-moment", `${time.toFixed(2)} s · ${label}`);
        button.addEventListener("click", () => seek(time));
        box.append(button);
      }
    }
    document.body.append(box);
  }

  function playAlone(told) {
    captions(told);
    window.addEventListener("keydown", (event) => {
      if (event.target instanceof HTMLInputElement) return;
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      const field = timeField();
      if (step === undefined || field === null) return;
      event.preventDefault();
      seek(parseFloat(field.value) + step * (event.shiftKey ? 1.0 : Math.max(0.1, told.frame)));
    });
    const start = new URLSearchParams(location.hash.slice(1)).get("t");
    if (start === null || !Number.isFinite(Number(start))) return;
    const wait = setInterval(() => {
      if (seek(Number(start))) clearInterval(wait);
    }, 200);
  }

  window.addEventListener("DOMContentLoaded", () => {
    if (window.__UNDERSTUDY__) playAlone(window.__UNDERSTUDY__);
    else acceptDrops();
  });
})();
