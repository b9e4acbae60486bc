import type { Looking } from "../looking.ts";
import type { Section } from "../result-text.ts";
import { isTestFile } from "../test-files.ts";
import {
  type Answer,
  type Asked,
  answered,
  type Intent,
  listedInOrder,
  report,
  sectionText,
  unanswered,
} from "./answer.ts";

/** What is longest and most complex. */
export const LARGEST_INTENTS: readonly Intent[] = [
  {
    id: "longest",
    usesThings: true,
    means: "what is longest and most complex",
    needs: "nothing",
    forms:
      "what is the biggest file | longest file | largest program | which files are the largest | most complex function | most complex program | which program is the most complex | where is the code most complicated | which paragraphs are most complex | complexity | hardest code | qual o maior arquivo | qual o programa mais complexo | maior programa | top complex functions | which function is the longest | which source file is the longest | what are the biggest modules | which module is the largest | biggest class | largest copybook | biggest job | largest test file | quais os maiores programas | qual o maior job | which language file is the largest | longest screen | which code is the most complex",
    answer: longest,
  },
];

const LANGUAGES: readonly (readonly [concept: string, language: RegExp])[] = [
  ["program", /^(?:cobol|pli|hlasm|rpg|natural)/],
  ["copybook", /^(?:copybook|dclgen)/],
  ["job", /^jcl/],
  ["screen", /^bms/],
];
const ROW = /^(\d+) lines, ([\w-]+) — (\S+):\d+/;
/** More would leave no room for the second list. */
const LISTED_MAX = 120;

function* longest({ folder, things, concepts }: Asked): Looking<Answer> {
  const path = things.find(({ kind }) => kind === "file" || kind === "folder")?.name ?? ".";
  const stats = yield* report("citadel_get_file_stats", { path, limit: LISTED_MAX }, folder);
  if (!stats) return unanswered("No parser reads what is here, so that lengths and complexity are not known.");
  const files = filesText(
    stats.sections.find(({ title }) => title === "Longest files"),
    concepts,
  );
  const units = sectionText(
    stats.sections.find(({ title }) => /^Most complex|^Paragraphs|^Units/.test(title)),
    undefined,
    8,
  );
  const isOfUnits = concepts.has("complex") || concepts.has("function");
  if (!isOfUnits) return answered(files, concepts.has("program") ? units : "");
  if (units !== "") return answered(units, concepts.has("function") ? "" : files);
  return answered(
    "Neither complexity nor the length of single functions is counted for the languages here; these are the longest files.",
    files,
  );
}

function filesText(section: Section | undefined, concepts: ReadonlySet<string>): string {
  const rows = section?.rows ?? [];
  const kinds = LANGUAGES.filter(([concept, form]) => concepts.has(concept) && isAnyOf(rows, form));
  const own = rows.filter((row) => {
    const [, , language = "", file = ""] = ROW.exec(row) ?? [];
    if (concepts.has("test")) return isTestFile(file);
    return kinds.length === 0 || kinds.some(([, form]) => form.test(language));
  });
  const isAll = kinds.length === 0 && !concepts.has("test");
  const total = isAll ? (section?.total ?? 0) : own.length;
  return listedInOrder(`Longest files${kindText(kinds, concepts)}`, own, total, 8);
}

const isAnyOf = (rows: readonly string[], form: RegExp): boolean =>
  rows.some((row) => form.test(ROW.exec(row)?.[2] ?? ""));

function kindText(kinds: typeof LANGUAGES, concepts: ReadonlySet<string>): string {
  if (concepts.has("test")) return " of tests";
  return kinds.length === 0 ? "" : ` that are a ${kinds.map(([concept]) => concept).join(" or ")}`;
}
