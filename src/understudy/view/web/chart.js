/* Curves over time in a page that is one file: one group at a time, a cursor where the time is, values beside
   their names. A click or a drag goes to a time. */
window.Understudy = window.Understudy || {};
(() => {
  "use strict";

  const MARGIN = { left: 40, right: 8, top: 8, bottom: 20 };
  const HEIGHT = 170;

  function made(tag, className, text) {
    const element = document.createElement(tag);
    element.className = className;
    element.textContent = text || "";
    return element;
  }
  Understudy.made = made;

  /* Round numbers between two ends, about as many as are wanted. */
  function ticks(low, high, wanted) {
    const rough = (high - low) / wanted;
    const power = 10 ** Math.floor(Math.log10(rough));
    const step = [1, 2, 5, 10].map((factor) => factor * power).find((size) => size >= rough);
    const found = [];
    for (let value = Math.ceil(low / step) * step; value <= high + 1e-9 * step; value += step) {
      found.push(Math.abs(value) < 1e-9 * step ? 0 : value);
    }
    return found;
  }

  function ends(group) {
    const values = group.series.flatMap((series) => series.values.filter((value) => value !== null));
    if (values.length === 0) return [0, 1];
    const low = Math.min(...values), high = Math.max(...values);
    const margin = 0.06 * (high - low) || 0.5;
    return [low - margin, high + margin];
  }

  function shown(value) {
    if (value === null) return "–";
    const size = Math.abs(value);
    return value.toFixed(size < 10 ? 2 : size < 100 ? 1 : 0);
  }

  /* Return where the last value stands that had come by a time. */
  function placeOf(times, time) {
    let low = 0, high = times.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (times[middle] <= time + 1e-6) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  class Chart {
    constructor(groups, duration, seek) {
      this.groups = groups;
      this.duration = Math.max(duration, 1e-3);
      this.time = 0;
      this.hidden = new Set();
      this.element = made("section", "us-chart");
      this.choice = made("select", "us-choice");
      this.choice.setAttribute("aria-label", "Curves");
      groups.forEach((group, index) => {
        const option = made("option", "", `${group.title} [${group.unit}]`);
        option.value = String(index);
        this.choice.append(option);
      });
      this.choice.addEventListener("change", () => this.choose(Number(this.choice.value)));
      this.canvas = made("canvas", "us-canvas");
      this.canvas.setAttribute("role", "img");
      this.legend = made("div", "us-legend");
      this.element.append(this.choice, this.canvas, this.legend);
      const to = (event) => {
        const box = this.canvas.getBoundingClientRect();
        const share = (event.clientX - box.left - MARGIN.left) / (box.width - MARGIN.left - MARGIN.right);
        seek(Math.min(Math.max(share, 0), 1) * this.duration);
      };
      this.canvas.addEventListener("pointerdown", (event) => {
        this.canvas.setPointerCapture(event.pointerId);
        to(event);
      });
      this.canvas.addEventListener("pointermove", (event) => { if (event.buttons & 1) to(event); });
      new ResizeObserver(() => this.draw()).observe(this.canvas);
      this.choose(0);
    }

    choose(index) {
      this.group = this.groups[index];
      this.hidden.clear();
      [this.low, this.high] = ends(this.group);
      this.canvas.setAttribute("aria-label", `${this.group.title} over time`);
      this.legend.replaceChildren();
      this.values = this.group.series.map((series) => {
        const entry = made("button", "us-entry");
        const dot = made("span", "us-dot");
        dot.style.background = series.colour;
        const value = made("span", "us-now");
        entry.append(dot, made("span", "us-name", series.name), value);
        entry.setAttribute("aria-pressed", "true");
        entry.addEventListener("click", () => {
          if (!this.hidden.delete(series)) this.hidden.add(series);
          entry.setAttribute("aria-pressed", String(!this.hidden.has(series)));
          this.draw();
        });
        this.legend.append(entry);
        return value;
      });
      this.draw();
    }

    show(time) {
      if (time === this.time) return;
      this.time = time;
      this.draw();
    }

    draw() {
      const width = this.canvas.clientWidth;
      if (width === 0) return;
      const scale = window.devicePixelRatio || 1;
      this.canvas.width = Math.round(width * scale);
      this.canvas.height = Math.round(HEIGHT * scale);
      const pen = this.canvas.getContext("2d");
      pen.setTransform(scale, 0, 0, scale, 0, 0);
      const right = width - MARGIN.right, bottom = HEIGHT - MARGIN.bottom;
      const x = (time) => MARGIN.left + (time / this.duration) * (right - MARGIN.left);
      const y = (value) => bottom - ((value - this.low) / (this.high - this.low)) * (bottom - MARGIN.top);
      this.axes(pen, x, y, right, bottom);
      pen.save();
      pen.beginPath();
      pen.rect(MARGIN.left, MARGIN.top, right - MARGIN.left, bottom - MARGIN.top);
      pen.clip();
      for (const series of this.group.series) if (!this.hidden.has(series)) this.line(pen, series, x, y);
      pen.restore();
      pen.strokeStyle = "#111827";
      pen.lineWidth = 1.25;
      pen.beginPath();
      pen.moveTo(x(this.time), MARGIN.top);
      pen.lineTo(x(this.time), bottom);
      pen.stroke();
      const place = placeOf(this.group.times, this.time);
      this.group.series.forEach((series, index) => {
        this.values[index].textContent = shown(series.values[place]);
      });
      this.canvas.dataset.time = this.time.toFixed(3);
    }

    axes(pen, x, y, right, bottom) {
      pen.font = "11px system-ui, sans-serif";
      pen.fillStyle = "#6b7280";
      pen.strokeStyle = "#e5e7eb";
      pen.lineWidth = 1;
      pen.textAlign = "right";
      pen.textBaseline = "middle";
      for (const value of ticks(this.low, this.high, 4)) {
        pen.beginPath();
        pen.moveTo(MARGIN.left, y(value));
        pen.lineTo(right, y(value));
        pen.stroke();
        pen.fillText(String(Number(value.toPrecision(6))), MARGIN.left - 5, y(value));
      }
      pen.textAlign = "center";
      pen.textBaseline = "top";
      for (const time of ticks(0, this.duration, 5)) {
        pen.fillText(`${Number(time.toPrecision(6))} s`, Math.min(x(time), right - 8), bottom + 5);
      }
    }

    line(pen, series, x, y) {
      pen.strokeStyle = series.colour;
      pen.lineWidth = 1.5;
      pen.beginPath();
      let down = false;
      series.values.forEach((value, index) => {
        if (value === null) { down = false; return; }
        if (down) pen.lineTo(x(this.group.times[index]), y(value));
        else pen.moveTo(x(this.group.times[index]), y(value));
        down = true;
      });
      pen.stroke();
    }
  }

  Understudy.Chart = Chart;
})();
