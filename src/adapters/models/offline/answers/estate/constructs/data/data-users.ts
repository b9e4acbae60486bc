import { type Looking, together } from "../../../../looking.ts";
import { readNames } from "../../../../names.ts";
import type { Use } from "../../../../query/rows/data.ts";
import type { Row } from "../../../../query/shape.ts";
import { readTokens } from "../../../../reading/tokens.ts";
import { askedWords } from "../../dossiers/asked-words.ts";
import { whole } from "../../dossiers/whole-rows.ts";
import { fileLines } from "../../file-lines.ts";
import type { Dossier } from "../../operations/dossier.ts";
import { codeColumns } from "../../operations/program-lines.ts";
import { told } from "../told.ts";
import { dataMeant } from "./data-meant.ts";

/** What may be done to data, and the statements that do it. */
interface Deed {
  readonly form: string;
  readonly letters: RegExp;
  readonly statement: RegExp;
  readonly noun: string;
}

const WRITING = /\b(?:RE)?WRITE\b|\bDELETE\b|\bINSERT\b|\bUPDATE\b|\bISRT\b|\bREPL\b|\bDLET\b/i;
const READING = /^(?!.*\b(?:(?:RE)?WRITE|INSERT|DELETE)\b)/i;
const DEEDS: readonly Deed[] = [
  {
    form: "(?:writ(?:es?|ten|ing)|puts?|stores?|saves?|fills?|outputs?|changes?|changed|modif(?:y|ies|ied)|alters?|updat(?:es?|ed|ing))",
    letters: /[CUD]/,
    statement: WRITING,
    noun: "write or change it",
  },
  {
    form: "(?:delet(?:es?|ed)|remov(?:es?|ed)|purg(?:es?|ed))",
    letters: /D/,
    statement: /\bDELETE\b|\bDLET\b/i,
    noun: "delete from it",
  },
  { form: "(?:reads?|looks? (?:at|in|up)|quer(?:y|ies))", letters: /R/, statement: READING, noun: "read it" },
  {
    form: "(?:us(?:es?|ed)|access(?:es|ed)?|touch(?:es|ed)?|opens?|work(?:s)? with|need(?:s)?)",
    letters: /./,
    statement: /./,
    noun: "use it",
  },
];
const WHO = String.raw`(?:who|what|(?:what|which) (?:[a-z]+ ){0,2}(?:programs?|jobs?|modules?|steps?|transactions?|parts?|code|screens?)|where)(?: else| all)?`;
const HELD = "(files?|data ?sets?|tables?|databases?|vsam|ksds|masters?|segments?|queues?)";
const formOf = ({ form }: Deed): RegExp =>
  new RegExp(
    String.raw`\b${WHO}(?: do| does| is| are| gets?| can| could| may)?(?: to| in)? ?${form}(?: to| into| from| in| records? (?:in|to|of|from|into))?(?: the| our| an?)? ((?:[a-z]+[ -]){1,4}?)${HELD}\b|\b(?:where|by what|by whom|by which \w+)(?: is| are| gets?)(?: the| our)? ((?:[a-z]+[ -]){1,4}?)${HELD} (?:being )?${form}`,
  );
const FORMS = DEEDS.map((deed) => ({ deed, form: formOf(deed) }));
const ROWS_MAX = 20;
const STEPS_MAX = 12;
const STATEMENTS_MAX = 3;

