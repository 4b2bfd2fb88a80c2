// The board as a picture to keep: SVG that stands for itself, or PNG.

import { html, useState } from "../vendor/htm-preact.js";
import { t } from "./text.js";

/** What the style sheet decides, written into the picture. */
const LOOKS = [
  "fill", "fill-opacity", "fill-rule", "stroke", "stroke-width", "stroke-linecap", "stroke-linejoin", "stroke-opacity",
  "stroke-dasharray", "opacity", "stop-color", "stop-opacity", "font-family", "font-size", "font-weight", "text-anchor",
  "transform", "paint-order", "dominant-baseline",
];
/** What is there for the hand and the eye of the moment. */
const LEFT_OUT = ".cells, .ghost, .targets, .picked";
/** The longer side of a PNG in pixels. */
const PIXELS = 1600;

/**
 * The drawing with its looks written into it.
 * @param {SVGSVGElement} drawing
 */
export function standalone(drawing) {
  const copy = /** @type {SVGSVGElement} */ (drawing.cloneNode(true));
  const [from, to] = [drawing, copy].map((root) => [...root.querySelectorAll("*")]);
  to.forEach((element, i) => {
    const looks = getComputedStyle(from[i]);
    for (const look of LOOKS) {
      const value = looks.getPropertyValue(look);
      if (value === "" || (look === "transform" && value === "none")) continue;
      // What is the same in the parent is inherited or is the beginning of all.
      if (value !== INITIAL[look]) element.setAttribute(look, value.replace(/url\("?[^)"]*(#[^)"]+)"?\)/g, "url($1)"));
    }
    element.removeAttribute("style");
    element.removeAttribute("class");
  });
  for (const element of copy.querySelectorAll("g, path, circle")) {
    const i = to.indexOf(element);
    if (i >= 0 && from[i].matches(LEFT_OUT)) element.remove();
  }
  const { width, height } = drawing.viewBox.baseVal;
  const back = document.createElementNS("http://www.w3.org/2000/svg", "rect");
  const shape = { width: String(width), height: String(height), fill: getComputedStyle(document.body).backgroundColor };
  for (const [name, value] of Object.entries(shape)) back.setAttribute(name, value);
  copy.prepend(back);
  for (const name of ["id", "class", "style"]) copy.removeAttribute(name);
  const scale = PIXELS / Math.max(width, height);
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  copy.setAttribute("width", String(Math.round(width * scale)));
  copy.setAttribute("height", String(Math.round(height * scale)));
  return new XMLSerializer().serializeToString(copy);
}

/** What need not be said. @type {Record<string, string>} */
const INITIAL = {
  "fill-opacity": "1", "stroke-opacity": "1", "stroke-dasharray": "none", opacity: "1", "stop-opacity": "1",
  "stroke-linecap": "butt", "stroke-linejoin": "miter", "paint-order": "normal", "dominant-baseline": "auto",
  "fill-rule": "nonzero",
};

/**
 * The picture as PNG.
 * @param {string} picture
 * @returns {Promise<Blob>}
 */
async function painted(picture) {
  const address = URL.createObjectURL(new Blob([picture], { type: "image/svg+xml" }));
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [image.naturalWidth, image.naturalHeight];
    canvas.getContext("2d")?.drawImage(image, 0, 0);
    return await new Promise((resolve, reject) =>
      canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("no picture"))), "image/png"));
  } finally {
    URL.revokeObjectURL(address);
  }
}

/**
 * Gives a file to the person.
 * @param {Blob} content
 * @param {string} name
 */
export function download(content, name) {
  const address = URL.createObjectURL(content);
  const link = document.createElement("a");
  [link.href, link.download] = [address, name];
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/**
 * @param {{ name: string }} props
 *   `name`: of the file, without its ending.
 */
export function Pictures({ name }) {
  const [failed, setFailed] = useState(false);
  const save = async (/** @type {"svg" | "png"} */ kind) => {
    const drawing = document.getElementById("board");
    if (!(drawing instanceof SVGSVGElement)) return;
    try {
      const picture = standalone(drawing);
      download(kind === "svg" ? new Blob([picture], { type: "image/svg+xml" }) : await painted(picture), `${name}.${kind}`);
      setFailed(false);
    } catch {
      setFailed(true);
    }
  };
  return html`<div class="row pictures">
    <span>${t("record.picture")}</span>
    <button type="button" id="picture-svg" onClick=${() => save("svg")}>SVG</button>
    <button type="button" id="picture-png" onClick=${() => save("png")}>PNG</button>
    <span class="fault" role="alert">${failed ? t("record.no-picture") : ""}</span>
  </div>`;
}
