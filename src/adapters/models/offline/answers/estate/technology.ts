import type { Looking } from "../../looking.ts";
import { negationIn } from "../../reading/question-form.ts";
import { type CitedLine, isComment } from "../../result-text.ts";
import {
  type Answer,
  type Asked,
  answered,
  cited,
  counted,
  type Intent,
  listed,
  search,
  unanswered,
  verdict,
} from "../answer.ts";

/** Which parts of a mainframe application use which of its technologies. */
export const TECHNOLOGY_INTENTS: readonly Intent[] = [
  {
    id: "technology",
    means: "where that technology is used",
    needs: "nothing",
    isAskedBy: (part) => TECHNOLOGIES.some(([name]) => name.test(part)),
    forms:
      "does it use ims | does it use ims anywhere | which programs use db2 | is mq used | which programs send to an mq queue | where is cics used | code that talks to db2 | which programs use vsam | onde e usado o db2 | which programs use sql | which programs read from mq | does anything use assembler | which programs use cics and db2 | programs that use ims | is there db2 | is there any cics | list the cics programs | list db2 programs | cics programs | ims programs | which programs are cics programs | quais programas usam cics | howmany programs use cics | howmany cics programs are there | which programs have no cics",
    answer: technologies,
  },
  {
    id: "dynamic-calls",
    means: "calls whose program is told by a variable",
    needs: "nothing",
    forms:
      "which programs are called dynamic | dynamic calls | are there dynamic calls | which calls are dynamic | list dynamic calls | quais programas sao chamados dynamic | where are programs called dynamic | does it use dynamic calls",
    *answer() {
      const { lines } = yield* search(DYNAMIC_CALL, { glob: SOURCES });
      const calls = lines.filter(
        ({ path, text }) => PROGRAM.test(path) && !isComment(path, text) && !/\bDISPLAY\b|['"][^'"]*CALL/i.test(text),
      );
      if (calls.length === 0)
        return verdict(false, answered("No line here calls a program whose name stands in a variable."));
      return verdict(
        true,
        answered(
          listed(
            "Lines whose program is told by a variable; which programs those are is known at run time",
            calls.map(cited),
            calls.length,
            ROWS_SHOWN_MAX,
          ),
        ),
      );
    },
  },
];

/** A name without quotes where a program is called, linked to or transferred to. */
const DYNAMIC_CALL = String.raw`\bCALL +[A-Z][A-Z0-9-]+(?: |$|\.)|\bPROGRAM *\( *[A-Z][A-Z0-9-]*[-][A-Z0-9-]* *\)`;

/** What the use of a technology looks like in a line. */
const TECHNOLOGIES: readonly (readonly [name: RegExp, pattern: string])[] = [
  [/\bims\b|\bdli\b/i, "EXEC +DLI|CBLTDLI|AIBTDLI|DFSRRC00"],
  [/\bdb2\b|\bsql\b/i, "EXEC +SQL"],
  [/\bmq\b/i, String.raw`CALL +['"]MQ\w+`],
  [/\bcics\b/i, "EXEC +CICS"],
  [/\bvsam\b/i, "ORGANIZATION +(?:IS +)?INDEXED|DEFINE +CLUSTER"],
  [/\bassembler\b|\bhlasm\b/i, String.raw`\b(?:CSECT|RSECT)\b|^\w+ +START +\d`],
];

const SOURCES = "*.{cbl,cob,cpy,CBL,CPY,jcl,JCL,asm,ASM,pli}";
const PROGRAM = /\.(?:cbl|cob|cobol|pli|asm)$/i;
const ROWS_SHOWN_MAX = 40;

interface Use {
  readonly label: string;
  readonly lines: readonly CitedLine[];
}

function* technologies(asked: Asked): Looking<Answer> {
  const { part, folder, concepts } = asked;
  const uses: Use[] = [];
  for (const [name, pattern] of TECHNOLOGIES) {
    const label = name.exec(part)?.[0].toUpperCase();
    if (label === undefined) continue;
    const { lines } = yield* search(pattern, { glob: SOURCES });
    const code = lines.filter(({ path, text }) => !isComment(path, text));
    uses.push({ label, lines: concepts.has("program") ? code.filter(({ path }) => PROGRAM.test(path)) : code });
  }
  if (uses.length === 0) return unanswered("Which technology is meant is not clear.");
  const negation = negationIn(part);
  if (negation !== undefined)
    return withoutThem(
      uses,
      folder.paths.filter((path) => PROGRAM.test(path)),
      negation,
    );
  const isAnyUsed = uses.some(({ lines }) => lines.length > 0);
  const isBoth = uses.length > 1 && /\b(?:and|both|e)\b/i.test(part) && /\b(?:which|what|quais|list)\b/i.test(part);
  const answer = isBoth ? inAllOf(uses) : answered(...uses.map(useText));
  return verdict(isAnyUsed, answer);
}

const useText = ({ label, lines }: Use): string =>
  lines.length === 0
    ? `No line uses ${label}.`
    : listed(
        `${label} is used in these files, each by its first line`,
        firstPerFile(lines).map(cited),
        undefined,
        ROWS_SHOWN_MAX,
      );

function inAllOf(uses: readonly Use[]): Answer {
  const [first, ...others] = uses;
  const lines = firstPerFile(first?.lines ?? []).filter(({ path }) =>
    others.every((use) => use.lines.some((line) => line.path === path)),
  );
  const label = uses.map((use) => use.label).join(" and ");
  return answered(
    lines.length === 0
      ? `No file uses ${label} together; by themselves:`
      : listed(
          `${label} are used together in these files, each by its first line`,
          lines.map(cited),
          undefined,
          ROWS_SHOWN_MAX,
        ),
    ...uses.map(({ label: one, lines: own }) => `${one}: ${counted(firstPerFile(own).length, "file")}.`),
  );
}

function withoutThem(uses: readonly Use[], programs: readonly string[], negation: string): Answer {
  const label = uses.map((use) => use.label).join(" or ");
  const others = programs.filter((path) => uses.every(({ lines }) => lines.every((line) => line.path !== path)));
  const rows = others.map((path) => `${path}:1`);
  const text =
    rows.length === 0
      ? `Every program here uses ${label}.`
      : listed(
          `Of ${counted(programs.length, "program")} these hold no line that uses ${label}`,
          rows,
          rows.length,
          ROWS_SHOWN_MAX,
        );
  return { ...verdict(rows.length > 0, answered(text)), obeyed: [negation] };
}

function firstPerFile(lines: readonly CitedLine[]): readonly CitedLine[] {
  return lines.filter(({ path }, index) => lines.findIndex((line) => line.path === path) === index);
}
