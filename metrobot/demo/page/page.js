// The page around simcord's: it follows whom the frame shows, and adds letters and time.
const $ = (id) => document.getElementById(id);
const HUES = ["#f0b232", "#5fb3ff", "#ff8a7a", "#7bd88f", "#c9a2ff", "#7fe0d8"];
const frame = $("discord");
const store = {
  get: (key) => sessionStorage.getItem(`metrobot.${key}`),
  set: (key, value) => sessionStorage.setItem(`metrobot.${key}`, value),
};
let secret = null;
let me = null;      // whose eyes the frame has
let wanted = store.get("me"); // whom it is still to become
let shown = "";     // what the letters were drawn from

const inside = () => frame.contentWindow?.simcordPreview ?? null;

// The four people.

function drawPeople(people) {
  // Who has begun to play needs the room for letters.
  if (!store.get("hints") && people.some((person) => person.letters)) $("hints").open = false;
  if ($("people").childElementCount !== people.length) {
    $("people").replaceChildren(...people.map(personButton));
    $("members").append(...people.map(memberButton));
  }
  for (const person of people) {
    const button = $("people").querySelector(`[data-id="${person.id}"]`);
    const unread = person.letters > Number(store.get(`read.${person.id}`) ?? 0);
    button.setAttribute("aria-pressed", String(person.id === (wanted ?? me)));
    button.classList.toggle("awaited", person.awaited);
    button.classList.toggle("gone", !person.here);
    button.disabled = !person.here;
    const member = $("members").querySelector(`[data-id="${person.id}"]`);
    member.setAttribute("aria-pressed", String(person.here));
    // Somebody has to be there to see what the others see.
    member.disabled = person.here && people.filter((each) => each.here).length === 1;
    button.title = [!person.here && "has left the server", person.awaited && "is awaited", unread && "has an unread direct message"]
      .filter(Boolean).join("; ");
    button.querySelector(".dot").hidden = !unread;
    if (person.id === me) {
      $("me-name").textContent = person.name;
      $("tab-dot").hidden = !unread;
      if (unread && sideVisible()) store.set(`read.${person.id}`, person.letters);
    }
  }
}

function personButton(person, ix) {
  const button = document.createElement("button");
  button.type = "button";
  button.dataset.id = person.id;
  button.innerHTML = '<span class="face"></span><span class="name"></span><span class="dot" hidden></span>';
  button.querySelector(".face").textContent = person.name[0];
  button.querySelector(".name").textContent = person.name;
  button.style.setProperty("--hue", HUES[ix % HUES.length]);
  button.addEventListener("click", () => { wanted = person.id; store.set("me", wanted); follow(); void look(); });
  return button;
}

function memberButton(person) {
  const button = document.createElement("button");
  button.type = "button";
  button.dataset.id = person.id;
  button.textContent = person.name;
  button.title = "leaves the server, or comes back";
  button.addEventListener("click", () => void move(button));
  return button;
}

// Somebody leaves the server, or comes back; the bot notices it ten minutes later.
async function move(button) {
  button.disabled = true;
  const id = button.dataset.id;
  try {
    // The frame cannot show the channel to somebody who has left: first become somebody else.
    if (id === me) {
      wanted = $("people").querySelector(`button:not(.gone, [data-id="${id}"])`).dataset.id;
      for (let tries = 0; me === id && tries < 50; tries += 1) await new Promise((go) => setTimeout(go, 200));
    }
    await fetch("/playground/member", {
      method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ person: id }),
    });
  } finally {
    await look();
  }
}

const sideVisible = () => document.visibilityState === "visible"
  && getComputedStyle($("side")).visibility === "visible";

