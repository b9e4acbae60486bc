import { escapeRegExp } from "../../../../base/glob.ts";
import { nearWord } from "../../../../base/near-word.ts";
import { stemOf } from "../file-names.ts";
import type { Folder } from "../folder.ts";
import { type Looking, look, together } from "../looking.ts";
import { readTokens } from "../reading/tokens.ts";
import { readCitedLines } from "../result-text.ts";

/** Shorter names have too many others beside them. */
const CHARS_MIN = 7;
const NAMES_MAX = 3;
/** By so many letters at its beginning or its end a name is looked for. */
const RIGHT_CHARS = 3;
const SLIPS_MAX = 2;

type Taken = readonly [said: string, meant: string];

/** A text with the names in it that stand nowhere as the nearest ones that stand here, and which were taken so. */
export function* withMeantNames(
  text: string,
  folder: Folder,
): Looking<{ readonly text: string; readonly taken: readonly Taken[] }> {
  const names = [...new Set(readTokens(text).flatMap(({ kind, text: said }) => (kind === "name" ? [said] : [])))]
    .filter((name) => /^-{0,2}[A-Za-z][\w-]+$/.test(name) && name.replace(/^-+/, "").length >= CHARS_MIN)
    .slice(0, NAMES_MAX);
  const taken = (yield* together(names.map((name) => meantName(name.replace(/^-+/, ""), folder)))).flat();
  const meant = taken.reduce(
    (said, [name, other]) =>
      said.replace(new RegExp(`(?<![\\w-])(-*)${escapeRegExp(name)}(?![\\w-])`, "g"), `$1${other}`),
    text,
  );
  return { text: meant, taken };
}

function* meantName(name: string, { paths }: Folder): Looking<readonly Taken[]> {
  if (paths.some((path) => path.toLowerCase().includes(name.toLowerCase()))) return [];
  const itself = yield* look("search_code", { pattern: escapeRegExp(name), ignore_case: true, limit: 20 });
  if (itself.failed || readCitedLines(itself.text).length > 0) return [];
  const rest = `[\\w-]{${name.length - RIGHT_CHARS - SLIPS_MAX},${name.length - RIGHT_CHARS + SLIPS_MAX}}`;
  const [first, last] = [name.slice(0, RIGHT_CHARS), name.slice(-RIGHT_CHARS)].map(escapeRegExp);
  const pattern = `\\b(?:${first}${rest}|${rest}${last})\\b`;
  const found = yield* look("search_code", { pattern, ignore_case: true, limit: 500 });
  if (found.failed) return [];
  const counts = new Map<string, number>();
  for (const word of [...(found.text.match(new RegExp(pattern, "gi")) ?? []), ...paths.map(stemOf)])
    if (isSlip(name, word)) counts.set(word, (counts.get(word) ?? 0) + 1);
  const byCount = [...counts].sort(([, one], [, other]) => other - one).map(([word]) => word);
  const meant = nearWord(name, byCount);
  return meant === undefined ? [] : [[name, meant]];
}

/** Whether one may be a slip of the other: a number tells another of a row of names, and so does a letter of a short code in capitals. */
function isSlip(name: string, other: string): boolean {
  const isCode = name === name.toUpperCase();
  const of = (text: string, kept: RegExp): string => (text.match(kept) ?? []).join("");
  const sorted = (text: string): string => [...text.toUpperCase()].sort().join("");
  return of(name, /\d/g) === of(other, /\d/g) && (!isCode || sorted(name) === sorted(other));
}
