import type { Effect } from "../../languages/cobol/procedure/decision.ts";
import type { OutcomeKind } from "./outcome.ts";

/** Constants that a program names and that are read as messages, by their name in upper case, with the line of their value. */
export type NamedTexts = ReadonlyMap<string, number>;

const CODE = /\bRETURN-CODE\b|^(?:STOP\s+RUN|GOBACK)\s+\S|^STOP\s+\d/i;
const ABEND = /\bCEE3ABD\b|\bILBOABN0\b|^EXEC\s+CICS\s+ABEND\b/i;
const TEXT = /["'][^"']*\p{L}{2,}[^"']*["']/u;
/** A single word is more often a flag, a key or a name than a message. */
const SENTENCE = /["'][^"']*\p{L}{2,}[^"']*[ .:!?][^"']*["']/u;
const TOLD = /(?:MSG|MESSAGE|ERR|TEXT|TXT|DESC|REASON|PROMPT|INFO|NOTE)[\w-]*\s*(?:\.\s*)?$/i;
const RECKONS = /^(?:COMPUTE|MULTIPLY|DIVIDE)\s|^(?:ADD|SUBTRACT)\s+(?!\+?1\s)/i;
/** 0 and 1 begin something, and a cursor is set by -1. */
const SETS_NUMBER = /^MOVE\s+\+?(?!0*[01]\s)\d[\d.,]*\s+TO\s/i;
const BOUND = /^(?:PERFORM|SEARCH)\b.*\b(?:UNTIL|TIMES)\b.*\d|^PERFORM\s+\d+\s+TIMES\b/i;

/** What one statement brings about. */
export function kindsOf({ text }: Effect, named: NamedTexts): readonly OutcomeKind[] {
  const kinds: OutcomeKind[] = [];
  if (CODE.test(text)) kinds.push("code");
  if (ABEND.test(text)) kinds.push("abend");
  if (isMessage(text, named)) kinds.push("message");
  if (RECKONS.test(text)) kinds.push("formula");
  return kinds;
}

/** What tells how something went is no size and no limit. */
const STATE = /\bTO\s+[\w-]*(?:STAT|REAS|RESULT|RESP|RETURN|ABCODE|ABEND|ERR|RC\b|CODE)/i;

/** Whether a statement sets a number or repeats something so often. */
export const fixesValue = ({ text }: Effect): boolean =>
  (SETS_NUMBER.test(text) && !STATE.test(text)) || BOUND.test(text);

function isMessage(text: string, named: NamedTexts): boolean {
  if (/^(?:DISPLAY|STRING)\b/i.test(text)) return TEXT.test(text);
  if (/^(?:MOVE|SET)\b/i.test(text) && namedIn(text, named).length > 0) return true;
  if (!/^MOVE\b/i.test(text)) return false;
  return SENTENCE.test(text) || (TEXT.test(text) && TOLD.test(text));
}

/** Lines of the texts that a statement sets by their names. */
export function namedIn(text: string, named: NamedTexts): readonly number[] {
  if (!/^(?:MOVE|SET)\b/i.test(text)) return [];
  return (text.match(/[A-Z][\w-]*/gi) ?? []).flatMap((word) => named.get(word.toUpperCase()) ?? []);
}