// Become whom the player wants to be as soon as the frame is idle, and say whom it shows.
function follow() {
  const preview = inside();
  const picker = frame.contentDocument?.getElementById("viewer-picker");
  if (!preview || !picker) return;
  const status = frame.contentDocument.getElementById("action-status")?.textContent ?? "";
  $("status").textContent = quiet(status);
  if (/Reload|ended/.test(status)) { frame.contentWindow.location.reload(); return; }
  // Whatever is new here is the answer to one's own press.
  const news = frame.contentDocument.getElementById("new-messages");
  if (news && !news.hidden && preview.ready) news.click();
  if (!showAnswer(frame.contentDocument, preview)) keepBottom(frame.contentDocument);
  foldOffer(frame.contentDocument);
  if (wanted && wanted === preview.viewerId) wanted = null;
  // A page that was opened for somebody who has left never gets ready.
  const isShut = $("people").querySelector(`.gone[data-id="${preview.viewerId}"]`);
  if (wanted && (preview.ready || isShut) && picker.value !== wanted) {
    picker.value = wanted;
    picker.dispatchEvent(new Event("change", { bubbles: true }));
  }
  if (preview.viewerId && preview.viewerId !== me) {
    me = preview.viewerId;
    if (!wanted) store.set("me", me);
    void look();
  }
}

// The answer to a typed command comes into sight, from its beginning if it is long.
const MARGIN = 8;
let seen = null;   // the newest command whose answer was looked for
let answer = [];   // the messages that are still to be shown
function showAnswer(page, preview) {
  const command = preview.activity.findLast((act) => act.command && messagesOf(act).length);
  if (command && command.requestId !== seen) {
    seen = command.requestId;
    answer = messagesOf(command);
  }
  const timeline = page.getElementById("channel-timeline");
  if (!answer.length || !preview.ready || !timeline) return false;
  const messages = answer.map((id) => timeline.querySelector(`[data-message-id="${CSS.escape(id)}"]`));
  const [first, last] = [messages.find(Boolean), messages.findLast(Boolean)];
  if (!first) return false;
  answer = [];
  const [room, start, end] = [timeline, first, last].map((element) => element.getBoundingClientRect());
  const [up, down] = [start.top - room.top, end.bottom + MARGIN - room.bottom];
  const by = up < 0 ? up : Math.max(0, Math.min(down, up));
  if (by) timeline.scrollTo({ top: timeline.scrollTop + by, behavior: "instant" });
  bottom = { height: timeline.scrollHeight, seen: isAtBottom(timeline) };
  return true;
}

const messagesOf = (act) => (act.outcomes ?? [])
  .filter((outcome) => ["response", "deferred", "followup"].includes(outcome.kind) && outcome.messageId)
  .map((outcome) => String(outcome.messageId));

const isAtBottom = (timeline) =>
  timeline.scrollHeight - timeline.clientHeight - timeline.scrollTop < 120;

// A planner that grows under one's own press stays in sight with its buttons.
let bottom = { height: 0, seen: true };
function keepBottom(page) {
  const timeline = page.getElementById("channel-timeline");
  if (!timeline || page.querySelector(":popover-open")) return;
  if (timeline.scrollHeight !== bottom.height && bottom.seen) timeline.scrollTop = timeline.scrollHeight;
  bottom = { height: timeline.scrollHeight, seen: isAtBottom(timeline) };
}

// Who has a board or a planner before them needs the room of the offer.
let playing = false;
function foldOffer(page) {
  const now = Boolean(page.querySelector(".gallery-image, .attachment-image"));
  if (now && !playing) $("offer").open = false;
  playing = now;
}

// simcord names each state; only those that ask for patience or care are worth a place.
function quiet(status) {
  if (/ready|complet|switched|updated|sent|refreshed|opened/i.test(status)) return "";
  return status === "Action was not completed." ? "That did not get through; try again." : status;
}

// The state of things, once a second.

