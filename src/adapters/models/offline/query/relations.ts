import { escapeRegExp } from "../../../../base/glob.ts";
import type { Folder } from "../folder.ts";
import type { Looking } from "../looking.ts";
import { isComment } from "../result-text.ts";
import { imports, inheritance, type Near } from "./rows/code.ts";
import { dataEdges } from "./rows/data.ts";
import { jobs, programs, transactions } from "./rows/estate.ts";
import { type Edges, linesOf, placeOfRow, wholeReport } from "./rows/found.ts";
import { commands } from "./rows/project.ts";
import { readMaps } from "./rows/screens.ts";
import { DATA_RELATIONS, type Edge, type Kind, type Relation } from "./shape.ts";

/** What an edge is looked for by. */
export interface EdgeWish {
  readonly relation: Relation;
  /** Names that a question gives, of which alone edges are wanted. */
  readonly names: readonly string[];
  readonly near: Near;
}

/** Who can do what to what, and where it stands. */
export interface Relating {
  readonly relations: readonly Relation[];
  readonly from: readonly Kind[];
  readonly to: readonly Kind[];
  /** True: the other end is a text, of which words are looked for. */
  readonly isOfText?: boolean;
  /** What is said behind rows that it selects. */
  readonly besides?: string;
  readonly edges: (folder: Folder, wish: EdgeWish) => Looking<Edges | undefined>;
}

export const RELATINGS: readonly Relating[] = [
  { relations: ["run", "call", "use"], from: ["job", "step", "transaction"], to: ["program"], edges: executions },
  {
    relations: ["call", "run", "use"],
    from: ["program"],
    to: ["program"],
    edges: (folder) => callouts(["calls", "links", "xctls"], folder),
  },
  {
    relations: ["copy", "use", "have", "import"],
    from: ["program"],
    to: ["copybook"],
    edges: (folder) => callouts(["copies", "includes"], folder),
  },
  {
    relations: DATA_RELATIONS,
    from: ["job", "step"],
    to: ["dataset", "table"],
    edges: (folder, { relation }) => dataEdges(relation, "jobs", folder),
  },
  {
    relations: DATA_RELATIONS,
    from: ["program"],
    to: ["dataset", "table"],
    edges: (folder, { relation }) => dataEdges(relation, "programs", folder),
  },
  {
    relations: ["change", "update", "write"],
    from: ["program"],
    to: ["field"],
    besides: "Counted are statements that name it; what reads or moves the whole record that holds it changes it, too.",
    edges: (_, { names }) => fieldChanges(names),
  },
  {
    relations: ["send", "show", "use", "have"],
    from: ["program"],
    to: ["screen"],
    edges: (folder) => callouts(["sends", "receives"], folder),
  },
  { relations: ["show", "have", "send", "use"], from: ["screen"], to: ["field"], isOfText: true, edges: screenTexts },
  { relations: ["have"], from: ["job"], to: ["step"], edges: jobSteps },
  {
    relations: ["import", "use"],
    from: ["file"],
    to: ["file", "dependency"],
    edges: (_, { names, near }) => imports(names, near),
  },
  { relations: ["run", "use", "call"], from: ["command"], to: ["command"], edges: commandCalls },
  {
    relations: ["run", "use", "call"],
    from: ["command"],
    to: ["test", "command"],
    isOfText: true,
    edges: commandTexts,
  },
  { relations: ["extend"], from: ["class"], to: ["class"], edges: (_, { near }) => inheritance(near) },
];

