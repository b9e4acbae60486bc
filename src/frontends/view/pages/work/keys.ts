import { html } from "htm/preact";
import { useEffect, useRef } from "preact/hooks";
import { say } from "../say.ts";

const KEYS: readonly (readonly [string, string])[] = [
  ["j, ↓", say`next line`],
  ["k, ↑", say`line before`],
  ["Enter", say`open, or unfold`],
  ["/", say`search`],
  ["g, G", say`beginning, end`],
  ["Esc", say`close, or leave a field; then back to the list`],
  ["?", say`these keys`],
];

/** What can be gone through line by line carries `data-item`; the page's one search field carries `data-search`. */
export function listenToKeys(): void {
  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    const target = event.target as HTMLElement;
    if (document.querySelector("dialog[open]")) return;
    const isTyping = target.matches("input, textarea, select");
    if (isTyping) {
      if (event.key === "Escape") target.blur();
      return;
    }
    const act = ACTIONS[event.key];
    if (act?.(target) === true) event.preventDefault();
  });
}

/** @returns whether the key was of use */
const ACTIONS: Readonly<Record<string, (target: HTMLElement) => boolean>> = {
  j: (target) => step(target, 1),
  k: (target) => step(target, -1),
  ArrowDown: (target) => target.closest("[data-item]") !== null && step(target, 1),
  ArrowUp: (target) => target.closest("[data-item]") !== null && step(target, -1),
  Enter: unfold,
  g: () => jump("first"),
  G: () => jump("last"),
  "/": () => {
    const search = document.querySelector<HTMLInputElement>("[data-search]");
    search?.focus();
    search?.select();
    return search !== null;
  },
  "?": () => {
    document.querySelector<HTMLDialogElement>("#keys")?.showModal();
    return true;
  },
  Escape: () => {
    const back = document.querySelector<HTMLAnchorElement>("[data-back]");
    back?.click();
    return back !== null;
  },
};

function step(target: HTMLElement, by: 1 | -1): boolean {
  const items = [...document.querySelectorAll<HTMLElement>("[data-item]")];
  const at = items.findIndex((item) => item === target.closest("[data-item]"));
  const inView = items.findIndex((item) => item.getBoundingClientRect().bottom > 80);
  const next = at < 0 ? items[Math.max(0, inView)] : items[at + by];
  next?.focus();
  next?.scrollIntoView({ block: "nearest" });
  return items.length > 0;
}

/** Told to whoever knows the beginning and the end better than the page's height does. */
export const JUMP = "waymark-jump";

function jump(to: "first" | "last"): boolean {
  scrollTo({ top: to === "first" ? 0 : document.documentElement.scrollHeight });
  dispatchEvent(new CustomEvent(JUMP, { detail: to }));
  return true;
}

/** Enter on a line opens what it leads to, or unfolds its first fold. */
function unfold(target: HTMLElement): boolean {
  if (!target.hasAttribute("data-item") || target.matches("a, button, summary")) return false;
  const fold = target.querySelector<HTMLDetailsElement>("details");
  if (fold === null) return false;
  fold.open = !fold.open;
  return true;
}

export function KeyHelp(): unknown {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    dialog.current?.addEventListener("click", (event) => {
      if (event.target === dialog.current) dialog.current?.close();
    });
  }, []);
  return html`
    <dialog id="keys" ref=${dialog} aria-labelledby="keys-title">
      <h2 id="keys-title">${say`Keys`}</h2>
      <dl>${KEYS.map(([key, what]) => html`<dt><kbd>${key}</kbd></dt><dd>${what}</dd>`)}</dl>
      <form method="dialog"><button>${say`Close`}</button></form>
    </dialog>
  `;
}
