// Lets a text area tell the desk every second while somebody writes what stands in it, as Ctrl+Enter would.
// The area itself is never touched: it keeps its focus, its cursor and what is being composed in it.
const WAIT_MS = 1000;
const wired = new WeakMap();

function wire(area) {
  let timer = 0;
  let waiting = null;
  const isOurs = (node) => node instanceof HTMLTextAreaElement && node.closest("." + area) !== null;
  const stop = () => { clearTimeout(timer); timer = 0; };
  const tell = () => {
    stop();
    if (waiting.isConnected) {
      waiting.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", ctrlKey: true, bubbles: true, cancelable: true }));
    }
  };
  const written = (event) => {
    if (!isOurs(event.target)) return;
    if (event.isComposing) { stop(); return; }
    waiting = event.target;
    timer ||= setTimeout(tell, WAIT_MS);
  };
  const left = (event) => { if (isOurs(event.target)) stop(); };
  const listened = [["input", written], ["compositionend", written], ["compositionstart", left], ["focusout", left]];
  for (const [name, act] of listened) document.addEventListener(name, act, true);
  return () => {
    if (timer) tell();
    for (const [name, act] of listened) document.removeEventListener(name, act, true);
  };
}

export default function ({ data, parentElement }) {
  const line = parentElement.querySelector(".quiet");
  line.textContent = data.text || "";
  line.title = data.tip || "";
  if (!wired.has(line)) wired.set(line, wire(data.area));
  return () => {
    wired.get(line)?.();
    wired.delete(line);
  };
}
