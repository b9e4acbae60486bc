import { escapeRegExp } from "../../../../../base/glob.ts";
import { jclStatements } from "../../../../../engines/citadel/languages/jcl/jcl-statements.ts";
import { COBOL_PROGRAMS, isJcl, stemOf } from "../../file-names.ts";
import { type Looking, lookAll, together } from "../../looking.ts";
import type { QueryAnswer } from "../../query/answer-query.ts";
import type { Context } from "../../query/draft.ts";
import { type CitedLine, isComment, readNumbered } from "../../result-text.ts";
import { answered, cited, listed, search } from "../answer.ts";
import { operandsText } from "./job-steps.ts";

const JCL_GLOB = "*.{jcl,JCL,prc,PRC,proc,PROC}";
const NAME = "[A-Z#$@][A-Z0-9#$@]{0,7}";
const SAID = new RegExp(
  `\\b(?:DD|ddname)(?:[ -](?:name|statement|card))? +["'\`]?(${NAME})\\b["'\`]?|\\b(${NAME}) +DD\\b(?: (?:name|statement|card)\\b)?`,
);
/** Words of a question for a DD alone; where it says another, more is asked. */
const ASKS_ONLY =
  /^(?:what|which|where|is|are|does|do|the|an?|of|in|at|on|for|to|from|have|has|data|sets?|datasets?|files?|points?|pointing|refers?|stands?|means?|meant|behind|defined|declared|assigned|allocated|jobs?|steps?|programs?|uses?|used|que|qual|quais|onde|esta|está|o|a|de|do|da|no|na|em|ficheiro|arquivo|conjunto|dados|passo|usa|usam|aponta|para)$/;
const STATEMENT_LINES_MAX = 30;

/** "Which data set is DD X of step Y", "which programs use DD X": its statements, each with its step, and the programs that assign a file to it. */
export function* answerDd(part: string, { folder }: Context): Looking<QueryAnswer | undefined> {
  const said = SAID.exec(part);
  const name = said?.[1] ?? said?.[2];
  if (!said || name === undefined || !folder.paths.some(isJcl)) return undefined;
  const rest = part.replace(said[0], " ").match(/[\p{L}\p{N}#$@.-]+/gu) ?? [];
  const places = rest.filter((word) => new RegExp(`^${NAME}(?:\\.\\w+)?$`).test(word) && word.length > 1);
  if (rest.some((word) => !places.includes(word) && !ASKS_ONLY.test(word.toLowerCase()))) return undefined;
  const [steps, dds, assigned] = yield* together([
    search(String.raw`^//\S+ +EXEC\b`, { glob: JCL_GLOB, limit: 2000 }),
    search(`^//(?:\\S+\\.)?${escapeRegExp(name)} +DD\\b`, { glob: JCL_GLOB }),
    search(`\\bASSIGN +(?:TO +)?(?:\\w+-)*${escapeRegExp(name)}\\b`, { glob: COBOL_PROGRAMS }),
  ]);
  const all = (dds?.lines ?? []).map((line) => ({ line, step: stepAbove(line, steps?.lines ?? []) }));
  const programs = (assigned?.lines ?? []).filter(({ path, text }) => !isComment(path, text));
  if (all.length === 0 && programs.length === 0) return undefined;
  const meant = all.filter(({ line, step }) =>
    places.every((place) => memberOf(line.path) === memberOf(place) || step === place),
  );
  const shown = meant.length > 0 ? meant : all;
  const rows = yield* rowsOf(shown);
  const where = places.join(", ");
  return {
    answer: {
      ...answered(
        meant.length === 0 && all.length > 0 ? `No step of ${where} has a DD ${name}; others have:` : "",
        listed(`Statements of DD ${name}`, rows),
        listed(`Programs that assign a file to ${name}`, programs.map(cited)),
      ),
      obeyed: "all",
    },
    groups: [],
  };
}

const memberOf = (path: string): string => stemOf(path).toUpperCase();

function stepAbove({ path, line }: CitedLine, steps: readonly CitedLine[]): string | undefined {
  const above = steps.findLast((step) => step.path === path && step.line < line);
  return /^\/\/(\S+)/.exec(above?.text ?? "")?.[1];
}

/** Each statement with its step, over the lines on which it goes on. */
function* rowsOf(
  dds: readonly { readonly line: CitedLine; readonly step: string | undefined }[],
): Looking<readonly string[]> {
  const read = yield* lookAll(
    dds.map(({ line }) => ({
      name: "read_file",
      input: { path: line.path, offset: line.line, limit: STATEMENT_LINES_MAX },
    })),
  );
  return dds.map(({ line, step }, index) => {
    const below = readNumbered(read[index]?.text ?? "", line.path).map(({ text }) => text);
    const [statement] = jclStatements({ path: line.path, text: below.join("\n") });
    const whole = statement ? `${statement.name} DD ${operandsText(statement)}` : line.text.replace(/^\/\//, "");
    return `${step === undefined ? "" : `${step}: `}${whole} — ${line.path}:${line.line}`;
  });
}