/** The edges of those relationships, as code intelligence lists them. */
export function* callouts(only: readonly string[], folder: Folder): Looking<Edges | undefined> {
  const found = yield* wholeReport("citadel_get_callouts", { path: ".", only }, folder);
  if (!found) return undefined;
  const edges = found.sections.flatMap(({ title, rows }) =>
    rows.flatMap((row): Edge[] => {
      const place = placeOfRow(row);
      const [, from, to, told = ""] = /^(\S+) -> (\S+)(.*)$/.exec(place?.said ?? "") ?? [];
      if (!place || from === undefined || to === undefined || /^["']/.test(to)) return [];
      const possibly = told.includes("[possibly") ? "possibly " : "";
      const step = /^[^/]+\/\S/.test(from) && title === "executes" ? `${from} ` : "";
      return [{ from, to, path: place.path, line: place.line, note: `${step}${possibly}${title} ${to}` }];
    }),
  );
  return { edges, isWhole: found.isWhole };
}

/** What jobs, their steps and transactions run; a procedure that a step runs is followed. */
export function* executions(folder: Folder): Looking<Edges | undefined> {
  const found = yield* callouts(["executes"], folder);
  if (!found) return undefined;
  const known = new Set((yield* jobs()).rows.map(({ name }) => name.toUpperCase()));
  // A job that defines transactions runs none of their programs.
  const started = new Map((yield* transactions(folder)).rows.map(({ path, line, name }) => [`${path}:${line}`, name]));
  const ofProcedure = new Map<string, Edge[]>();
  for (const edge of found.edges) {
    const holder = (edge.from.split("/")[0] ?? "").toUpperCase();
    if (edge.from.includes("/") && !known.has(holder))
      ofProcedure.set(holder, [...(ofProcedure.get(holder) ?? []), edge]);
  }
  const followed = found.edges.flatMap((edge) =>
    (ofProcedure.get(edge.to.toUpperCase()) ?? []).map(
      (inner): Edge => ({ ...inner, from: edge.from, note: `runs ${inner.to} through ${edge.to}` }),
    ),
  );
  // A scheduler that starts a job of the same name runs no program.
  const own = found.edges
    .filter(({ from, to }) => from !== to)
    .map((edge): Edge => ({ ...edge, from: started.get(`${edge.path}:${edge.line}`) ?? edge.from }));
  return { edges: [...own, ...followed], isWhole: found.isWhole };
}

/** Programs by the statements that give a field of the given names another value. */
function* fieldChanges(names: readonly string[]): Looking<Edges | undefined> {
  const [first, ...others] = names.filter((name) => /^[A-Z][A-Z0-9]*(?:-[A-Z0-9]+)+$/i.test(name));
  if (first === undefined || others.length > 0) return undefined;
  const field = `${escapeRegExp(first)}(?:[^\\w-]|$)`;
  const { lines, isWhole } = yield* linesOf([
    {
      pattern: `\\b(?:TO|INTO|FROM|GIVING|BY) +(?:[\\w()-]+[, ]+)*${field}|\\bCOMPUTE +${field}|\\bINITIALIZE +.*${field}`,
      glob: "*.{cbl,cob,cobol,CBL,COB}",
    },
  ]);
  const programOf = new Map((yield* programs()).rows.map(({ path, name }) => [path, name]));
  const changing = /\b(?:MOVE|ADD|SUBTRACT|MULTIPLY|DIVIDE|COMPUTE|STRING|INITIALIZE|INTO|TO|GIVING)\b/i;
  const edges = lines
    .filter(({ path, text }) => !isComment(path, text) && changing.test(text) && !/\bRE?WRITE\b|\bSELECT\b/i.test(text))
    .flatMap(({ path, line, text }): Edge[] => {
      const from = programOf.get(path);
      return from === undefined ? [] : [{ from, to: first, path, line, note: text.trim().replace(/\s+/g, " ") }];
    });
  return { edges, isWhole };
}

function* jobSteps(folder: Folder): Looking<Edges | undefined> {
  const found = yield* callouts(["executes"], folder);
  if (!found) return undefined;
  const edges = found.edges
    .filter(({ from }) => from.includes("/"))
    .map((edge): Edge => ({ ...edge, from: edge.from.split("/")[0] ?? "", to: edge.from }));
  return { edges, isWhole: found.isWhole };
}

function* commandTexts(folder: Folder): Looking<Edges> {
  const { rows, isWhole } = yield* commands(folder);
  return {
    edges: rows.map(({ name, note, path, line }): Edge => ({ from: name, to: `${name} ${note}`, path, line, note })),
    isWhole,
  };
}

const CALLED = /\b(?:npm|pnpm|yarn|bun|make)(?: run)? ([\w:.-]+)/g;

/** Which commands a command runs by their names. */
function* commandCalls(folder: Folder): Looking<Edges> {
  const { rows, isWhole } = yield* commands(folder);
  const names = new Set(rows.map(({ name }) => name));
  const edges = rows.flatMap(({ name, note = "", path, line }): Edge[] =>
    [...note.matchAll(CALLED)].flatMap(([, to = ""]) =>
      to !== name && names.has(to) ? [{ from: name, to, path, line, note }] : [],
    ),
  );
  return { edges, isWhole };
}

function* screenTexts(folder: Folder): Looking<Edges> {
  const { fields, isWhole } = yield* readMaps(folder);
  const edges = fields
    .filter(({ name, initial }) => name !== "" || initial.trim() !== "")
    .map(({ screen, name, initial, path, line }): Edge => {
      const shown = initial.trim() === "" ? name : `${name} '${initial.trim()}'`.trim();
      return { from: screen, to: `${screen}/${name} ${initial}`, path, line, note: shown };
    });
  return { edges, isWhole };
}
