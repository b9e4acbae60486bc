import { escapeRegExp } from "../../../../../base/glob.ts";
import { isIn } from "../../described.ts";
import { stemOf } from "../../file-names.ts";
import { framesFor } from "../../frames.ts";
import { type Looking, look } from "../../looking.ts";
import type { QueryAnswer } from "../../query/answer-query.ts";
import type { Context } from "../../query/draft.ts";
import { programs } from "../../query/rows/estate.ts";
import { plain } from "../../reading/tokens.ts";
import { type CitedLine, isComment, readNumbered } from "../../result-text.ts";
import { type Answer, type Asked, answered, type Intent, isEstate, search, unanswered, verdict } from "../answer.ts";
import { noMainframe } from "./estate-data.ts";

/** What a menu lets one choose. */
export const MENU_INTENTS: readonly Intent[] = [
  {
    id: "menu",
    usesThings: true,
    isOfWhole: true,
    obeys: true,
    means: "the options of the menus, with the programs that they start",
    needs: "nothing",
    forms:
      "what options does the menu have | which options are in the menu | menu options | what can i choose in the menu | what can a user choose in the menu | what can users do from the menu | what can T choose in menu | what can T do in his menu | what does the T menu offer | o que pode T escolher no menu | which programs does the menu start | which programs can be reached from the menu | list the menu options | what is on the menu | what entries does the menu have | quais as opcoes do menu | que opcoes tem o menu | what options does the menu have and which programs do they start",
    answer: menus,
  },
];

const ASKS =
  /\bmenus?\b.*\b(?:options?|choices?|entries|items|choose|opcoes|contain|have|has|offer|show|list)\b|\b(?:options?|choices?|entries|items|opcoes|choose|escolher|functions?|reach|open|do)\b.*\bmenus?\b|\bmenus? functions?\b/;
const EACH =
  /^\W*(?:and |e )?(?:which|what|qual|que|quais) (?:programs?|transactions?|programas?)\b.*\b(?:each|cada|they|them|those)\b/;
const OPTION = "option of a menu";
const KINDS_OF_MENU = /\b(main|admin|principal|user|system|first|top)(?:istrat\w+)?\b/;

/** "Which options does the main menu have, and which program does each start?" */
export function* answerMenu(part: string, { folder, before }: Context): Looking<QueryAnswer | undefined> {
  const said = plain(part);
  const known = before.find(({ rows }) => rows.some(({ note }) => note === OPTION));
  if (known && EACH.test(said)) return { answer: answered(framesFor(part).asAbove), groups: before };
  if (!isEstate(folder) || !ASKS.test(said)) return undefined;
  const kind = KINDS_OF_MENU.exec(said)?.[1]?.replace("principal", "main");
  const asked = {
    part,
    things: [],
    topic: [],
    subject: [],
    restricting: kind === undefined ? [] : [kind],
    concepts: new Set<string>(),
    folder,
  };
  const answer = yield* menus(asked);
  if (!answer.isAnswer) return undefined;
  const rows = [...answer.text.matchAll(/^\d+\. .*: (\S+) — (\S+):(\d+)$/gm)].map(([, name = "", path = "", line]) => ({
    kind: "program" as const,
    name,
    path,
    line: Number(line),
    note: OPTION,
  }));
  return { answer: { ...answer, obeyed: "all" }, groups: [{ kind: "program", rows, isMany: true }, ...before] };
}

interface Option {
  readonly label: string;
  readonly program: string;
  readonly place: CitedLine;
}

/** Tables of literals are declared without names, and read under those of a redefinition. */
const UNNAMED = String.raw`\b\d\d +(?:FILLER +)?PIC`;
const TABLES_MAX = 12;
const LINES_MAX = 300;
/** A label stands so near before the program that it starts. */
const LABEL_LINES = 4;
/** The name of the table stands so near above its first option. */
const NAME_LINES = 16;

/** Tables of literals in which names of programs alternate with what a menu calls them. */
function* menus({ folder, restricting }: Asked): Looking<Answer> {
  if (!isEstate(folder)) return noMainframe("menus");
  const names = (yield* programs()).rows.map(({ name }) => name);
  if (names.length === 0) return noMainframe("menus");
  const known = new RegExp(`'(${names.map(escapeRegExp).join("|")})\\s*'`);
  const { lines } = yield* search(`${UNNAMED}.*VALUE +'(?:${names.map(escapeRegExp).join("|")}) *'`, {
    glob: "*.{cpy,CPY,cbl,CBL,cob}",
  });
  const ends = new Map<string, number[]>();
  for (const { path, line, text } of lines)
    if (!isComment(path, text)) ends.set(path, [...(ends.get(path) ?? []), line]);
  const all = [...ends].filter(([, at]) => at.length > 1);
  const places = all.slice(0, TABLES_MAX);
  const tables: { readonly path: string; readonly about: string; readonly options: readonly Option[] }[] = [];
  for (const [path, at] of places) {
    const offset = Math.max(1, Math.min(...at) - NAME_LINES);
    const limit = Math.min(LINES_MAX, Math.max(...at) - offset + 1);
    const found = yield* look("read_file", { path, offset, limit });
    const own = readNumbered(found.failed ? "" : found.text, path).filter(({ text }) => !isComment(path, text));
    const options = optionsIn(own, known);
    const about = own.flatMap(({ text }) => /\b\d\d +([A-Z][\w-]+)/i.exec(text.slice(6))?.[1] ?? []).join(" ");
    if (options.length > 1) tables.push({ path, about, options });
  }
  const answer = menuText(tables, restricting);
  if (all.length === places.length) return answer;
  return { ...answer, text: `${answer.text}\n- … ${places.length} of ${all.length} shown` };
}

function menuText(
  tables: readonly { readonly path: string; readonly about: string; readonly options: readonly Option[] }[],
  restricting: readonly string[],
): Answer {
  if (tables.length === 0) return unanswered("No table of options that start programs was found here.");
  const holds = (word: string, { path, about }: { readonly path: string; readonly about: string }): boolean =>
    isIn(word, stemOf(path)) || about.split(" ").some((name) => isIn(word, name));
  const telling = restricting.filter((word) => tables.some((table) => holds(word, table)));
  const meant = tables.filter((table) => telling.every((word) => holds(word, table)));
  const shown = meant.length > 0 ? meant : tables;
  const texts = shown.map(({ path, options }) =>
    [
      `${options.length} options in ${path}, each with the program that it starts:`,
      ...options.map(
        ({ label, program, place }, index) => `${index + 1}. ${label}: ${program} — ${place.path}:${place.line}`,
      ),
    ].join("\n"),
  );
  return { ...verdict(true, answered(...texts)), obeyed: meant.length > 0 ? telling : [] };
}

function optionsIn(lines: readonly CitedLine[], known: RegExp): readonly Option[] {
  const options: Option[] = [];
  let taken = -1;
  for (const [index, place] of lines.entries()) {
    const program = known.exec(place.text.slice(0, 72))?.[1];
    if (program === undefined) continue;
    const labels = lines
      .slice(Math.max(taken + 1, index - LABEL_LINES), index)
      .flatMap(({ text }) => /'([^']*[A-Za-z]{2}[^']*)'/.exec(text.slice(0, 72))?.[1]?.trim() ?? []);
    taken = index;
    const label = labels.at(-1);
    if (label !== undefined && !known.test(`'${label}'`)) options.push({ label, program, place });
  }
  return options;
}
