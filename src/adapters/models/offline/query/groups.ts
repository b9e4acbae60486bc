import { stemOf } from "../file-names.ts";
import type { Thing } from "../folder.ts";
import { chunksOf } from "./chunks.ts";
import { readItems } from "./items.ts";
import type { Group, Kind, Row } from "./shape.ts";

/** What code intelligence and names call a thing, and which kind of rows it is one of. */
const KIND_OF: Readonly<Record<string, Kind>> = {
  program: "program",
  job: "job",
  transaction: "transaction",
  copybook: "copybook",
  map: "screen",
  mapset: "screen",
  table: "table",
  dataset: "dataset",
  class: "class",
  function: "function",
  method: "function",
  file: "file",
};

/** Files that are sources of a kind. */
const ENDINGS: readonly (readonly [ending: RegExp, kind: Kind])[] = [
  [/\.(?:cbl|cob|cobol)$/i, "program"],
  [/\.jcl$/i, "job"],
  [/\.(?:cpy|copy)$/i, "copybook"],
  [/\.bms$/i, "screen"],
];

/** What parts before named, as groups that queries behind can refer to. */
export function groupsOf(things: readonly Thing[]): readonly Group[] {
  return things.flatMap(({ name, kind, places }): Group[] => {
    const ending =
      kind === "file" || kind === "symbol"
        ? ENDINGS.find(([form]) => form.test(places[0]?.path ?? name))?.[1]
        : undefined;
    const own = ending ?? KIND_OF[kind];
    if (own === undefined) return [];
    const stem = kind === "file" && ending !== undefined ? stemOf(name) : name;
    return [{ kind: own, rows: [{ kind: own, name: stem, path: places[0]?.path ?? "", line: places[0]?.line ?? 1 }] }];
  });
}

const CITED_MAX = 3;

/** "Which program …": the programs among the files that its answer cites, where they are few. */
export function citedGroups(part: string, text: string): readonly Group[] {
  const asked =
    chunksOf(readItems(part))?.chunks.flatMap((chunk) => (chunk.is === "noun" ? chunk.noun.kinds : [])) ?? [];
  const ending = ENDINGS.find(([, kind]) => kind === asked[0]);
  if (!ending) return [];
  const [form, kind] = ending;
  const cited = [...text.matchAll(/^- (\S+):(\d+) /gm)].map(([, path = "", line]): readonly [string, number] => [
    path,
    Number(line),
  ]);
  const files = [...new Map(cited.filter(([path]) => form.test(path)).reverse())].reverse();
  if (files.length === 0 || files.length > CITED_MAX) return [];
  const rows = files.map(([path, line]): Row => ({ kind, name: stemOf(path), path, line }));
  return [{ kind, rows }];
}

const THINGS_MAX = 3;

/** What a query found, as things that other kinds of questions can be asked of; none where it is too many to be "it". */
export function thingsOf(groups: readonly Group[]): readonly Thing[] {
  const [first] = groups;
  if (!first || first.rows.length > THINGS_MAX) return [];
  return first.rows
    .filter(({ path }) => path !== "")
    .map(({ name, kind, path, line }) => ({ written: name, name, kind, places: [{ path, line, text: "" }] }));
}
