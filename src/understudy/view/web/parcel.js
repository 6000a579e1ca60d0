/* Several files, or a folder, as one file to upload: a ZIP archive in which nothing is compressed. The server
   unpacks it as it unpacks every stranger's archive. */
window.Understudy = window.Understudy || {};
(() => {
  "use strict";

  const TABLE = new Uint32Array(256).map((_, byte) => {
    let value = byte;
    for (let bit = 0; bit < 8; bit++) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1;
    return value;
  });

  function checksum(bytes) {
    let value = 0xffffffff;
    for (const byte of bytes) value = TABLE[(value ^ byte) & 0xff] ^ (value >>> 8);
    return (value ^ 0xffffffff) >>> 0;
  }

  /* Little-endian numbers one after the other, given as [value, bytes]. */
  function numbers(fields) {
    const view = new DataView(new ArrayBuffer(fields.reduce((sum, [, size]) => sum + size, 0)));
    let place = 0;
    for (const [value, size] of fields) {
      if (size === 2) view.setUint16(place, value, true);
      else view.setUint32(place, value, true);
      place += size;
    }
    return new Uint8Array(view.buffer);
  }

  const UTF8_NAMES = 0x0800;
  const SOME_DAY = 0x21; /* 1 January 1980: when the files were changed is nobody's business. */

  /* Return an archive of [{path, file}] as a File of a name. */
  Understudy.pack = async (name, found) => {
    const parts = [], list = [];
    let place = 0;
    for (const { path, file } of found) {
      const bytes = new Uint8Array(await file.arrayBuffer());
      const label = new TextEncoder().encode(path);
      const facts = [
        [20, 2], [UTF8_NAMES, 2], [0, 2], [0, 2], [SOME_DAY, 2],
        [checksum(bytes), 4], [bytes.length, 4], [bytes.length, 4], [label.length, 2], [0, 2],
      ];
      const head = numbers([[0x04034b50, 4], ...facts]);
      list.push(numbers([
        [0x02014b50, 4], [20, 2], ...facts, [0, 2], [0, 2], [0, 2], [0, 4], [place, 4],
      ]), label);
      parts.push(head, label, bytes);
      place += head.length + label.length + bytes.length;
    }
    const listed = list.reduce((sum, part) => sum + part.length, 0);
    const end = numbers([
      [0x06054b50, 4], [0, 2], [0, 2], [found.length, 2], [found.length, 2], [listed, 4], [place, 4], [0, 2],
    ]);
    return new File([...parts, ...list, end], name, { type: "application/zip" });
  };

  function children(folder) {
    const reader = folder.createReader();
    return new Promise((resolve, reject) => {
      const found = [];
      const more = () => reader.readEntries((batch) => {
        if (batch.length === 0) resolve(found);
        else { found.push(...batch); more(); }
      }, reject);
      more();
    });
  }

  async function within(entry, path, found, most) {
    if (entry.name.startsWith(".")) return;
    if (found.length > most) return;
    if (entry.isFile) {
      const file = await new Promise((resolve, reject) => entry.file(resolve, reject));
      found.push({ path: path + entry.name, file });
    } else {
      for (const child of await children(entry)) await within(child, `${path}${entry.name}/`, found, most);
    }
  }

  /* Return [{path, file}] of what was dropped, folders with all that is in them. */
  Understudy.carried = async (transfer, most) => {
    const entries = [...transfer.items].map((item) => [
      item.webkitGetAsEntry ? item.webkitGetAsEntry() : null, item.getAsFile(),
    ]);
    const found = [];
    for (const [entry, file] of entries) {
      if (entry !== null && entry.isDirectory) await within(entry, "", found, most);
      else if (file !== null) found.push({ path: file.name, file });
    }
    return found;
  };
})();
