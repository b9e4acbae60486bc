import { isAside } from "../aside.ts";
import type { Folder } from "../folder.ts";
import { type Looking, together } from "../looking.ts";
import { KIND_NOUNS } from "../reading/lexicon.ts";
import type { Subject } from "../reading/subject.ts";
import { sameSubject } from "../reading/subject-words.ts";
import { conceptsOf, plain } from "../reading/tokens.ts";
import { formsOf, holdsWord } from "../reading/word-forms.ts";
import type { CitedLine } from "../result-text.ts";
import { type Answer, answered, cited, counted, listed, search, unanswered } from "./answer.ts";
import { type DocumentSection, opening, quoted, readmeOf, sectionsAbout } from "./documents.ts";
import { isDeclaring, NEAR_LINES, type Place, type Places, placesOf } from "./places.ts";

const WORDS_MAX = 6;
const EXCERPTS_MAX = 10;

/**
 * The places that speak of a subject: lines that hold all of its words, else stretches that do. Where no place does it says so and
 * names what each word alone is found in, as that answers another question.
 */
export function* about(subject: Subject, folder: Folder, before?: string): Looking<Answer> {
  const telling = yield* tellingWords(subject, folder);
  const words = yield* withDoing(telling, subject);
  if (words.length === 0) return unanswered(before ?? "That names nothing that could be looked up.");
  const found = yield* together(words.map((word) => search(formsOf(word))));
  const more = yield* together(
    words.flatMap((word, index) => (found[index]?.isWhole ? [] : [search(tellingLines(word, subject))])),
  );
  const further = more.flatMap(({ lines }) => lines);
  const held = words.map((word, index) => heldBy(word, [...(found[index]?.lines ?? []), ...further]));
  const missing = words.filter((_, index) => held[index]?.length === 0);
  const inside = yield* together(missing.map(holdingInside));
  if (inside.some((lines) => lines.length > 0)) return insideOthers(missing, inside, before);
  const section = missing.length > 0 ? undefined : yield* sectionOf(words);
  const places = placesOf(words, held.flat(), subject);
  if (missing.length === 0 && places.kind === "none" && section === undefined && words.length > 2)
    return leavingOneOut(words, held, subject, before);
  if (missing.length > 0 || (places.kind === "none" && section === undefined))
    return nothingHolds(words, held, missing, before);
  return answered(
    before,
    `By a text search for "${words.join(" ")}"${alsoRead(words)}, not by understanding it${leftOut(words, subject)}:`,
    subject.action && places.kind !== "doing"
      ? `No line tells for certain where it is ${subject.action.said}; it is spoken of here.`
      : "",
    section === undefined ? "" : quoted(section),
    placesText(words, places, { isWhole: found.every((one) => one.isWhole), action: subject.action?.said ?? "" }),
  );
}

/** With what is done where some line speaks of that, too: "how do I close a lid" is about closing before it is about lids. */
function* withDoing(words: readonly string[], { optional, action }: Subject): Looking<readonly string[]> {
  const verbs = optional.filter((word) => word.length > 3 && !isKindNoun(word) && !words.includes(word)).slice(0, 2);
  if (action !== undefined || words.length === 0 || words.length > 2 || verbs.length === 0) return words;
  const found = yield* together(verbs.map((verb) => search(formsOf(verb))));
  const isSpoken = (verb: string, index: number): boolean =>
    found[index]?.lines.some(({ text }) => [verb, ...words].every((word) => holdsWord(text, word))) ?? false;
  return [...words, ...verbs.filter(isSpoken).slice(0, 1)];
}

/** Where a word stands in more lines than a search gives: those that declare something of that name, or do what is asked. */
function tellingLines(word: string, { action }: Subject): string {
  const name = `[\\w-]*(?:${formsOf(word)})[\\w-]*`;
  const declared = `(?:function|def|class|interface|type|fn|func|PROGRAM-ID\\.?) +${name}|^.{7}${name}\\.\\s*$`;
  return action
    ? `${declared}|(?:${action.named.source}).*(?:${formsOf(word)})|^.{0,14}IF .*(?:${formsOf(word)})`
    : declared;
}

