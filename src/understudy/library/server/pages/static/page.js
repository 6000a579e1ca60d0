"use strict";

// What the server refuses comes as one sentence.
async function ask(path, options) {
  const answer = await fetch(path, options);
  if (answer.ok) return answer;
  let sentence = `${answer.status} ${answer.statusText}`;
  try { sentence = (await answer.json()).detail || sentence; } catch (error) { /* no JSON: the number says it */ }
  throw new Error(sentence);
}

function list(text) {
  return text.split(",").map((part) => part.trim()).filter(Boolean);
}

function about(fields) {
  const found = {};
  for (const name of ["title", "description", "project", "subject", "licence", "access"]) found[name] = fields[name].value.trim();
  for (const name of ["categories", "tags", "objects"]) found[name] = list(fields[name].value);
  return found;
}

function whileWorking(form, words, work) {
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const said = form.querySelector("[role=status]:last-of-type");
    const buttons = form.querySelectorAll("button");
    said.textContent = words;
    buttons.forEach((button) => { button.disabled = true; });
    try { said.textContent = (await work(form)) || ""; } catch (error) { said.textContent = error.message; }
    buttons.forEach((button) => { button.disabled = false; });
  });
}

function json(method, body) {
  return { method, headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) };
}

function save(name, content) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

const play = document.getElementById("play");
if (play) whileWorking(play, "The scene is made, which may take a minute …", async (form) => {
  const robot = form.elements.robot.value;
  if (robot) await ask(`/api/motions/${form.dataset.motion}/robots/${encodeURIComponent(robot)}`, { method: "POST" });
  const player = document.getElementById("player");
  const loaded = new Promise((resolve) => { player.onload = resolve; });
  player.src = `/motions/${form.dataset.motion}/player?robot=${encodeURIComponent(robot)}`;
  player.hidden = false;
  await loaded;
  player.scrollIntoView({ block: "nearest" });
});

const download = document.getElementById("download");
if (download) whileWorking(download, "The file is made …", async (form) => {
  const asked = new URLSearchParams();
  for (const [name, value] of new FormData(form)) if (value) asked.set(name, value);
  const answer = await ask(`${form.getAttribute("action")}?${asked}`);
  const named = /filename\*=UTF-8''([^;]+)/.exec(answer.headers.get("Content-Disposition") || "");
  save(named ? decodeURIComponent(named[1]) : "motion", await answer.blob());
  return "Saved.";
});

const comment = document.getElementById("comment");
if (comment) whileWorking(comment, "…", async (form) => {
  await ask(`/api/motions/${form.dataset.motion}/comments`, json("POST", { text: form.elements.text.value }));
  location.reload();
});

const change = document.getElementById("change");
if (change) {
  whileWorking(change, "…", async (form) => {
    await ask(`/api/motions/${form.dataset.motion}`, json("PUT", about(form.elements)));
    location.reload();
  });
  document.getElementById("delete").addEventListener("click", async (event) => {
    if (!confirm("Delete this motion with all its files?")) return;
    try {
      await ask(`/api/motions/${event.target.dataset.motion}`, { method: "DELETE" });
      location.assign("/");
    } catch (error) { change.querySelector("[role=status]").textContent = error.message; }
  });
}

const upload = document.getElementById("upload");
if (upload) {
  const file = document.getElementById("file");
  const drop = document.getElementById("drop");
  const said = document.getElementById("inferring");
  const inferred = document.getElementById("inferred");

  function sent() {
    const body = new FormData();
    body.set("file", file.files[0]);
    for (const name of ["fps", "up", "unit", "height"]) {
      const value = upload.elements[name].value;
      if (value) body.set(name, value);
    }
    return body;
  }

  function show(found) {
    const rows = inferred.querySelector("dl");
    rows.replaceChildren();
    for (const [name, value] of Object.entries(found)) {
      const text = Array.isArray(value) ? value.join("; ") : value === null ? "" : String(value);
      if (!text) continue;
      rows.append(Object.assign(document.createElement("dt"), { textContent: name }));
      rows.append(Object.assign(document.createElement("dd"), { textContent: text }));
    }
    if (!upload.elements.title.value) upload.elements.title.value = file.files[0].name.replace(/\.[^.]*$/, "");
    inferred.hidden = false;
  }

  async function infer() {
    if (!file.files.length) return;
    said.textContent = `Looking into ${file.files[0].name} …`;
    try {
      show(await (await ask("/api/describe", { method: "POST", body: sent() })).json());
      said.textContent = `${file.files[0].name}: nothing is kept until you save.`;
    } catch (error) {
      inferred.hidden = true;
      said.textContent = error.message;
    }
  }

  file.addEventListener("change", infer);
  document.getElementById("again").addEventListener("click", infer);
  for (const kind of ["dragover", "dragenter"]) drop.addEventListener(kind, (event) => { event.preventDefault(); drop.classList.add("over"); });
  for (const kind of ["dragleave", "drop"]) drop.addEventListener(kind, () => drop.classList.remove("over"));
  drop.addEventListener("drop", (event) => {
    event.preventDefault();
    if (!event.dataTransfer.files.length) return;
    file.files = event.dataTransfer.files;
    infer();
  });
  upload.addEventListener("submit", async (event) => {
    event.preventDefault();
    const saving = document.getElementById("saving");
    const body = sent();
    body.set("about", JSON.stringify(about(upload.elements)));
    saving.textContent = "Saving …";
    try {
      const motion = await (await ask("/api/motions", { method: "POST", body })).json();
      location.assign(`/motions/${motion.id}`);
    } catch (error) { saving.textContent = error.message; }
  });
}

// On a small screen the filters begin folded.
const side = document.querySelector(".side");
if (side && matchMedia("(max-width: 800px)").matches) side.open = false;
