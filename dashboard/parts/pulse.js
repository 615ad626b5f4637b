// Asks every few seconds whether the desk has moved on, and only then for the part of the page around it anew.
// What a page asks of the pages' server while it is being left is answered as the old page, over the new one: so
// nothing is asked of it just after a press or a key that may lead away, and until the page that follows is drawn.
const STILL_MS = 2000;
const LONGEST_MS = 6000;
const INPUTS = ["pointerdown", "keydown", "wheel"];

// Typing leads nowhere, nor does what scripts press to keep a draft.
function mayLeadAway(event) {
  const isField = Boolean(event.composedPath()[0].matches?.("textarea, input"));
  return event.isTrusted && (event.type !== "keydown" || event.key === "Enter" || !isField);
}

function isDrawing() {
  const state = document.querySelector("[data-test-script-state]")?.dataset.testScriptState;
  return state !== undefined && state !== "notRunning";
}

export default function ({ data, parentElement, setTriggerValue }) {
  const root = parentElement.querySelector(".pulse");
  root.textContent = data.told || "";
  root.stop?.();
  let isStopped = false;
  let lookedAt = performance.now();
  let touchedAt = -Infinity;
  const touched = (event) => { if (mayLeadAway(event)) touchedAt = performance.now(); };

  // Drawing alone is no reason: a page on which somebody writes keeps what is written all the time.
  function isInTheWay() {
    const since = performance.now() - touchedAt;
    return since < STILL_MS || (since < LONGEST_MS && isDrawing());
  }

  async function hasChanged() {
    if (!data.asks) return true;
    const answer = await fetch(data.asks, { headers: { accept: "application/json" } });
    if (answer.status === 401 || answer.status === 403) return true;  // the page says where one signs in
    if (!answer.ok) return false;
    const told = await answer.json();
    if (isStopped) return false;
    if (told.told) root.textContent = told.told;
    return data.follows && told.changes > data.drawn;
  }

  async function look() {
    const at = performance.now();
    if (document.hidden || at - lookedAt < data.every_ms) return;
    lookedAt = at;
    // A desk that does not answer is told of by the frame of the page.
    const isDue = await hasChanged().catch(() => false);
    if (isDue && !isStopped && isInTheWay()) lookedAt = at - data.every_ms + 250;
    else if (isDue && !isStopped) setTriggerValue("beat", Math.round(at));
  }

  const clock = setInterval(look, 250);
  for (const input of INPUTS) document.addEventListener(input, touched, { capture: true, passive: true });
  document.addEventListener("visibilitychange", look);
  root.stop = () => {
    isStopped = true;
    clearInterval(clock);
    for (const input of INPUTS) document.removeEventListener(input, touched, { capture: true });
    document.removeEventListener("visibilitychange", look);
  };
  return () => root.stop?.();
}
