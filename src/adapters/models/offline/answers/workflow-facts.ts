import { listFiles } from "../folder.ts";
import { type Looking, lookAll } from "../looking.ts";
import type { QueryAnswer } from "../query/answer-query.ts";
import type { Context } from "../query/draft.ts";
import { plain } from "../reading/tokens.ts";
import { type CitedLine, readNumbered } from "../result-text.ts";
import { answered, cited, listedInOrder } from "./answer.ts";

const FILES = ".github/workflows/*.{yml,yaml}";
const FILES_MAX = 30;
const LINES_MAX = 600;
const SPEAKS = /\b(?:workflows?|ci|pipelines?|github actions?|continuous integration|matrix)\b/;

/** What of workflows may be asked for: how it is asked, what it is called, and the lines that tell it. */
interface Aspect {
  readonly asked: RegExp;
  readonly title: string;
  lines(lines: readonly CitedLine[], said: string): readonly CitedLine[];
}

const VERSIONED = /^(?:python|node|java|go|ruby|rust|dotnet|deno|bun)(?:\.?js)?$/;

const ASPECTS: readonly Aspect[] = [
  {
    asked:
      /\bevents?\b|\btrigger\w*|\bwhen (?:does|do|is|are|will)\b|\bwhat starts\b|\bwho starts\b|\bhow (?:is|are) .* (?:started|triggered)\b|\bschedul\w+|\bhow often\b|\bgets? started\b/,
    title: "What starts it",
    lines: (lines) =>
      blockAt(
        lines,
        lines.findIndex(({ text }) => /^["']?on["']?:/.test(text)),
      ),
  },
  {
    asked: /\bversions?\b/,
    title: "Versions",
    lines: (lines, said) => {
      const runtime = (said.match(/[a-z.]+/g) ?? []).find((word) => VERSIONED.test(word))?.replace(/\.?js$/, "");
      const form = new RegExp(`^\\s*-? *["']?${runtime ?? "[\\w-]+"}[-_]version["']?:(?! *\\$\\{\\{ *matrix)`, "i");
      return lines.flatMap(({ text }, at) => (form.test(text) ? blockAt(lines, at) : []));
    },
  },
  {
    asked: /\boperating systems?\b|\bplatforms?\b|\bos(?:es)?\b|\brunners?\b|\bmachines?\b/,
    title: "Systems",
    lines: (lines) =>
      lines.flatMap(({ text }, at) =>
        /^\s*-? *(?:os|platform|runner|runs-on):(?! *\$\{\{)/.test(text) &&
        !/^\s*-? *(?:os|platform|runner): *\$/.test(text)
          ? blockAt(lines, at)
          : [],
      ),
  },
  {
    asked: /\bsecrets?\b|\btokens?\b|\bcredentials?\b|\bkeys?\b|\bneeds? to (?:publish|release|deploy|upload)\b/,
    title: "Secrets and permissions",
    lines: (lines) =>
      lines.flatMap((line, at) =>
        /secrets\.\w+|id-token:/.test(line.text)
          ? [line]
          : /^\s*environment:/.test(line.text)
            ? blockAt(lines, at)
            : [],
      ),
  },
  {
    asked: /\bpermissions?\b/,
    title: "Permissions",
    lines: (lines) => lines.flatMap(({ text }, at) => (/^\s*permissions:/.test(text) ? blockAt(lines, at) : [])),
  },
  {
    asked: /\bsteps?\b|\bcommands?\b|\bchecks?\b|\bwhat (?:does|do) .*\b(?:do|run|execute|check)s?\b/,
    title: "What it runs",
    lines: (lines) => lines.filter(({ text }) => /^\s*-? *(?:run: *(?![|>])\S|uses: )|^\s*- name:/.test(text)),
  },
];

/** "On which events does the publish workflow run", "which Python versions are tested in CI": what the workflows that are meant say. */
export function* answerWorkflowFacts(part: string, { before }: Context): Looking<QueryAnswer | undefined> {
  const said = plain(part);
  const aspects = ASPECTS.filter(({ asked }) => asked.test(said));
  if (aspects.length === 0 || !SPEAKS.test(said)) return undefined;
  const paths = (yield* listFiles(FILES)).paths.slice(0, FILES_MAX);
  if (paths.length === 0) return undefined;
  const read = yield* lookAll(paths.map((path) => ({ name: "read_file", input: { path, limit: LINES_MAX } })));
  const all = paths.map((path, index) => readNumbered(read[index]?.text ?? "", path));
  const longest = Math.max(...all.map((lines) => saidNames(lines, said)));
  const meant = longest > 0 ? all.filter((lines) => saidNames(lines, said) === longest) : ofTests(all, said);
  const texts = meant.flatMap((lines) => {
    const found = aspects.map((aspect) => ({ aspect, rows: distinct(aspect.lines(lines, said)) }));
    const told = found.filter(({ rows }) => rows.length > 0);
    const name = lines.find(({ text }) => /^name:/.test(text)) ?? lines[0];
    return told.length === 0 || name === undefined
      ? []
      : [
          cited(name),
          ...told.map(({ aspect, rows }) => listedInOrder(aspect.title, rows.map(cited), rows.length, ROWS_MAX)),
        ];
  });
  if (texts.length === 0) return undefined;
  return { answer: { ...answered("What the workflows of CI say:", ...texts), obeyed: "all" }, groups: before };
}

const ROWS_MAX = 14;

/** The words of a workflow by which it is called: its file, or its name. */
function namesOf(lines: readonly CitedLine[]): readonly (readonly string[])[] {
  const stem = lines[0]?.path.replace(/^.*\/|\.\w+$/g, "") ?? "";
  const name = lines.find(({ text }) => /^name:/.test(text))?.text.slice(5) ?? "";
  return [stem, name].map((text) => plain(text).match(/[a-z0-9]+/g) ?? []).filter((words) => words.length > 0);
}

/** How many words of its name are said, all of which must be: "the build and publish workflow" is not "publish". */
function saidNames(lines: readonly CitedLine[], said: string): number {
  const words: readonly string[] = said.match(/[a-z0-9]+/g) ?? [];
  return Math.max(0, ...namesOf(lines).map((name) => (name.every((word) => words.includes(word)) ? name.length : 0)));
}

/** Of what is tested, the workflows that are called so, else all. */
function ofTests(all: readonly (readonly CitedLine[])[], said: string): readonly (readonly CitedLine[])[] {
  if (!/\btest(?:s|ed|ing)?\b/.test(said)) return all;
  const called = (form: RegExp) =>
    all.filter((lines) => namesOf(lines).some((name) => name.some((word) => form.test(word))));
  return [called(/^(?:tests?|testing|suite)$/), called(/^(?:ci|checks?)$/), all].find((some) => some.length > 0) ?? all;
}

/** A key with all that stands below it, deeper than it. */
function blockAt(lines: readonly CitedLine[], at: number): readonly CitedLine[] {
  const head = lines[at];
  if (!head || at < 0) return [];
  const indent = head.text.search(/\S/);
  const behind = lines.slice(at + 1);
  const end = behind.findIndex(
    ({ text }) =>
      text.trim() !== "" && (text.search(/\S/) < indent || (text.search(/\S/) === indent && !/^\s*- /.test(text))),
  );
  const isList = /:\s*(?:#.*)?$/.test(head.text);
  return [head, ...(isList ? behind.slice(0, end < 0 ? undefined : end) : [])].filter(
    ({ text }) => text.trim() !== "" && !/^\s*#/.test(text),
  );
}

/** Each text once, with the first line that has it. */
const distinct = (lines: readonly CitedLine[]): readonly CitedLine[] =>
  lines.filter(({ text }, index) => lines.findIndex((one) => one.text.trim() === text.trim()) === index);
