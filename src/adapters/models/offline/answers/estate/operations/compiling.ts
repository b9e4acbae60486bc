import { firstNames } from "../../../cut-lists.ts";
import { stemOf } from "../../../file-names.ts";
import type { Looking } from "../../../looking.ts";
import { linesOf } from "../../../query/rows/found.ts";
import { holdsWord } from "../../../reading/word-forms.ts";
import type { CitedLine } from "../../../result-text.ts";
import { answered, cited } from "../../answer.ts";
import { whole } from "../dossiers/whole-rows.ts";
import type { Dossier } from "./dossier.ts";

const ASKS =
  /\b(?:compil\w+|link-?edit\w*|assembl(?:e|ed|ing) (?:the )?(?:maps?|bms)|recompil\w+|compilar|compilo|compila)\b/;
const OF_OTHER =
  /\b(?:typescript|tsc|which|what|who) (?:programs?|else)? ?(?:must|have to|need|needs)\b|\bwhen i change\b|\bif i change\b|\bafter chang\w+\b|\btypescript\b|\bcompile (?:error|option)s?\b/;
const COMPILER =
  "\\bPGM=(?:IGYCRCTL|IGYWC\\w*|IKFCBL00|DFHEAP1\\$|DFHECP1\\$|DSNHPC|ASMA90|IEV90|IEWL|HEWL|IEWBLINK|DFHASMVS)";
const GLOB = "*.{jcl,JCL,prc,PRC,proc,PROC,template,jclt,cntl}";
const KINDS = ["batch", "cics", "online", "bms", "map", "db2", "ims", "mq"];
const ROWS_MAX = 8;
const FILES_MAX = 2;

/** "How do I compile a batch program": the jobs and procedures whose steps compile and bind, those of that kind first. */
export const COMPILING: Dossier = {
  asks: (said) => ASKS.test(said) && !OF_OTHER.test(said),
  tells: /\b(?:what|which|proc\w*|job|jcl|how|where|procedure|used)\b/,
  *answer(said, _own, context) {
    const kept = ({ path }: CitedLine): boolean => context.folder.keeps?.(path) ?? true;
    const steps = (yield* linesOf([{ pattern: `^//\\S* +EXEC +.*${COMPILER}`, glob: GLOB }])).lines.filter(kept);
    const procs = [...new Set(steps.map(({ path }) => path))];
    if (procs.length === 0) return undefined;
    const callers = (yield* linesOf([
      { pattern: `^//\\S* +EXEC +(?:PROC=)?(?:${procs.map(stemOf).join("|")})\\b`, glob: GLOB },
    ])).lines.filter(kept);
    const wanted = KINDS.filter((kind) => new RegExp(`\\b${kind}`).test(said));
    const { best, others } = yield* ofKind([...new Set([...callers, ...steps].map(({ path }) => path))], wanted);
    const shown = best.slice(0, FILES_MAX);
    const texts: string[] = [];
    for (const path of shown) {
      const run = callers
        .filter((line) => line.path === path)
        .flatMap(({ text }) => /EXEC +(?:PROC=)?(\w+)/i.exec(text)?.[1]?.toUpperCase() ?? []);
      texts.push(whole(path, yield* rowsOf(path, [...callers, ...steps]), ROWS_MAX));
      // What is run stands in the procedure.
      for (const one of procs.filter((file) => run.includes(stemOf(file).toUpperCase()) && !shown.includes(file)))
        texts.push(whole(`${one}, which it runs`, yield* rowsOf(one, steps), ROWS_MAX));
    }
    const rest = [...best.slice(FILES_MAX), ...others];
    const { lines: documents } = yield* linesOf([{ pattern: "\\bcompil(?:e|ing|ation)\\b", glob: "README*" }]);
    return {
      answer: {
        ...answered(
          wanted.length === 0
            ? "Jobs and procedures here whose steps compile:"
            : `Jobs and procedures here whose steps compile, of those that speak of "${wanted.join(" ")}":`,
          ...texts,
          rest.length === 0 ? undefined : `Others that compile: ${firstNames(rest, OTHERS_MAX)}.`,
          whole("Documents that speak of it", documents.filter(kept).map(cited), DOCUMENTS_MAX),
        ),
        obeyed: "all",
      },
      groups: context.before,
    };
  },
};

const DOCUMENTS_MAX = 3;

const OTHERS_MAX = 6;
const TOLD_MAX = 3;

/** What a file says of how it is used, and its steps. */
function* rowsOf(path: string, steps: readonly CitedLine[]): Looking<readonly string[]> {
  const { lines } = yield* linesOf([{ pattern: "^//\\S* +SET +|^//\\*.*\\b(?:CHANGE|SUBMIT|REPLACE)\\b", path }]);
  const told = [...new Map(lines.map((line) => [line.text.trim(), line])).values()].slice(0, TOLD_MAX);
  const own = steps.filter((line) => line.path === path && !/^\/\/\*/.test(line.text));
  return [...told, ...own].toSorted((one, other) => one.line - other.line).map(cited);
}

/** The files that speak of most of the kinds, jobs before procedures; and the others. */
function* ofKind(
  paths: readonly string[],
  wanted: readonly string[],
): Looking<{ readonly best: readonly string[]; readonly others: readonly string[] }> {
  const { lines } = yield* linesOf(paths.map((path) => ({ pattern: "^//(?:\\*|\\S+ +(?:JOB|PROC)\\b)", path })));
  const heldBy = (path: string): number => {
    const own = lines.filter((line) => line.path === path).map(({ text }) => text);
    return wanted.filter((word) => holdsWord([stemOf(path), ...own].join(" "), word)).length;
  };
  const most = Math.max(...paths.map(heldBy));
  const isJob = (path: string): boolean => /\.jcl$/i.test(path);
  const best = paths.filter((path) => heldBy(path) === most);
  return {
    best: best.toSorted((one, other) => Number(isJob(other)) - Number(isJob(one))),
    others: paths.filter((path) => heldBy(path) !== most),
  };
}
