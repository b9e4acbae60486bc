import { isIn, joinsIn } from "../../../described.ts";
import type { Looking } from "../../../looking.ts";
import type { Context } from "../../../query/draft.ts";
import { linesOf } from "../../../query/rows/found.ts";
import type { CitedLine } from "../../../result-text.ts";
import { answered, notNarrowed } from "../../answer.ts";
import { askedWords } from "../dossiers/asked-words.ts";
import { whole } from "../dossiers/whole-rows.ts";
import type { Dossier } from "./dossier.ts";

const ASKS =
  /\b(?:generations?|gdgs?|gdg bases?|generation (?:data ?)?groups?|geracao|geracoes|versions? (?:of the )?backups?)\b/;
const HOW_MANY =
  /\b(?:how (?:many|long)|limits?|kept|keep|keeps|max\w*|number|retain\w*|retention|scratch|which|what|defined|where|quant[oa]s|old|older|oldest)\b/;
/** Who writes one is another question. */
const WHO_DOES = /\b(?:which|what|who|que|quais) (?:jobs?|programs?|steps?)\b(?! defin)/;
const GLOB = "*.{jcl,JCL,prc,PRC,proc,ctl,CTL,cntl,CNTL,ams,txt,TXT}";

/** "How many generations are kept": the limits of the generation data groups, with the statements that define them. */
export const GENERATIONS: Dossier = {
  asks: (said) => ASKS.test(said) && HOW_MANY.test(said) && !WHO_DOES.test(said),
  tells: /\b(?:how|limit|kept|where|which|defined|what happens)\b/,
  *answer(said, _own, context) {
    const groups = (yield* definedGroups(context)).toSorted((one, other) => Number(one.path > other.path));
    if (groups.length === 0) return undefined;
    const words = askedWords(said, ASKS_ONLY);
    const isNamed = ({ name }: Group): boolean =>
      joinsIn(words, name) || words.every((word) => name.split(".").some((part) => isIn(word, part)));
    const named = groups.filter(isNamed);
    // One that holds only some of the words may be another: then all are shown, and nothing is said of them together.
    const meant = named.length === 0 ? groups : named;
    const title =
      meant.length < groups.length
        ? "Limits of the generation data groups that are named so"
        : "Limits of the generation data groups";
    const limits = [...new Set(meant.map(({ limit }) => limit))];
    const differing = meant.filter((one) =>
      meant.some((other) => other.name === one.name && other.limit !== one.limit),
    );
    return {
      answer: {
        ...answered(
          named.length === 0 ? notNarrowed(words) : undefined,
          limits.length === 1 && named.length > 0 ? `Each of them keeps ${limits[0]} generations.` : undefined,
          whole(title, meant.map(groupText), ROWS_MAX),
          differing.length === 0
            ? undefined
            : `${differing[0]?.name} is defined with different limits: which one holds depends on which job defined it first.`,
        ),
        obeyed: "all",
      },
      groups: context.before,
    };
  },
};

const ASKS_ONLY =
  /^(?:generation|generations|gdg|gdgs|base|bases|group|groups|limit|limits|kept|keep|retain|number|many|long|old|older|oldest|previous|earlier|day|days|data|set|sets|dataset|datasets|file|files|version|versions|max|maximum|geracao|geracoes|guard\w+|mant\w+|limites?|antig[oa]s?|arquivos?|dados|grupos?)$/;
const ROWS_MAX = 20;

interface Group {
  readonly name: string;
  readonly limit: string;
  readonly rest: string;
  readonly path: string;
  readonly from: number;
  readonly to: number;
}

const groupText = ({ name, limit, rest, path, from, to }: Group): string =>
  `${name}: LIMIT(${limit})${rest === "" ? "" : ` ${rest}`} — ${path}:${from}-${to}`;

const DEFINE = /\b(?:GENERATIONDATAGROUP|GDG)\b/i;
const NEAR = 8;

function* definedGroups({ folder }: Context): Looking<readonly Group[]> {
  const { lines } = yield* linesOf([
    {
      pattern: "\\b(?:GENERATIONDATAGROUP|GDG)\\b|\\bNAME *\\(|\\bLIM(?:IT)? *\\(|\\b(?:NO)?(?:SCRATCH|EMPTY)\\b",
      glob: GLOB,
    },
  ]);
  const kept = lines.filter(({ path, text }) => (folder.keeps?.(path) ?? true) && !/^\/\/\*/.test(text));
  return kept.flatMap((line, index) => (DEFINE.test(line.text) ? groupAt(line, kept.slice(index)) : []));
}

/** A definition over its lines, until the next begins. */
function groupAt(start: CitedLine, lines: readonly CitedLine[]): readonly Group[] {
  const next = lines.findIndex(
    (one, index) => index > 0 && (one.path !== start.path || one.line - start.line > NEAR || DEFINE.test(one.text)),
  );
  const own = lines.slice(0, next < 0 ? undefined : next);
  const text = own.map((one) => one.text.slice(0, 72)).join(" ");
  const name = /\bNAME *\( *([^\s)]+)/i.exec(text)?.[1];
  const limit = /\bLIM(?:IT)? *\( *(\d+)/i.exec(text)?.[1];
  if (name === undefined || limit === undefined) return [];
  const rest = [...text.matchAll(/\b(?:NO)?(?:SCRATCH|EMPTY)\b/gi)].map(([word]) => word).join(" ");
  return [{ name, limit, rest, path: start.path, from: start.line, to: own.at(-1)?.line ?? start.line }];
}
