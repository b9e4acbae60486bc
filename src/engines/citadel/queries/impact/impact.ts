import type { Estate } from "../../graph/estate.ts";
import type { GraphNode } from "../../model.ts";
import { answer, byPlace, failure, type Line, type QueryResult, type Section } from "../answer.ts";
import { FlowIndex, type FlowUse, itemName, itemNode } from "../flow-index.ts";
import { overText } from "../lineage.ts";
import { dataToConvert } from "./data-to-convert.ts";
import { followUsers, type Users } from "./impact-tiers.ts";
import { describe } from "./item-text.ts";
import { otherLayouts } from "./other-layouts.ts";
import { type WhatIf, whatIf } from "./what-if.ts";

/** How far a change is followed through moves. */
const MOVES_MAX = 3;

export interface ImpactOptions {
  readonly flows?: FlowIndex;
  /** The PICTURE that a field would get: the statements that then lose something are told. */
  readonly to?: string;
  /** Also follow XCTL, START and RETURN TRANSID: menus lead from every screen to every other. */
  readonly navigation?: boolean;
}

/** What a change of a field, copybook, table, dataset, map, paragraph or program reaches, nearest first, with the line that proves each step. */
export function impact(
  estate: Estate,
  name: string,
  file?: string,
  { flows = new FlowIndex(estate), to, navigation = false }: ImpactOptions = {},
): QueryResult {
  const nodes = estate.find(name, file);
  if (nodes.length === 0) return failure(`Nothing in the estate is called ${name}${file ? ` in ${file}` : ""}`);
  const items = nodes.filter((node) => node.kind === "data-item");
  const others = nodes.filter((node) => node.kind !== "data-item");
  const sections: Section[] = [
    {
      heading: "What changes",
      lines: nodes.map((node) => ({
        text: `${estate.title(node)} (${node.kind})${describe(node)}`,
        file: node.file,
        line: node.start,
      })),
    },
  ];
  const reached: Reached = { homes: new Map(), users: new Map() };
  if (items.length > 0) sections.push(...itemImpact(estate, items, flows, reached));
  const ids = items.flatMap((item) => idsOf(estate, flows, item));
  const trial = to === undefined ? undefined : whatIf(estate, flows, ids, to);
  if (to !== undefined && !trial) return failure(`"${to}" is no PICTURE; write it as PIC X(12) or S9(9)V99.`);
  const grown = [...(trial?.grown ?? [])];
  for (const id of grown) addHome(estate, itemNode(estate, id), reached.homes);
  sections.push({ heading: "Data to convert", lines: dataToConvert(estate, flows, [...ids, ...grown]) });
  sections.push({ heading: "Other layouts of its bytes", lines: otherLayouts(estate, flows, items, ids) });
  const tried = trial && to !== undefined ? triedSections(trial, to) : NOT_TRIED;
  sections.push(...tried.sections);
  sections.push(...followUsers(estate, [...others, ...reached.homes.values()], { users: reached.users, navigation }));
  const notes = [
    ...tried.notes,
    "Recompile: what declares or copies it. Retest: what receives its value, and what calls or runs that. Followed: declarations, uses and moves of the field, COPY, calls, performs, jobs and transactions.",
    ...(navigation
      ? []
      : ["Transfers between screens (XCTL, START, RETURN TRANSID) are not followed; `screens` lists them."]),
  ];
  return answer(`Impact of a change to ${name}`, {
    sections: sections.filter((section) => section.lines.length > 0),
    notes,
  });
}

interface Tried {
  readonly sections: readonly Section[];
  readonly notes: readonly string[];
}

const NOT_TRIED: Tried = { sections: [], notes: [] };

