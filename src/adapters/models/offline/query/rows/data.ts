import { LETTER_OF_EDGE } from "../../../../../engines/citadel/graph/access.ts";
import { dataUses } from "../../data-uses.ts";
import type { Folder } from "../../folder.ts";
import { type Looking, together } from "../../looking.ts";
import { isComment } from "../../result-text.ts";
import { type Edge, isOfData, LETTERS_OF, type Relation, type Row } from "../shape.ts";
import { type Edges, linesOf, placeOfRow, type Rows, wholeReport } from "./found.ts";

const USE = /^(\S+?)(?: (\S+))?: (\S+)\s+(\S+) \(([^)]+)\)(.*) — (\S+):(\d+)$/;

interface Place {
  readonly path: string;
  readonly line: number;
}

/** Who does what to which data. */
export interface Use {
  /** A program, or a step as `JOB/STEP`. */
  readonly user: string;
  /** That the step runs. */
  readonly program: string | undefined;
  readonly access: string;
  readonly data: string;
  readonly kind: string;
  readonly isOfJob: boolean;
  readonly path: string;
  readonly line: number;
  /** Where else it is shown. */
  readonly also: readonly Place[];
}

interface Uses {
  readonly uses: readonly Use[];
  readonly isWhole: boolean;
}

/** All that programs and steps do to data, maps left out; undefined where that is not known. @param names  as of `dataUses` */
export function* readUses(folder: Folder, names: readonly string[] = []): Looking<Uses | undefined> {
  const found = yield* dataUses(folder, names);
  if (!found) return undefined;
  const uses = found.rows.flatMap(({ text, isOfJob }): Use[] => {
    const [, user = "", program, access = "", data = "", kind = "", told = "", path = "", line] = USE.exec(text) ?? [];
    const also = [...told.matchAll(/([^\s,[\]]+):(\d+)/g)].map(([, file = "", at]) => ({
      path: file,
      line: Number(at),
    }));
    return data === "" || /^map/.test(kind)
      ? []
      : [{ user, program, access, data, kind, isOfJob, path, line: Number(line), also }];
  });
  return { uses, isWhole: found.isWhole };
}

/** Tables and segments, or datasets, files and queues, by who uses them. */
export function* dataRows(kind: "dataset" | "table", folder: Folder): Looking<Rows> {
  const { uses, isWhole } = (yield* readUses(folder)) ?? { uses: [], isWhole: true };
  const isTable = ({ kind: own }: Use): boolean => /^(?:table|segment)/.test(own);
  const named = new Map<string, Use[]>();
  for (const use of uses.filter((one) => isTable(one) === (kind === "table") && !isTemporary(one.data)))
    named.set(use.data, [...(named.get(use.data) ?? []), use]);
  const rows = [...named].map(([name, own]): Row => {
    const users = [...new Set(own.map(({ user, access }) => `${user} ${access}`))];
    const more = users.length > 3 ? ` and ${users.length - 3} more` : "";
    const [first] = own;
    return {
      kind,
      name,
      path: first?.path ?? "",
      line: first?.line ?? 1,
      note: `${first?.kind.replace(/ through.*|,.*/, "")}: ${users.slice(0, 3).join(", ")}${more}`,
      text: name,
    };
  });
  return { rows, isWhole };
}

const isTemporary = (name: string): boolean => name.startsWith("&&");

/** The places, `path:line`, where statements do what one of the letters says. */
function* doneAt(letters: RegExp, folder: Folder): Looking<ReadonlySet<string>> {
  const kinds = Object.entries(LETTER_OF_EDGE).flatMap(([kind, letter]) => (letters.test(letter) ? [kind] : []));
  const found = yield* together(
    kinds.map((kind) => wholeReport("citadel_get_callouts", { path: ".", only: [kind] }, folder)),
  );
  const rows = found.flatMap((report) => report?.sections ?? []).flatMap((section) => section.rows);
  return new Set(
    rows.flatMap((row) => {
      const place = placeOfRow(row);
      return place ? [`${place.path}:${place.line}`] : [];
    }),
  );
}