/** "Which programs write to the account file": the statements that do it, what does something else to it, and the steps of jobs. */
export const DATA_USERS: Dossier = {
  asks: (said) => asked(said) !== undefined,
  tells: /^\W*(?:and )?(?:by |in |from )?(?:who|which|what|where)\b/,
  *answer(said, own, context) {
    const { things } = yield* readNames(readTokens(own), context.folder, { alsoWords: false, isHowTo: false });
    // What is named is looked up by its name.
    if (things.some(({ written, name }) => written === name)) return undefined;
    const { deed, words, noun } = asked(said) ?? NOTHING;
    const meant = deed && (yield* dataMeant(words, noun, context));
    if (!meant) return undefined;
    const kept = meant.uses.filter(({ path }) => context.folder.keeps?.(path) ?? true);
    const doing = kept.filter(({ access }) => deed.letters.test(access));
    const others = kept.filter((use) => !doing.includes(use) && !use.isOfJob);
    const programs = doing.filter(({ isOfJob }) => !isOfJob);
    const statements = yield* statementRows(programs, deed);
    const steps = doing.filter(({ isOfJob }) => isOfJob);
    const { answer } = told(context, [
      meant.taken,
      statements.length === 0
        ? `No program here is seen to ${deed.noun}.`
        : whole(`Programs that ${deed.noun}`, statements, ROWS_MAX),
      whole(
        `Steps of jobs that ${deed.noun} (C creates, R reads, U updates, D deletes)`,
        [...new Set(steps.map(stepText))],
        STEPS_MAX,
      ),
      whole("Programs that do something else to it", [...new Set(others.map(useText))], STEPS_MAX),
    ]);
    // What is asked of "it" behind is asked of these.
    const rows = [...new Map(kept.map((use) => [use.data, use])).values()].map(
      ({ data, path, line }): Row => ({ kind: "dataset", name: data, path, line, text: data }),
    );
    return { answer, groups: [{ kind: "dataset", rows }, ...context.before] };
  },
};

interface Asked {
  readonly deed: Deed;
  readonly words: readonly string[];
  readonly noun: string;
}

const NOTHING = { deed: undefined, words: [], noun: "" } as const;

function asked(said: string): Asked | undefined {
  for (const { deed, form } of FORMS) {
    const [, one, noun, other, otherNoun] = form.exec(said) ?? [];
    const words = askedWords(one ?? other ?? "", SAYS_FILE);
    if (words.length > 0) return { deed, words, noun: noun ?? otherNoun ?? "" };
  }
  return undefined;
}

const SAYS_FILE = /^(?:master|file|data|main|vsam|indexed|sequential|db2|ims|database|set|record|record|entire|whole)$/;

/** Each program once, with the statements that do it, as they stand. */
function* statementRows(uses: readonly Use[], { statement }: Deed): Looking<readonly string[]> {
  const places = uses.map((use) => ({ use, lines: linesIn(use) }));
  const read = yield* together(uses.map(({ path }) => fileLines(path)));
  const rows = new Map<string, string[]>();
  for (const [index, { use, lines }] of places.entries()) {
    const code = codeColumns(read[index] ?? []);
    const texts = lines.map((line) => ({ line, text: statementAt(code, line) }));
    const doing = texts.filter(
      ({ text }) => statement.test(text) && !(statement === WRITING && /\bREAD\b/i.test(text)),
    );
    const shown = (doing.length > 0 ? doing : texts).slice(0, STATEMENTS_MAX);
    const told = shown.map(({ line, text }) => `${text} [${use.data}] — ${use.path}:${line}`);
    rows.set(use.user, [...(rows.get(use.user) ?? []), ...told]);
  }
  return [...rows].map(([user, told]) => `${user}: ${told.join("; ")}`);
}

/** The lines of its own source that show a use. */
const linesIn = ({ path, line, also }: Use): readonly number[] => [
  line,
  ...also.filter((place) => place.path === path).map((place) => place.line),
];

const STATEMENT_LINES = 3;

/** The statement that begins on a line, as far as it tells what it is done to. */
function statementAt(code: readonly string[], line: number): string {
  const [first = "", ...more] = code.slice(line - 1, line - 1 + STATEMENT_LINES);
  const isExec = /\bEXEC\b/i.test(first);
  return [first, ...(isExec ? more : [])].join(" ").replace(/\s+/g, " ").trim();
}

const useText = ({ user, access, data, path, line }: Use): string => `${user}: ${access} ${data} — ${path}:${line}`;

const stepText = ({ user, program, access, data, path, line }: Use): string =>
  `${user}${program === undefined ? "" : ` (${program})`}: ${access} ${data} — ${path}:${line}`;
