/** An elementary item; `scale` digits of `size` stand behind the point. */
export interface Leaf {
  readonly name: string;
  readonly kind: "X" | "9" | "packed";
  readonly size: number;
  readonly scale: number;
  /** Lies over the leaf before it. */
  readonly redefines?: boolean;
}

/** A record of level 01; one leaf of the same name is an item of level 77. */
export interface Area {
  readonly name: string;
  readonly leaves: readonly Leaf[];
  readonly program: "MAIN" | "SUB";
}

export type Statement =
  | { readonly kind: "move"; readonly from: string; readonly to: string; readonly line: number }
  | { readonly kind: "string"; readonly parts: readonly string[]; readonly to: string; readonly line: number }
  /** The first operand of USING and the parameter are the same bytes. */
  | { readonly kind: "call"; readonly from: string; readonly to: string; readonly line: number };

/** Programs with known flows, and the field of them that gets another size. */
export interface Scene {
  readonly areas: readonly Area[];
  readonly statements: readonly (Statement & { readonly program: Area["program"] })[];
  readonly field: string;
  readonly size: number;
  readonly sources: Readonly<Record<string, string>>;
}

/** Numbers from 0 up to a limit, the same ones for the same seed. */
export type Draw = (below: number) => number;

export function drawFrom(seed: number): Draw {
  let state = (seed * 2_654_435_761 + 12_345) >>> 0;
  return (below) => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) >>> 0;
    return ((state ^ (state >>> 12)) >>> 0) % below;
  };
}

export function makeScene(seed: number): Scene {
  const draw = drawFrom(seed);
  const areas = makeAreas(draw);
  const fields = areas.filter(({ program }) => program === "MAIN").flatMap(({ leaves }) => leaves);
  const field = fields.filter(({ redefines }) => !redefines)[draw(Math.min(3, fields.length))] ?? (fields[0] as Leaf);
  const wanted = makeStatements(draw, areas);
  const written = writeSources(areas, wanted);
  return { areas, ...written, field: field.name, size: field.size + 1 + draw(4) };
}

function makeAreas(draw: Draw): Area[] {
  const areas: Area[] = [];
  let names = 0;
  const name = (): string => `F${++names}`;
  const leaf = (): Leaf => {
    const kind = (["X", "9", "9", "packed"] as const)[draw(4)] as Leaf["kind"];
    const size = 2 + draw(8);
    return { name: name(), kind, size, scale: kind !== "X" && draw(4) === 0 ? 1 : 0 };
  };
  for (let at = 0; at < 2 + draw(3); at += 1) {
    const known = areas.filter(({ leaves }) => leaves.length > 1);
    // Layouts that agree are what groups are moved between.
    const like = known.length > 0 && draw(3) > 0 ? known[draw(known.length)] : undefined;
    const leaves = like
      ? like.leaves.map((each) => ({ ...each, name: name() }))
      : Array.from({ length: 2 + draw(3) }, leaf);
    const over = leaves[draw(leaves.length)] as Leaf;
    const place = leaves.indexOf(over);
    if (!like && over.kind !== "packed" && draw(3) === 0)
      leaves.splice(place + 1, 0, { name: name(), kind: "X", size: bytesOf(over), scale: 0, redefines: true });
    areas.push({ name: `G${at + 1}`, leaves, program: "MAIN" });
  }
  for (let at = 0; at < 3 + draw(4); at += 1) {
    const one = leaf();
    const wide = draw(3) === 0 ? { ...one, kind: "X" as const, size: 12 + draw(20), scale: 0 } : one;
    areas.push({ name: one.name, leaves: [wide], program: "MAIN" });
  }
  const groups = areas.filter(({ leaves }) => leaves.length > 1);
  const passed = groups[draw(groups.length)] as Area;
  const leaves = passed.leaves.map((each) => ({ ...each, name: name() }));
  areas.push({ name: "LK", leaves, program: "SUB" });
  const kept = leaf();
  areas.push({ name: kept.name, leaves: [kept], program: "SUB" });
  return areas;
}

type Wanted = Omit<Scene["statements"][number], "line">;

