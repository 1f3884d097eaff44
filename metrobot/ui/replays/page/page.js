"use strict";
// Steps through a game: the board on a canvas, its words in the list beside it.
const find = (id) => document.getElementById(id);
const frames = JSON.parse(find("frames").textContent);
const board = find("board"), pen = board.getContext("2d");
const slider = find("turn"), log = find("log"), ways = document.querySelectorAll("#ways button");
const turns = [...log.children], images = new Map();
const last = turns.length - 1;
let now = -1;

function image(number) {
  if (!images.has(number)) {
    const made = new Image();
    made.src = frames[number].file;
    images.set(number, made.decode().then(() => made));
  }
  return images.get(number);
}

// Each picture holds what has changed since the one before, up to one that is whole.
async function paint(number) {
  let first = number;
  while (!frames[first].whole) first -= 1;
  const layers = [];
  for (let each = first; each <= number; each += 1) layers.push(image(each));
  const drawn = await Promise.all(layers);
  // Somebody has gone on while these were read.
  if (number !== now) return;
  [board.width, board.height] = frames[number].size;
  drawn.forEach((layer, each) => pen.drawImage(layer, ...frames[first + each].at));
  board.dataset.shown = number;
}

function show(turn) {
  turn = Math.max(0, Math.min(turn, last));
  if (turn === now) return;
  if (now >= 0) turns[now].removeAttribute("aria-current");
  now = turn;
  const entry = turns[now], words = entry.querySelector("button").textContent;
  entry.setAttribute("aria-current", "step");
  board.setAttribute("aria-label", entry.dataset.alt);
  slider.value = now + 1;
  slider.setAttribute("aria-valuetext", words);
  find("place").textContent = `${now + 1} / ${last + 1} · ${words}`;
  // Not disabled: that would take the focus from whoever steps by keyboard.
  for (const way of ways) way.ariaDisabled = (way.dataset.by < 0 ? 0 : last) === now;
  // Only the list itself scrolls, never the page.
  log.scrollTop = entry.offsetTop - log.offsetTop - (log.clientHeight - entry.offsetHeight) / 2;
  paint(now);
}

for (const way of ways) way.addEventListener("click", () => show(now + Number(way.dataset.by)));
slider.addEventListener("input", () => show(slider.value - 1));
turns.forEach((entry, turn) =>
  entry.querySelector("button").addEventListener("click", () => show(turn)));

const keys = { ArrowLeft: -1, ArrowRight: 1, PageUp: -1, PageDown: 1, Home: -9999, End: 9999 };
document.addEventListener("keydown", (event) => {
  const by = keys[event.key];
  if (!by || event.target === slider || event.altKey || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  show(now + by);
});

// A swipe over the board turns the page, unless that is enlarged.
let start = null;
board.addEventListener("touchstart", (event) => {
  start = event.touches.length === 1 ? event.touches[0] : null;
}, { passive: true });
board.addEventListener("touchend", (event) => {
  const end = event.changedTouches[0], scale = window.visualViewport?.scale ?? 1;
  const wide = start ? end.clientX - start.clientX : 0;
  const tall = start ? end.clientY - start.clientY : 0;
  start = null;
  if (scale <= 1.01 && Math.abs(wide) > 40 && Math.abs(wide) > 2 * Math.abs(tall)) {
    show(now - Math.sign(wide));
  }
}, { passive: true });

document.body.classList.add("ready");
show(0);
