import { type LiveAsked, NO_KEY } from "../../app/live/live-run.ts";
import { spokenRecorded } from "../../app/words/recorded.ts";
import { spoken } from "../../app/words/spoken.ts";
import { phrase } from "../../base/phrase.ts";
import { mapStrings } from "../../core/plan/references.ts";
import { sanitizeTerminal } from "../../engines/terminal-text/sanitize-terminal.ts";
import type { Asked, AskedChoice, BatchItem, Entry } from "./wire.ts";

/** Characters of each text of an entry in a list, and in one that was asked for alone. */
export const LISTED_CHARS_MAX = 6_000;
export const WHOLE_CHARS_MAX = 1_000_000;

/** Text of models, tools and files without what would act or hide: as at the terminal. */
export const harmlessText = (text: string): string =>
  /[^\x20-\x7e\n\t]/.test(text) ? sanitizeTerminal(text, { context: "output" }) : text;

/** The same for every string of a value that is plain data. */
export const cleaned = <Value>(value: Value): Value => mapStrings(value, harmlessText) as Value;

/** An entry as it is sent: each text at most so many characters, nothing in it acts. */
export function shownEntry<Shown extends Entry | BatchItem>(entry: Shown, charsMax: number): Shown {
  let left = entry.left ?? 0;
  const shown = mapStrings(entry, (text) => {
    left += Math.max(0, text.length - charsMax);
    return harmlessText(text.slice(0, charsMax));
  }) as Shown;
  return left === 0 ? shown : { ...shown, left };
}

/** A question as it is sent: every byte of what would be done can be seen, and nothing is left out. */
export function shownQuestion({
  id,
  at,
  asked,
}: {
  readonly id: string;
  readonly at: string;
  readonly asked: LiveAsked;
}): Asked {
  const lines = (text: string): string => text.split("\n").map(approvalLine).join("\n");
  if (asked.kind === "question") return mapStrings({ id, at, ...asked }, lines) as Asked;
  const { options, ...rest } = asked;
  const choices: readonly AskedChoice[] = [
    ...options.map(({ key, label }) => ({ key, label: spokenRecorded(label), takesWords: false })),
    { key: NO_KEY, label: spoken(phrase`No`), takesWords: true },
  ];
  const told = { ...rest, reason: spokenRecorded(rest.reason), facts: rest.facts.map(spokenRecorded) };
  return mapStrings({ id, at, ...told, choices }, lines) as Asked;
}

const approvalLine = (text: string): string => sanitizeTerminal(text, { context: "approval" });