/** Without what the project is called, which does not tell one place in it from another. */
function* tellingWords({ required, optional }: Subject, folder: Folder): Looking<readonly string[]> {
  const project = yield* projectWords(folder);
  const spoken = required.filter((word) => word.length > 1).slice(0, WORDS_MAX);
  const telling = spoken.filter((word) => !project.has(plain(word)));
  const others = optional.filter((word) => !project.has(plain(word)) && word.length > 2);
  return [telling, others, spoken].find((words) => words.length > 0) ?? [];
}

/** The words of the question that were not searched for, so that nobody takes the lines for what they restrict; what is done is told of apart. */
function leftOut(words: readonly string[], { said, action }: Subject): string {
  const searched = new Set(words.map(plain));
  const left = said
    .flatMap((word) => word.split(/\s+/))
    .filter((word) => !searched.has(plain(word)) && plain(word) !== action?.said);
  return left.length === 0
    ? ""
    : `; I left out ${left.map((word) => `"${word}"`).join(", ")}, so the lines may be about more than that`;
}

/** What holds a subject is seldom said beside it. */
const isKindNoun = (word: string): boolean => conceptsOf(plain(word)).some((concept) => KIND_NOUNS.has(concept));

/** Where no place speaks of all of more than two words: the places that speak of all but one, and which one. */
function leavingOneOut(
  words: readonly string[],
  held: readonly (readonly CitedLine[])[],
  subject: Subject,
  before: string | undefined,
): Answer {
  const rarest = words.toSorted((one, other) => countOf(one) - countOf(other))[0];
  function countOf(word: string): number {
    return held[words.indexOf(word)]?.length ?? 0;
  }
  // The rarest word tells most, so that it stays.
  const tries = words
    .filter((word) => word !== rarest)
    .toSorted((one, other) => countOf(other) - countOf(one))
    .map((left) => ({ left, rest: words.filter((word) => word !== left) }));
  for (const { left, rest } of tries) {
    const places = placesOf(
      rest,
      rest.flatMap((word) => held[words.indexOf(word)] ?? []),
      subject,
    );
    if (places.kind !== "none")
      return answered(
        before,
        `No place in the files here speaks of all of "${words.join(" ")}" together. The nearest leaves out "${left}"${leftOut(words, subject)}:`,
        placesText(rest, places, { isWhole: true, action: subject.action?.said ?? "" }),
      );
  }
  return nothingHolds(words, held, [], before);
}

function placesText(
  words: readonly string[],
  found: Places,
  { isWhole, action }: { readonly isWhole: boolean; readonly action: string },
): string {
  const said = words.join(" ");
  switch (found.kind) {
    case "none":
      return "";
    case "stretches":
      return listed(
        `No line holds all of "${said}"; these stretches do, within ${NEAR_LINES} lines`,
        found.rows,
        undefined,
        6,
      );
    case "lines":
    case "doing": {
      const { places, isPart } = found;
      const of = isPart ? `"${words[0]}", within ${NEAR_LINES} lines of the rest of "${said}",` : `"${said}"`;
      const title =
        found.kind === "doing"
          ? `Lines that speak of ${of} and by their form do this (${action})`
          : `Lines that speak of ${of}`;
      const rows = places.map(({ line }) => cited(line));
      const list = listed(title, rows, isWhole ? rows.length : `${rows.length} or more`, EXCERPTS_MAX);
      return places.length > EXCERPTS_MAX ? `${list}\n${filesText(places)}` : list;
    }
  }
}

/** A subject is looked for under its other names, too; that is said. */
function alsoRead(words: readonly string[]): string {
  const others = words.flatMap((word) => sameSubject(plain(word)));
  return others.length > 0 ? ` (and ${others.slice(0, 5).join(", ")})` : "";
}