/** What another PICTURE breaks; a field that has it already, as after the change, still may lose something. */
function triedSections({ broken, smaller, records, isToday }: WhatIf, to: string): Tried {
  const heading = isToday ? `It is ${to} already: code that loses something` : `Code to change for ${to}`;
  return {
    sections: [
      { heading, lines: broken },
      { heading: "Comes from what holds less", lines: smaller },
      { heading: `Records of another length with ${to}`, lines: records },
    ],
    notes: broken.length > 0 ? [] : [`No statement loses anything ${isToday ? "" : "more "}with ${to}.`],
  };
}

const idsOf = (estate: Estate, flows: FlowIndex, item: GraphNode): readonly string[] =>
  flows.idsOf(
    item,
    estate.inFile(item.file).filter((node) => node.kind === "data-item"),
  );

interface Reached {
  /** Programs and copybooks that declare what changes. */
  readonly homes: Map<string, GraphNode>;
  /** Programs that use it or receive its value, each with the first line that shows it. */
  readonly users: Users;
}

function addHome(estate: Estate, item: GraphNode | undefined, homes: Map<string, GraphNode>): void {
  const home = item && estate.programOf(item);
  if (home) homes.set(home.id, home);
}

function itemImpact(estate: Estate, items: readonly GraphNode[], flows: FlowIndex, reached: Reached): Section[] {
  const { users } = reached;
  const storage: Line[] = [];
  const used: Line[] = [];
  const moved: Line[] = [];
  for (const item of items) {
    storageLines(estate, item, storage);
    addHome(estate, item, reached.homes);
    const ids = idsOf(estate, flows, item);
    for (const id of ids) {
      for (const line of stepLines(estate, flows, id, users)) used.push(line);
      followMoves(estate, flows, id, { lines: moved, users });
    }
    sqlUses(estate, item, used, users);
    sqlSteps(estate, flows, ids, { lines: used, users });
  }
  return [
    { heading: "Storage that moves with it", lines: unique(storage) },
    { heading: "Uses", lines: unique(used).sort(byPlace) },
    { heading: "Fields that receive its value", lines: onePerStep(unique(moved)) },
  ];
}

/** Statements that read or set the item; those of SQL are told with their tables. */
function stepLines(estate: Estate, flows: FlowIndex, id: string, users: Users): Line[] {
  const lines: Line[] = [];
  const add = (use: FlowUse, text: string): void => void lines.push(useLine(estate, use, text, users));
  const received = new Map(flows.into(id).map((step) => [step.use, step]));
  for (const use of flows.uses(id)) {
    if (use.kind === "sql") continue;
    const step = received.get(use);
    if (use.isRead) add(use, `read (${use.kind})`);
    if (use.isWritten) add(use, step && step.from !== "" ? `receives ${itemName(step.from)}` : `set (${use.kind})`);
  }
  return lines;
}

function storageLines(estate: Estate, item: GraphNode, lines: Line[]): void {
  let depth = 0;
  for (let owner = estate.node(item.owner); owner && owner.kind === "data-item"; owner = estate.node(owner.owner)) {
    lines.push({
      text: `${owner.name}, the group that holds it${describe(owner)}`,
      file: owner.file,
      line: owner.start,
      depth,
    });
    depth += 1;
  }
  for (const other of estate.inFile(item.file)) {
    if (other.kind !== "data-item") continue;
    if (String(other.detail?.["redefines"] ?? "").toUpperCase() === item.name.toUpperCase())
      lines.push({ text: `${other.name} redefines it${describe(other)}`, file: other.file, line: other.start });
    const after = isSibling(estate, item, other) && Number(other.detail?.["offset"]) > Number(item.detail?.["offset"]);
    if (after)
      lines.push({
        text: `${other.name} follows it in its group${describe(other)}`,
        file: other.file,
        line: other.start,
      });
  }
}

/** In one group; where only some of a copybook's names are given by REPLACING, the others stand in the copybook's own group. */
function isSibling(estate: Estate, item: GraphNode, other: GraphNode): boolean {
  if (other.owner === item.owner) return true;
  if (item.detail?.["renamed"] !== true || other.detail?.["renamed"] === true) return false;
  return estate.node(other.owner)?.start === estate.node(item.owner)?.start;
}