function makeStatements(draw: Draw, areas: readonly Area[]): Wanted[] {
  const found: Wanted[] = [];
  const main = areas.filter(({ program }) => program === "MAIN");
  const sub = areas.filter(({ program }) => program === "SUB");
  const operands = (among: readonly Area[]): string[] =>
    among.flatMap(({ name, leaves }) => [...new Set([name, ...leaves.map((leaf) => leaf.name)])]);
  const pick = (list: readonly string[]): string => list[draw(list.length)] as string;
  for (let at = 0; at < 8 + draw(8); at += 1) {
    const groups = main.filter(({ leaves }) => leaves.length > 1).map(({ name }) => name);
    const [from, to] = draw(3) === 0 ? [pick(groups), pick(groups)] : [pick(operands(main)), pick(operands(main))];
    if (areaOf(areas, from) !== areaOf(areas, to) && !isMixed(areas, from, to))
      found.push({ kind: "move", from, to, program: "MAIN" } as Wanted);
  }
  const texts = main.flatMap(({ leaves }) => leaves.filter(({ kind, size }) => kind === "X" && size > 8));
  const target = texts[0];
  if (target && draw(2) === 0) {
    const plain = main.flatMap(({ leaves }) => leaves).filter(({ kind, scale }) => kind !== "packed" && scale === 0);
    const parts = plain.map(({ name }) => name).filter((name) => areaOf(areas, name) !== areaOf(areas, target.name));
    if (parts.length === 0) parts.push("");
    const [first = "", second = ""] = [pick(parts), pick(parts)];
    if (first !== second)
      found.push({ kind: "string", parts: [first, second], to: target.name, program: "MAIN" } as Wanted);
  }
  const like = main.filter(({ leaves }) => leaves.length === (sub[0] as Area).leaves.length);
  const passed = like[draw(like.length)] as Area;
  found.push({ kind: "call", from: passed.name, to: "LK", program: "MAIN" } as Wanted);
  for (const { name } of (sub[0] as Area).leaves)
    found.push({ kind: "move", from: name, to: (sub[1] as Area).name, program: "SUB" } as Wanted);
  return found;
}

/** A group and a packed number share no value. */
const isMixed = (areas: readonly Area[], ...names: readonly string[]): boolean =>
  names.some((name) => isGroupName(areas, name)) &&
  names.some((name) => !isGroupName(areas, name) && leafOf(areas, name)?.kind !== "X") &&
  names.some((name) => areaOf(areas, name).leaves.some(({ kind }) => kind === "packed"));

const isGroupName = (areas: readonly Area[], name: string): boolean =>
  areas.some((area) => area.name === name && area.leaves.length > 1);

const leafOf = (areas: readonly Area[], name: string): Leaf | undefined =>
  areas.flatMap(({ leaves }) => leaves).find((leaf) => leaf.name === name);

export const areaOf = (areas: readonly Area[], name: string): Area =>
  areas.find((area) => area.name === name || area.leaves.some((leaf) => leaf.name === name)) as Area;

export const bytesOf = ({ kind, size }: Pick<Leaf, "kind" | "size">): number =>
  kind === "packed" ? (size >> 1) + 1 : size;

export function pictureOf({ kind, size, scale }: Leaf): string {
  if (kind === "X") return `X(${size})`;
  const digits = scale === 0 ? `9(${size})` : `9(${size - scale})V9(${scale})`;
  return `${digits}${kind === "packed" ? " COMP-3" : ""}`;
}

function writeSources(areas: readonly Area[], wanted: readonly Wanted[]): Pick<Scene, "statements" | "sources"> {
  const sources: Record<string, string> = {};
  const statements: Scene["statements"][number][] = [];
  for (const program of ["MAIN", "SUB"] as const) {
    const lines = ["IDENTIFICATION DIVISION.", `PROGRAM-ID. ${program}.`, "DATA DIVISION.", "WORKING-STORAGE SECTION."];
    const own = areas.filter((area) => area.program === program);
    for (const area of own.filter(({ name }) => name !== "LK")) lines.push(...declaration(area));
    if (program === "SUB") lines.push("LINKAGE SECTION.", ...declaration(own[0] as Area));
    lines.push(program === "SUB" ? "PROCEDURE DIVISION USING LK." : "PROCEDURE DIVISION.", "MAIN-PARA.");
    for (const each of wanted.filter((one) => one.program === program)) {
      lines.push(`    ${written(each)}`);
      statements.push({ ...each, line: lines.length } as Scene["statements"][number]);
    }
    lines.push("    GOBACK.");
    sources[`${program}.cbl`] = lines.map((line) => `       ${line}\n`).join("");
  }
  return { statements, sources };
}

function declaration({ name, leaves }: Area): string[] {
  const [only] = leaves;
  if (leaves.length === 1 && only) return [`77 ${name} PIC ${pictureOf(only)}.`];
  return [
    `01 ${name}.`,
    ...leaves.map((leaf, at) => {
      const over = leaf.redefines ? ` REDEFINES ${leaves[at - 1]?.name}` : "";
      return `  05 ${leaf.name}${over} PIC ${pictureOf(leaf)}.`;
    }),
  ];
}

function written(statement: Wanted): string {
  const { kind, to } = statement;
  const { from, parts } = statement as { readonly from?: string; readonly parts?: readonly string[] };
  if (kind === "string") return `STRING ${parts?.join(" ")} DELIMITED BY SIZE INTO ${to}.`;
  return kind === "call" ? `CALL 'SUB' USING ${from}.` : `MOVE ${from} TO ${to}.`;
}
