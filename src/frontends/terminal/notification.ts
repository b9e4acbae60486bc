import type { TerminalFacts } from "../../app/settings/terminal-facts.ts";
import { passedOn } from "./clipboard.ts";

export type NotificationWish = "auto" | "bell" | "osc9" | "osc777" | "off";

/** A run that took less is still being looked at. */
export const NOTIFY_FROM_MS = 10_000;

const BELL = "\x07";

/** What makes a terminal call the person back: the bell, and a notification where the terminal is known to show one. */
export function notification(text: string, wish: NotificationWish, facts: TerminalFacts): string {
  const shown = text.replace(/[\x00-\x1f\x7f-\x9f]+/g, " ");
  switch (wish) {
    case "off":
      return "";
    case "bell":
      return BELL;
    case "osc9":
      return passedOn(`\x1b]9;${shown}${BELL}`, facts);
    case "osc777":
      return passedOn(`\x1b]777;notify;Waymark;${shown.replaceAll(";", ",")}${BELL}`, facts);
    case "auto":
      return BELL + (facts.notifies === undefined ? "" : notification(text, facts.notifies, facts));
  }
}