/** Who does that to which data: programs, or jobs and their steps. */
export function* dataEdges(
  relation: Relation,
  ofJobs: "jobs" | "programs",
  folder: Folder,
): Looking<Edges | undefined> {
  if (!isOfData(relation)) return undefined;
  const found = yield* readUses(folder);
  if (!found) return undefined;
  const { uses, isWhole } = found;
  const letters = LETTERS_OF[relation];
  const done = relation === "use" ? new Set<string>() : yield* doneAt(letters, folder);
  // What a program does stands in its source; a DD or a definition only says to what.
  const isShown = ({ path, line }: Place): boolean =>
    done.has(`${path}:${line}`) && (ofJobs === "jobs" || !/\.(?:jcl|prc|proc|csd)$/i.test(path));
  const edges = uses
    .filter(({ access, isOfJob }) => letters.test(access) && isOfJob === (ofJobs === "jobs"))
    .flatMap(({ user, data, access, path, line, also }): readonly Edge[] => {
      const shown = [{ path, line }, ...also].filter(isShown);
      const note = user.includes("/") ? `${user}: ${access} ${data}` : `${access} ${data}`;
      return (shown.length > 0 ? shown : [{ path, line }]).map((place) => ({ from: user, to: data, note, ...place }));
    });
  return { edges, isWhole };
}

/** Data that lines define as VSAM: clusters and their indexes, and names that say so; no generations and no plain files. */
export function* vsamNames(): Looking<(name: string) => boolean> {
  const { lines } = yield* linesOf([
    {
      pattern: String.raw`\bDEFINE +(?:CLUSTER|GDG|AIX|ALTERNATEINDEX|PATH|NONVSAM|GENERATIONDATAGROUP)|\bNAME *\(`,
      glob: "*.{jcl,JCL,ctl,prc,PRC,proc}",
    },
  ]);
  const names = new Set<string>();
  let isOpen = false;
  for (const { path, text } of lines) {
    if (isComment(path, text)) continue;
    const defined = /\bDEFINE +(\w+)/i.exec(text)?.[1];
    if (defined !== undefined) isOpen = /^(?:CLUSTER|AIX|ALTERNATEINDEX|PATH)$/i.test(defined);
    const name = /\bNAME *\( *([^\s)]+)/i.exec(text)?.[1];
    if (name !== undefined && isOpen) names.add(name.toUpperCase());
    if (name !== undefined) isOpen = false;
  }
  return (name) => names.has(name.toUpperCase()) || /\.(?:KSDS|ESDS|RRDS|VSAM|AIX)(?:\.|$)/i.test(name);
}

/** Data of generations: what is defined as such a group, or used as a generation of one. */
export function* generationNames(): Looking<(name: string) => boolean> {
  const { lines } = yield* linesOf([
    {
      pattern: String.raw`\bDEFINE +(?:GDG|GENERATIONDATAGROUP)|\bNAME *\(|\bDSN(?:AME)?=[^ ,]+\([+-]?\d+\)`,
      glob: "*.{jcl,JCL,ctl,prc,PRC,proc}",
    },
  ]);
  const names = new Set<string>();
  let isOpen = false;
  for (const { path, text } of lines) {
    if (isComment(path, text)) continue;
    isOpen ||= /\bDEFINE +(?:GDG|GENERATIONDATAGROUP)/i.test(text);
    const defined = isOpen ? /\bNAME *\( *([^\s)]+)/i.exec(text)?.[1] : undefined;
    if (defined !== undefined) isOpen = false;
    const used = /\bDSN(?:AME)?=([^ ,(]+)\([+-]?\d+\)/i.exec(text)?.[1];
    for (const name of [defined, used]) if (name !== undefined) names.add(name.toUpperCase());
  }
  return (name) => names.has(name.toUpperCase());
}

/** Tables that lines of SQL name; the others are segments of IMS. */
export function* sqlNames(): Looking<(name: string) => boolean> {
  const { lines } = yield* linesOf([
    {
      pattern: String.raw`\b(?:FROM|INTO|UPDATE|TABLE|JOIN)\s+[A-Z]\S+|\S+\s+TABLE\b`,
      glob: "*.{cbl,cob,cpy,sql,ddl,dcl,ctl,jcl,prc,CBL,JCL,CPY}",
    },
  ]);
  const text = lines.map((line) => line.text.toUpperCase()).join("\n");
  return (name) => {
    const last = (name.toUpperCase().split(".").at(-1) ?? name).replace(/[$&]/g, "\\$&");
    return new RegExp(`(?:FROM|INTO|UPDATE|TABLE|JOIN)\\s+(?:\\w+\\.)?${last}\\b|\\b${last}\\s+TABLE\\b`).test(text);
  };
}