async function look() {
  let answer;
  try {
    answer = await fetch(`/playground/state?person=${me ?? 0}`, { cache: "no-store" });
  } catch {
    $("status").textContent = "The playground has stopped. Start it again with: make play";
    return;
  }
  const state = await answer.json();
  if (state.secret !== secret) {
    secret = state.secret;
    frame.src = `/discord#${secret}`;
  }
  $("offer").hidden = !state.can_begin;
  if (!state.can_begin) $("offer").open = false;
  drawPeople(state.people);
  drawLetters(state.letters);
  $("now").textContent = new Date(state.now).toLocaleString(undefined,
    { weekday: "short", day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" });
}

function drawLetters(letters) {
  const now = JSON.stringify([me, letters]);
  if (now === shown) return;
  shown = now;
  $("letters").replaceChildren(...letters.map(letterElement));
  $("letters").lastElementChild?.scrollIntoView({ block: "nearest" });
}

function letterElement(letter) {
  const element = document.createElement("article");
  element.className = "letter";
  const time = document.createElement("time");
  time.textContent = `Metrobot, ${new Date(letter.at).toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" })}`;
  element.append(time, ...letter.parts.map((part) => part.picture ? picture(part) : prose(part.text)));
  return element;
}

function picture(part) {
  const image = document.createElement("img");
  image.src = `/playground/picture/${me}/${part.picture}`;
  image.alt = part.alt;
  image.title = part.alt;
  image.addEventListener("click", () => window.open(image.src, "_blank", "noopener"));
  return image;
}

// The little of Discord's markdown that the bot uses.

const escaped = (text) => text.replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`);

function inline(text) {
  return escaped(text)
    .replace(/&#60;t:(\d+)(?::\w)?&#62;/g, (_, at) => new Date(at * 1000).toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" }))
    .replace(/&#60;(\/[^:&]+):\d+&#62;/g, "<code>$1</code>")
    .replace(/`([^`]+)`/g, "<code>$1</code>")
    .replace(/\[([^\]]+)\]\((?:&#60;)?(https?:[^)\s]+?)(?:&#62;)?\)/g, "<u>$1</u>")
    .replace(/\*\*(.+?)\*\*/g, "<b>$1</b>")
    .replace(/(^|[^\\*])\*([^*\s][^*]*)\*/g, "$1<i>$2</i>")
    .replace(/\\([\\*_~`|>#\-[\]()])/g, "$1");
}

function prose(text) {
  const box = document.createElement("div");
  box.innerHTML = text.split("```").map((piece, ix) => ix % 2
    ? `<pre>${escaped(piece.replace(/^\w*\n/, ""))}</pre>`
    : blocks(piece.split("\n")).join("")).join("");
  return box;
}

// A list ends at the first line that is neither an item nor indented.
function blocks(lines) {
  const found = [];
  let list = null;
  for (const line of lines) {
    const item = /^ *(?:[*-]|(\d+)\.) +(.+)$/.exec(line);
    if (item) {
      if (!list) found.push(list = { start: item[1], items: [] });
      list.items.push(inline(item[2]));
    } else if (list && /^ +\S/.test(line)) {
      list.items.push(`${list.items.pop()}<br>${inline(line.trim())}`);
    } else {
      list = null;
      if (line.trim()) found.push(block(line));
    }
  }
  return found.map((one) => one.items ? listed(one) : one);
}

function listed({ start, items }) {
  const [open, end] = start ? [`<ol start="${start}">`, "</ol>"] : ["<ul>", "</ul>"];
  return `${open}${items.map((item) => `<li>${item}</li>`).join("")}${end}`;
}

function block(line) {
  const [, sign, rest] = /^(#{1,3} |-# )?(.*)$/s.exec(line);
  if (!sign) return `<p>${inline(rest)}</p>`;
  return sign === "-# " ? `<p><small>${inline(rest)}</small></p>` : `<h3>${inline(rest)}</h3>`;
}

// A game against computers, for whom you are.

const offers = $("begin").querySelectorAll("button");

async function begin(title) {
  for (const each of offers) each.disabled = true;
  try {
    await fetch("/playground/begin", {
      method: "POST", headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ person: me ?? 0, title }),
    });
  } finally {
    for (const each of offers) each.disabled = false;
    await look();
  }
}

for (const each of offers) each.addEventListener("click", () => void begin(each.dataset.title));

// Time passes.

async function pass(button) {
  const buttons = [...document.querySelectorAll("#time button")];
  buttons.forEach((one) => { one.disabled = true; });
  try {
    await fetch("/playground/pass", {
      method: "POST", headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ hours: Number(button.dataset.hours) }),
    });
  } finally {
    buttons.forEach((one) => { one.disabled = false; });
    await look();
  }
}

for (const button of document.querySelectorAll("#time button")) {
  button.addEventListener("click", () => void pass(button));
}
for (const tab of document.querySelectorAll("#tabs button")) {
  tab.addEventListener("click", () => { document.body.dataset.tab = tab.dataset.tab; void look(); });
}
$("hints").open = store.get("hints") !== "closed" && window.innerWidth > 900;
$("hints").querySelector("summary").addEventListener("click", () => store.set("hints", $("hints").open ? "closed" : "open"));

await look();
setInterval(follow, 200);
setInterval(look, 1000);
