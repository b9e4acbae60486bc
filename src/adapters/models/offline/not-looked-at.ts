import { TOOL_FAULT } from "../../../core/protocol/event.ts";
import type { Answer } from "./answers/answer.ts";
import { firstNames } from "./cut-lists.ts";
import { type Found, type Looking, look, type Wanted } from "./looking.ts";
import { readReport } from "./result-text.ts";

/** How tools say what they did not come to, and how an answer says it. */
const NOTES: readonly (readonly [said: RegExp, told: (match: readonly string[]) => string])[] = [
  [
    /^\((\d+) (?:files|programs) were not looked at: there are too many, or they are too large\)$/gm,
    ([, count]) => `Not looked at, as there are too many or they are too large: ${count} files.`,
  ],
  [
    /^\(of (\d+) (?:files|programs) only the first (\d+) KB were looked at\)$/gm,
    ([, count, size]) => `Looked at only to their first ${size} KB: ${count} files.`,
  ],
  [
    /^\(of lines in (\d+) files only the first (\d+) characters were looked at\)$/gm,
    ([, count, size]) => `Lines looked at only to their first ${size} characters: in ${count} files.`,
  ],
  [
    /^\(files that may hold secrets, or that a rule forbids, were not searched\)$/gm,
    () => "Files that may hold secrets, or that a rule forbids, were not searched.",
  ],
];
/** Of a search that ended early nothing may be told as absent: that is said before anything else. */
const CUT = /\bsearch (?:for .* )?was cut, as (?:time ran out|lines of many megabytes filled)/;
const CUT_TOLD =
  "A search was cut, as there was too much to look through in its time: there may be more, and what is said to be nowhere may be somewhere.";

const FAULT = new RegExp(`^${TOOL_FAULT}(.*)\\. This is a fault of the tool`, "s");
/** Of a look-up that a fault ended: it found nothing, and that says nothing of what is there. */
const faultIn = ({ text, failed }: Found): string | undefined => {
  const [, message] = (failed && FAULT.exec(text)) || [];
  return message && `A look-up failed (${message.split("\n")[0]}): what is said to be nowhere may be somewhere.`;
};

/** An answer, and once what the look-ups that it rests on did not come to: below it, or above where it may make an absence untrue. */
export function* withNotLookedAt(work: Looking<Answer>, tools: ReadonlySet<string>): Looking<Answer> {
  const told = new Set<string>();
  let isOfParsers = false;
  const above = new Set<string>();
  let state = work.next();
  while (!state.done) {
    const found = yield state.value;
    for (const note of found.flatMap(notesIn)) told.add(note);
    if (found.some(({ text }) => CUT.test(text))) above.add(CUT_TOLD);
    for (const fault of found.flatMap((one) => faultIn(one) ?? [])) above.add(fault);
    isOfParsers ||= state.value.some(isOfParser);
    state = work.next(found);
  }
  if (isOfParsers) for (const note of yield* notParsed(tools)) told.add(note);
  const said = [...above, ...(above.size > 0 ? [""] : []), state.value.text, ...told];
  return said.length === 1 ? state.value : { ...state.value, text: said.join("\n") };
}

const notesIn = ({ text }: Found): readonly string[] =>
  NOTES.flatMap(([said, tell]) => [...text.matchAll(said)].map((match) => tell(match)));

const SUMMARY = "citadel_get_file_summary";
/** What reads the text of the programs itself. */
const OUTCOMES = "citadel_outcomes";
const isOfParser = ({ name }: Wanted): boolean => name.startsWith("citadel_") && name !== OUTCOMES;
const SHOWN_MAX = 3;

/** Files that the parsers understood in part or not at all. */
function* notParsed(tools: ReadonlySet<string>): Looking<readonly string[]> {
  if (!tools.has(SUMMARY)) return [];
  const found = yield* look(SUMMARY, { path: ".", limit: SHOWN_MAX });
  const section = found.failed ? undefined : readReport(found.text).sections.find(({ title }) => title === NOT_READ);
  const places = section?.rows.flatMap((row) => / — (\S+:\d+)$/.exec(row)?.[1] ?? []) ?? [];
  if (!section || places.length === 0) return [];
  const files = section.total === 1 ? "1 file was" : `${section.total} files were`;
  const more = section.total - places.length;
  return [
    `${files} not read in full by the parsers: ${firstNames(places, SHOWN_MAX)}${more > 0 ? ` and ${more} more` : ""}.`,
  ];
}

const NOT_READ = "Not read in full";
