import { readUses } from "../../../query/rows/data.ts";
import { linesOf } from "../../../query/rows/found.ts";
import { type CitedLine, isComment } from "../../../result-text.ts";
import { whole } from "../dossiers/whole-rows.ts";
import type { Dossier } from "../operations/dossier.ts";
import { codeLines, placed } from "../operations/program-lines.ts";
import { told } from "./told.ts";

const JCL = "*.{jcl,JCL,prc,PRC,proc,ctl,CTL,txt}";
const DEFINED = String.raw`\bDEFINE +\w+|\bDEF +(?:CL|AIX|PATH)\w*|\bNAME *\(|\bKEYS? *\( *\d|\bRECORDSIZE *\(|\bRECSZ *\(|\bRELATE *\(|\b(?:NON)?INDEXED\b|\bNUMBERED\b|\bLINEAR\b|\b(?:NON)?UNIQUEKEY\b`;
const ROWS_MAX = 20;

/** "Which VSAM files are there, and what are their keys": every cluster and index that is defined, with key and record size. */
export const CLUSTERS: Dossier = {
  isOfStory: true,
  asks: (said) =>
    /\bvsam\b/.test(said) && /\bkeys?\b/.test(said) && !/\b(?:read|access|update|write|open)\w*\b/.test(said),
  tells: /\b(?:keys?|key|length|record|size|index\w*|which|what)\b/,
  *answer(_said, _own, context) {
    const { lines, isWhole } = yield* linesOf([{ pattern: DEFINED, glob: JCL }]);
    const kept = lines.filter(({ path, text }) => !isComment(path, text) && (context.folder.keeps?.(path) ?? true));
    const clusters = clustersIn(kept);
    const files = (yield* codeLines([
      {
        pattern: String.raw`\b(?:RECORD +KEY|ALTERNATE +RECORD +KEY|RELATIVE +KEY)\b`,
        glob: "*.{cbl,cob,cobol,CBL,COB}",
      },
    ])).lines;
    const vsam = ((yield* readUses(context.folder))?.uses ?? []).filter(({ data }) =>
      /\.(?:KSDS|ESDS|RRDS|VSAM)(?:\.|$)/i.test(data),
    );
    if (clusters.length + files.length === 0 || !isWhole) return undefined;
    const names = new Set(clusters.map(({ name }) => name.toUpperCase()));
    const undefinedHere = [
      ...new Map(vsam.filter(({ data }) => !names.has(data.toUpperCase())).map((use) => [use.data, use])).values(),
    ];
    return told(context, [
      clusters.length === 0
        ? "No job here defines a VSAM file (no DEFINE CLUSTER): keys stand only where programs select one."
        : whole("VSAM files that are defined here, a key as its length and its offset", clusters.map(rowOf), ROWS_MAX),
      clusters.length === 0
        ? whole(
            "VSAM data sets that jobs and programs name",
            undefinedHere.map(({ data, path, line }) => `${data} — ${path}:${line}`),
            ROWS_MAX,
          )
        : "",
      whole("Keys by which programs select such files", files.map(placed), clusters.length === 0 ? ROWS_MAX : FEW),
    ]);
  },
};

const FEW = 6;

/** A data set or an index that is defined. */
export interface Cluster {
  readonly kind: string;
  readonly name: string;
  readonly said: readonly string[];
  readonly place: CitedLine;
}

/** What is defined in files of IDCAMS, each with its first name: those behind it are of its data and index parts. */
export function clustersIn(lines: readonly CitedLine[]): readonly Cluster[] {
  const begins = lines.flatMap((line, index) => {
    const defined = DEFINES.exec(line.text)?.[1];
    return defined === undefined ? [] : [{ kind: kindOf(defined.toUpperCase()), index, place: line }];
  });
  const found = begins.flatMap(({ kind, index, place }, at): Cluster[] => {
    const below = lines.slice(index, begins[at + 1]?.index).filter(({ path }) => path === place.path);
    const texts = below.map(({ text }) => text.toUpperCase());
    const named = texts.flatMap((text, row) => [...text.matchAll(NAMES)].map(([, name = ""]) => ({ name, row })));
    const [own, part] = named;
    if (!own || kind === "") return [];
    // Behind a name on the same line nothing more is said of the whole.
    return [{ kind, name: own.name, said: texts.slice(0, part?.row).flatMap(saidIn), place }];
  });
  return [...new Map(found.map((one) => [`${one.name} ${one.said.join(" ")}`, one])).values()];
}

const DEFINES = /\bDEF(?:INE)? +([A-Z]+)/i;
const NAMES = /\bNAME *\( *([^\s)]+)/g;

function kindOf(word: string): string {
  if (/^CL/.test(word)) return "cluster";
  if (/^(?:AIX|ALTERNATEINDEX)/.test(word)) return "alternate index";
  return "";
}

function saidIn(text: string): readonly string[] {
  const key = /\bKEYS? *\( *(\d+)[ ,]+(\d+)/.exec(text);
  const size = /\b(?:RECORDSIZE|RECSZ) *\( *(\d+)[ ,]+(\d+)/.exec(text);
  const of = /\bRELATE *\( *([^\s)]+)/.exec(text)?.[1];
  const form = /\b(NONINDEXED|NUMBERED|LINEAR|NONUNIQUEKEY)\b/.exec(text)?.[1];
  return [
    ...(key ? [`key ${key[1]} at ${key[2]}`] : []),
    ...(size ? [`records ${size[1] === size[2] ? size[1] : `${size[1]} to ${size[2]}`}`] : []),
    ...(of === undefined ? [] : [`of ${of}`]),
    ...(form === undefined ? [] : [form.toLowerCase()]),
  ];
}

const rowOf = ({ kind, name, said, place }: Cluster): string =>
  `${name}${kind === "cluster" ? "" : ` (${kind})`}: ${said.length === 0 ? "no key is given" : said.join(", ")} — ${place.path}:${place.line}`;
