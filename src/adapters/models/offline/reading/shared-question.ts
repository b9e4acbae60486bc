/** What two groups both do to things of a kind. */
export interface SharedQuestion {
  /** The kind of thing, as it is said. */
  readonly noun: string;
  readonly verb: string;
  /** The groups, as they are said. */
  readonly sides: readonly [one: string, other: string];
}

const ASKS = String.raw`^\W*(?:which|what|list|show me|show|tell me|find|how many)(?: me)?(?: are)?(?: all| the| of the)* ([a-z]+s)`;
const SIDE = String.raw`((?:the )?[\w-]+(?: [\w-]+){0,2})`;
const VERB = "(use|copy|include|read|write|update|call|change|run|have|delete)";
const SIDES = `${SIDE},? (?:and|as well as|and also by|and also|and by) (?:by )?${SIDE}`;

const FORMS: readonly (readonly [form: RegExp, order: readonly [verb: number, one: number, other: number]])[] = [
  // "Which copybooks are shared between batch and online"
  [
    new RegExp(
      `${ASKS}(?: that| which)?(?: are| is| being)?(?: both)? (?:shared|common|in common)(?: both)? (?:between|by|among|across|to|with|of|for)(?: both)? ${SIDES}\\W*$`,
      "i",
    ),
    [0, 2, 3],
  ],
  // "Which copybooks do both batch and online use"
  [new RegExp(`${ASKS}(?: that)?(?: do| does)? both (?:of )?${SIDES} ${VERB}\\W*$`, "i"), [4, 2, 3]],
  [new RegExp(`${ASKS}(?: that)?(?: do| does)? ${SIDES} both ${VERB}\\W*$`, "i"), [4, 2, 3]],
  // "Which copybooks are used by both batch and online"
  [
    new RegExp(`${ASKS}(?: that| which)?(?: are| is)? ([a-z]+(?:ed|ten|d|n)) (?:both by|by both) ${SIDES}\\W*$`, "i"),
    [2, 3, 4],
  ],
  // "Which copybooks do batch and online share"
  [new RegExp(`${ASKS}(?: that)?(?: do| does)?(?: both)? ${SIDES} (?:share|have in common)\\W*$`, "i"), [0, 2, 3]],
];

const OF_PAST: Readonly<Record<string, string>> = {
  used: "use",
  copied: "copy",
  included: "include",
  read: "read",
  written: "write",
  updated: "update",
  called: "call",
  changed: "change",
  deleted: "delete",
};
/** What is one of programs without saying so. */
const OF_PROGRAMS = /^(?:the )?(batch|online|cics)(?: (?:side|part|world|code|half|ones?))?$/i;

/** Reads a question of what two groups have in common; undefined for any other. */
export function readShared(part: string): SharedQuestion | undefined {
  for (const [form, [verbAt, oneAt, otherAt]] of FORMS) {
    const match = form.exec(part);
    if (!match) continue;
    const said = match[verbAt]?.toLowerCase() ?? "";
    const verb = verbAt === 0 ? "use" : (OF_PAST[said] ?? (/(?:ed|en)$/.test(said) ? undefined : said));
    const sides = [match[oneAt] ?? "", match[otherAt] ?? ""];
    if (verb === undefined) continue;
    const [one = "", other = ""] = sides.map((side) => sideOf(side, sides[1] ?? ""));
    return { noun: (match[1] ?? "").toLowerCase(), verb, sides: [one, other] };
  }
  return undefined;
}

/** "Batch and online programs" are two groups of programs. */
function sideOf(side: string, last: string): string {
  const [, group] = OF_PROGRAMS.exec(side) ?? [];
  const noun = / (programs|jobs|screens|modules)$/i.exec(last)?.[1] ?? "programs";
  return group === undefined ? side.replace(/^the /i, "") : `${group.toLowerCase()} ${noun}`;
}