function useLine(estate: Estate, use: FlowUse, text: string, users: Users): Line {
  const unit = estate.node(`${use.facts.path}#${use.unit}`);
  const program = unit && estate.programOf(unit);
  const line = { text: `${unit ? estate.title(unit) : use.unit}: ${text}`, file: use.file, line: use.line };
  if (program && !users.has(program.id)) users.set(program.id, line);
  return line;
}

function followMoves(estate: Estate, flows: FlowIndex, start: string, sink: { lines: Line[]; users: Users }): void {
  const seen = new Set([start]);
  let front = [start];
  for (let depth = 0; depth < MOVES_MAX && front.length > 0; depth += 1) {
    const next: string[] = [];
    for (const id of front)
      for (const step of [...flows.from(id), ...(depth === 0 ? flows.beside(id, "from") : [])]) {
        const text = `${itemName(id)}${overText(step)} -> ${itemName(step.to)} (${step.use.kind})`;
        const line = useLine(estate, step.use, text, sink.users);
        sink.lines.push({ ...line, depth });
        if (!seen.has(step.to)) next.push(step.to);
        seen.add(step.to);
      }
    front = next;
  }
}

/** Host variables of embedded SQL: the edges of a statement name them. */
function sqlUses(estate: Estate, item: GraphNode, lines: Line[], users: Users): void {
  const name = item.name.toUpperCase();
  const home = estate.programOf(item);
  for (const edge of estate.graph.edges) {
    if (edge.detail?.["exec"] !== "SQL") continue;
    const into = edge.detail["into"] as readonly string[] | undefined;
    const using = edge.detail["using"] as readonly string[] | undefined;
    if (!into?.includes(name) && !using?.includes(name)) continue;
    const from = estate.node(edge.from);
    const program = from && estate.programOf(from);
    if (!program || !home || (program.id !== home.id && !copiesFrom(estate, program, home))) continue;
    const line = {
      text: `${estate.title(from)}: host variable of ${edge.kind} ${edge.name}`,
      file: edge.file,
      line: edge.line,
    };
    if (!users.has(program.id)) users.set(program.id, line);
    lines.push(line);
  }
}

/** Host variables of statements that name no table: those of others are told with it. */
function sqlSteps(
  estate: Estate,
  flows: FlowIndex,
  ids: readonly string[],
  { lines, users }: { lines: Line[]; users: Users },
): void {
  const told = new Set(
    lines.flatMap(({ text }) => (text.includes(": host variable of ") ? [text.split(": ", 1)[0]] : [])),
  );
  for (const id of ids)
    for (const use of flows.uses(id)) {
      if (use.kind !== "sql") continue;
      const line = useLine(estate, use, "host variable", users);
      if (!told.has(line.text.split(": ", 1)[0])) lines.push(line);
    }
}

const copiesFrom = (estate: Estate, program: GraphNode, home: GraphNode): boolean =>
  estate.facts.get(program.id.slice(0, program.id.indexOf("#")))?.members.includes(home.file) ?? false;

function unique(lines: readonly Line[]): Line[] {
  return [...new Map(lines.map((line) => [`${line.file}:${line.line}:${line.text}`, line])).values()];
}

/** A step that a program takes at several places stands once, with the lines of the others. */
function onePerStep(lines: readonly Line[]): Line[] {
  const steps = new Map<string, { readonly first: Line; readonly more: (number | undefined)[] }>();
  for (const line of lines) {
    const key = `${line.file} ${line.depth} ${line.text.slice(line.text.indexOf(": "))}`;
    const step = steps.get(key);
    if (step) step.more.push(line.line);
    else steps.set(key, { first: line, more: [] });
  }
  return [...steps.values()].map(({ first, more }) =>
    more.length === 0 ? first : { ...first, text: `${first.text}, also in lines ${more.join(", ")}` },
  );
}
