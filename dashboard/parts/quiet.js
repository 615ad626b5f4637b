// Lets a text area tell the desk what stands in it after a second without a key, as Ctrl+Enter would.
// The area itself is never touched: it keeps its focus, its cursor and what is being composed in it.
const QUIET_MS = 1000;
const INPUT_METHOD_KEY = 229;

export default function ({ data, parentElement }) {
  const line = parentElement.querySelector(".quiet");
  line.textContent = data.text || "";
  line.title = data.tip || "";

  let timer = 0;
  const isOurs = (node) => node instanceof HTMLTextAreaElement && node.closest("." + data.area) !== null;
  const tell = (area) => {
    if (area.isConnected) {
      area.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", ctrlKey: true, bubbles: true, cancelable: true }));
    }
  };
  const wait = (event) => {
    if (!isOurs(event.target)) return;
    clearTimeout(timer);
    if (event.isComposing || event.keyCode === INPUT_METHOD_KEY) return;
    timer = setTimeout(tell, QUIET_MS, event.target);
  };
  const leave = (event) => { if (isOurs(event.target)) clearTimeout(timer); };
  const listened = [["input", wait], ["compositionstart", leave], ["compositionend", wait], ["focusout", leave]];
  for (const [name, act] of listened) document.addEventListener(name, act, true);
  return () => {
    clearTimeout(timer);
    for (const [name, act] of listened) document.removeEventListener(name, act, true);
  };
}