/** What a project is called does not tell one place in it from another. */
function* projectWords({ paths }: Folder): Looking<ReadonlySet<string>> {
  const readme = readmeOf({ paths });
  if (readme === undefined) return new Set();
  const { title } = yield* opening(readme);
  return new Set(
    (title?.text ?? "")
      .split(/[^\p{L}\p{N}]+/u)
      .slice(0, 6)
      .map(plain),
  );
}

/** Lines that hold it as a word, not as a part of another; lock files and their like say nothing. */
function heldBy(word: string, lines: readonly CitedLine[]): readonly CitedLine[] {
  return lines.filter(({ path, text }) => !GENERATED.test(path) && holdsWord(text, word));
}

const GENERATED = /(?:^|\/)(?:package-lock\.json|[\w-]+\.lock|[\w.-]+\.(?:min\.js|map|svg))$/i;

function nothingHolds(
  words: readonly string[],
  held: readonly (readonly CitedLine[])[],
  missing: readonly string[],
  before: string | undefined,
): Answer {
  const said = words.join(" ");
  const others = words.flatMap((word, index) => {
    const lines = (held[index] ?? []).toSorted(byKind);
    const [first] = lines;
    return first ? [`${word}: ${counted(lines.length, "line")}, such as ${cited(first)}`] : [];
  });
  return unanswered(
    before,
    missing.length > 0
      ? `Nothing in the files here speaks of ${missing.join(" or ")}: neither a name nor a line holds ${missing.length > 1 ? "these words" : "that word"}.`
      : `No place in the files here speaks of all of "${said}" together, so that I have no answer.`,
    others.length > 0
      ? listed("Nearest, each word by itself, which is not what was asked", others, others.length, WORDS_MAX)
      : "",
  );
}

/** What holds a word in the midst of another: before it is said that nothing speaks of it, it is looked for as it is written. */
function* holdingInside(word: string): Looking<readonly CitedLine[]> {
  const { lines } = yield* search(word, { literal: true, limit: 60 });
  return lines.filter(({ path }) => !GENERATED.test(path));
}

function insideOthers(
  missing: readonly string[],
  inside: readonly (readonly CitedLine[])[],
  before: string | undefined,
): Answer {
  const lists = missing.map((word, index) =>
    listed(
      `Lines that hold "${word}" inside another word`,
      (inside[index] ?? []).toSorted(byKind).map(cited),
      undefined,
      6,
    ),
  );
  const none = missing.filter((_, index) => inside[index]?.length === 0);
  const said = missing.map((word) => `"${word}"`).join(" or ");
  return unanswered(
    before,
    `No line here holds ${said} as a word of its own, so that I cannot tell.`,
    none.length < missing.length && none.length > 0 ? `Nothing at all holds ${none.join(" or ")}.` : "",
    ...lists,
  );
}

const byKind = (one: CitedLine, other: CitedLine): number =>
  Number(isAside(one.path)) - Number(isAside(other.path)) || Number(isDeclaring(other)) - Number(isDeclaring(one));

/** The section of a document whose heading speaks of it. */
function* sectionOf(words: readonly string[]): Looking<DocumentSection | undefined> {
  const sections = yield* sectionsAbout(words.map(formsOf).join("|"), 6);
  return sections.find(
    ({ heading, lines }) =>
      lines.length > 0 &&
      !NEWS.test(heading) &&
      words.some((word) => holdsWord(heading, word)) &&
      words.every(
        (word) => holdsWord(heading, word) || (words.length > 1 && lines.some(({ text }) => holdsWord(text, word))),
      ),
  );
}

/** A heading of what is new in a release says nothing of how it works. */
const NEWS = /^\W*(?:version|release|v)?\W*\d+\.\d/i;

function filesText(places: readonly Place[]): string {
  const counts = new Map<string, number>();
  for (const { line } of places) counts.set(line.path, (counts.get(line.path) ?? 0) + 1);
  const rows = [...counts]
    .sort(([, one], [, other]) => other - one)
    .map(([path, count]) => `${path}: ${counted(count, "line")}`);
  return listed("Files that speak of it most", rows, rows.length, 5);
}
