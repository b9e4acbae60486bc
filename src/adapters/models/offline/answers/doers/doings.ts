import { stemOf } from "../../../../../engines/bm25/stem.ts";

/** What is done, a row each: the words that people and names of functions have for it. */
const DOINGS = [
  "find locate discover resolve which lookup search detect",
  "parse decode deserialize unmarshal convert interpret",
  "encode serialize stringify dump format",
  "convert transform translate map turn normalize into",
  "close shutdown cleanup dispose disconnect teardown release free destroy finish end",
  "kill terminate abort sigterm sigkill",
  "exit die crash quit terminate returncode",
  "send write publish notify emit submit enqueue post deliver transmit",
  "receive read recv listen consume incoming accept",
  "retry again backoff attempt rerun",
  "check validate verify ensure assert",
  "create make build construct define new",
  "register add attach define subscribe",
  "load read fetch open get retrieve",
  "wait await block drain",
  "start spawn launch connect begin initialize init run execute",
  "merge combine join extend concat",
  "match equal compare",
  "remove delete strip drop discard clear pop unlink prune",
  "save store persist append record",
  "handle process dispatch route deal",
  "log print trace report",
  "limit bound cap maximum max exceed",
  "delay sleep wait backoff",
  "cancel interrupt abort stop",
  "authenticate auth login authenticator authorize",
  "redirect follow",
  "compute calculate determine decide choose select pick work derive",
  "resume restore continue materialize",
  "redact hide mask obfuscate conceal sensitive secret",
  "throw raise fail error exception reject",
  "catch handle except recover",
  "ignore skip",
  "split divide frame chunk line",
  "buffer batch queue flush",
  "copy fork duplicate clone",
  "list enumerate all",
  "rename title",
  "ask request prompt query",
  "answer reply respond response result",
  "tell announce advertise declare say notify",
  "allow permit permission grant approve",
  "deny refuse forbid reject",
  "call invoke run execute",
  "progress percent",
];

/** Endings that make a noun or a quality of what is done: parser and parse. */
const ENDINGS = /(?:ations?|itions?|ions?|ments?|ers?|ors?|ives?|als?|ances?|ences?|ity|ness|ly|ous)$/;
/** What can be done, and that it can: capable and capability. */
const ABLE = /(?:abilit(?:y|ies)|able?)$/;
const IBLE = /(?:ibilit(?:y|ies)|ible?)$/;
const ROOT_CHARS_MIN = 4;

/** A word without what makes another kind of word of it; only to be compared. */
export function rootOf(word: string): string {
  const stem = stemOf(word).replace(ABLE, "abl").replace(IBLE, "ibl");
  const root = stem.replace(/[ai]bl$/, "").replace(ENDINGS, "");
  return root.length >= ROOT_CHARS_MIN ? root.replace(/(?:at|e|y|i)$/, "") : stem;
}

const ROWS = DOINGS.map((row) => new Set(row.split(" ").map(stemOf)));

/** What else is said for what is done. */
export const sameDoings = (word: string): ReadonlySet<string> => {
  const stem = stemOf(word);
  return new Set(ROWS.filter((row) => row.has(stem)).flatMap((row) => [...row]));
};
