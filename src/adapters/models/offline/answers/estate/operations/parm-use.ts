import type { Looking } from "../../../looking.ts";
import { programs } from "../../../query/rows/estate.ts";
import type { Row } from "../../../query/shape.ts";
import { answered } from "../../answer.ts";
import { whole } from "../dossiers/whole-rows.ts";
import { fileLines } from "../file-lines.ts";
import { readJob } from "../job-steps.ts";
import type { Dossier } from "./dossier.ts";
import { jobsMeant } from "./jobs-meant.ts";
import { readReceived } from "./linkage.ts";
import { quotedLines } from "./program-lines.ts";

const ASKS = /\bparms?\b|\bparametros?\b|\bparameters?\b/;
/** How a program is called by another is told by its callers. */
const OF_CALL =
  /\b(?:who|whom) calls\b|\bcalls? \w+ with\b|\bconfig|\btsconfig|\bhttp|\bquery param|\bfunction\b|\burl\b/;
const USES_MAX = 4;

/** "What is the PARM of X for": what the job gives, and where the program uses it. */
export const PARM_USE: Dossier = {
  asks: (said) => ASKS.test(said) && !OF_CALL.test(said),
  tells: /\b(?:used?|uses|for|what|where|format|change|if)\b/,
  *answer(_said, own, context) {
    const found = yield* jobsMeant(own, [], context);
    const steps: { readonly job: Row; readonly program: string; readonly row: string }[] = [];
    for (const job of found)
      for (const { name, runs, path, line } of (yield* readJob(job.path)).steps) {
        const [, program = "", , parm] = /\bPGM=([\w$#@]+)(,.*)?,PARM=(.+)$/i.exec(runs) ?? [];
        if (parm !== undefined) steps.push({ job, program, row: `${job.name}/${name}: ${runs} — ${path}:${line}` });
      }
    if (steps.length === 0) return undefined;
    const known = (yield* programs()).rows.filter(({ name }) =>
      steps.some(({ program }) => program.toUpperCase() === name.toUpperCase()),
    );
    const texts: string[] = [];
    for (const program of known) texts.push(...(yield* receivedText(program)));
    const first = steps.map(({ job }) => job);
    return {
      answer: {
        ...answered(
          whole(
            "The PARM that is given",
            steps.map(({ row }) => row),
          ),
          ...texts,
        ),
        obeyed: "all",
      },
      groups: [{ kind: "job", rows: first }, ...context.before],
    };
  },
};

function* receivedText({ name, path }: Row): Looking<readonly string[]> {
  const lines = yield* fileLines(path);
  const received = readReceived(lines);
  if (!received) return [];
  const { names, from, to, uses, unused } = received;
  return [
    `${name} receives it as ${names.join(", ")}:`,
    quotedLines(path, lines, { from, to }),
    uses.length === 0 ? `No statement of ${name} uses it.` : `Where ${name} uses it (${uses.length}):`,
    ...uses.slice(0, USES_MAX).map((use) => quotedLines(path, lines, use)),
    ...(uses.length > USES_MAX ? [`- … ${USES_MAX} of ${uses.length} shown`] : []),
    ...(unused.length > 0 && uses.length > 0 ? [`No statement of ${name} names ${unused.join(", ")}.`] : []),
  ];
}
