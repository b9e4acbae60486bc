import { type Area, areaOf, bytesOf, type Leaf, type Scene } from "./scene.ts";

/** One byte: a digit or character of the leaf that it was first put into, or a byte of a packed number. */
type Byte = { readonly of: string; readonly at: number } | { readonly packed: readonly Digit[]; readonly byte: number; readonly bytes: number } | undefined;
type Digit = { readonly of: string; readonly at: number } | undefined;

/** Sizes of leaves that are not as declared. */
type Sizes = ReadonlyMap<string, number>;

interface Place {
  readonly name: string;
  readonly leaf: Leaf | undefined;
  readonly start: number;
  readonly end: number;
}

/** A storage of one area in which the value is, in the sizes of both worlds. */
interface Pair {
  readonly area: Area;
  readonly old: readonly Byte[];
  readonly now: readonly Byte[];
}

const DEPTH_MAX = 8;

/**
 * Lines of statements after which a receiver that held all of the field holds it no longer, or other bytes than before. The programs'
 * statements are run in every order on bytes that know which digit they are; what is too small is run again as if it had grown.
 */
export function brokenLines({ areas, statements, field, size }: Scene): Set<string> {
  const asked: Sizes = new Map([[field, size]]);
  const grown = new Map(asked);
  const broken = new Set<string>();
  for (let before = -1; before !== grown.size; ) {
    before = grown.size;
    const start = areaOf(areas, field);
    const seen = new Set<string>();
    let front: Pair[] = [...filled(start, field, { now: grown })];
    for (const name of [...grown.keys()])
      if (name !== field) for (const pair of filled(areaOf(areas, name), name, { now: grown })) front.push(pair);
    for (const statement of statements) {
      const found = enter(areas, statement, { asked, grown });
      if (found.isBroken) broken.add(`${statement.program}.cbl:${statement.line}`);
      for (const [name, wanted] of found.grows) if ((grown.get(name) ?? 0) < wanted) grown.set(name, wanted);
    }
    for (let depth = 0; depth < DEPTH_MAX && front.length > 0; depth += 1) {
      const next: Pair[] = [];
      for (const pair of front)
        for (const statement of statements) {
          const from = statement.kind === "string" ? statement.parts : [statement.from];
          for (const operand of from) {
            if (areaOf(areas, operand) !== pair.area) continue;
            const result = step(areas, pair, { statement, operand, asked, grown });
            if (!result) continue;
            if (result.isBroken) broken.add(`${statement.program}.cbl:${statement.line}`);
            for (const [name, wanted] of result.grows) if ((grown.get(name) ?? 0) < wanted) grown.set(name, wanted);
            const key = JSON.stringify([result.pair.area.name, result.pair.old, result.pair.now]);
            if (result.isHeld && !seen.has(key)) {
              seen.add(key);
              next.push(result.pair);
            }
          }
        }
      front = next;
    }
  }
  return broken;
}

/** The area with each byte marked as its leaf's. */
function filled(area: Area, value: string, { now }: { readonly now: Sizes }): Pair[] {
  const fill = (sizes: Sizes): Byte[] => {
    const { places, length } = layout(area, sizes);
    const bytes: Byte[] = Array(length).fill(undefined);
    for (const { leaf, start } of places)
      if (leaf && !leaf.redefines) write(bytes, start, leaf, digitsFor(leaf, sizes, value), sizes);
    return bytes;
  };
  return [{ area, old: fill(new Map()), now: fill(now) }];
}

const sizeOf = (leaf: Leaf, sizes: Sizes): number => Math.max(leaf.size, sizes.get(leaf.name) ?? 0);

const digitsFor = (leaf: Leaf, sizes: Sizes, value: string): Digit[] =>
  Array.from({ length: sizeOf(leaf, sizes) }, (_, at) => ({ of: leaf.name === value ? "VALUE" : leaf.name, at }));

function write(bytes: Byte[], start: number, leaf: Leaf, digits: readonly Digit[], sizes: Sizes): void {
  const length = bytesOf({ kind: leaf.kind, size: sizeOf(leaf, sizes) });
  for (let byte = 0; byte < length; byte += 1)
    bytes[start + byte] = leaf.kind === "packed" ? { packed: digits, byte, bytes: length } : digits[byte];
}

function layout(area: Area, sizes: Sizes): { readonly places: readonly Place[]; readonly length: number } {
  const places: Place[] = [];
  let at = 0;
  let last = 0;
  let furthest = 0;
  for (const leaf of area.leaves) {
    const start = leaf.redefines ? last : at;
    const end = start + bytesOf({ kind: leaf.kind, size: sizeOf(leaf, sizes) });
    places.push({ name: leaf.name, leaf, start, end });
    last = start;
    if (!leaf.redefines) at = end;
    furthest = Math.max(furthest, end);
  }
  return { places: area.leaves.length > 1 ? [...places, { name: area.name, leaf: undefined, start: 0, end: furthest }] : places, length: furthest };
}

/** A group that has grown must be filled as before: where a leaf was filled by one leaf, by all of that; and to its end. */
function enter(
  areas: readonly Area[],
  statement: Scene["statements"][number],
  { asked, grown }: { readonly asked: Sizes; readonly grown: Sizes },
): Pick<Result, "isBroken" | "grows"> {
  const nothing = { isBroken: false, grows: [] };
  if (statement.kind !== "move" || areaOf(areas, statement.to).name !== statement.to) return nothing;
  const [target, source] = [areaOf(areas, statement.to), areaOf(areas, statement.from)];
  if (target.leaves.length === 1 || !target.leaves.some(({ name }) => grown.has(name))) return nothing;
  const none: Sizes = new Map();
  const ends = (sizes: Sizes, of: Area): readonly Place[] => layout(of, sizes).places;
  const isSame = (one: Place, other: Place): boolean => one.start === other.start && one.end === other.end;
  const lengths = (from: Sizes, to: Sizes): boolean => {
    const place = placeIn(source, statement.from, from);
    return place.end - place.start >= layout(target, to).length;
  };
  let isBroken = lengths(none, none) && !lengths(asked, grown);
  const grows: [string, number][] = [];
  if (source.name === statement.from && source.leaves.length > 1)
    for (const [at, place] of ends(none, target).entries()) {
      const other = ends(none, source).findIndex((each) => each.leaf && !each.leaf.redefines && isSame(each, place));
      if (other < 0 || !place.leaf || place.leaf.redefines || !grown.has(place.name)) continue;
      const [from, to] = [ends(asked, source)[other] as Place, ends(grown, target)[at] as Place];
      if (isSame(from, to)) continue;
      isBroken = true;
      if (from.leaf && (from.leaf.kind === "packed") === (place.leaf.kind === "packed"))
        grows.push([from.name, sizeOf(place.leaf, grown)]);
    }
  return { isBroken, grows };
}

interface Step {
  readonly statement: Scene["statements"][number];
  readonly operand: string;
  readonly asked: Sizes;
  readonly grown: Sizes;
}

interface Result {
  readonly isBroken: boolean;
  readonly isHeld: boolean;
  readonly pair: Pair;
  readonly grows: readonly (readonly [string, number])[];
}

function step(areas: readonly Area[], pair: Pair, { statement, operand, asked, grown }: Step): Result | undefined {
  const target = areaOf(areas, statement.to);
  const run = (bytes: readonly Byte[], fromSizes: Sizes, toSizes: Sizes): Moved => {
    const source = placeIn(pair.area, operand, fromSizes);
    return moveTo(areas, { bytes, source, fromSizes, toSizes, statement, target });
  };
  const none: Sizes = new Map();
  const before = run(pair.old, none, none);
  if (!isWhole(before.sent, countOf(pair.old)) || !isWhole(before.got, countOf(pair.old))) return undefined;
  const count = countOf(pair.now);
  const after = run(pair.now, grown, asked);
  const again = run(pair.now, grown, grown);
  const isGroup = before.isGroup;
  if (!isWhole(after.sent, count)) {
    // A redefinition of what grew is too short for it: it grows, at its declaration.
    const over = pair.area.leaves.find(({ name }) => name === operand);
    const needed = neededFor(pair, over, grown);
    return needed ? { isBroken: false, isHeld: false, pair, grows: [[operand, needed]] } : undefined;
  }
  const into = { area: target, to: statement.to };
  const layouts = [{ bytes: before.area, sizes: none, count: countOf(pair.old) }, { bytes: after.area, sizes: asked, count }] as const;
  const isMisplaced = isGroup && isOutOfPlace(into, ...layouts);
  const isBroken = !isWhole(after.got, count) || isMisplaced || (isGroup && isOther(into, ...layouts)) || after.isCut;
  const grows = isBroken ? growth(target, before.area, after, { count, isGroup, to: statement.to }) : [];
  const isHeld = isWhole(again.got, count) && (!isMisplaced || grows.length > 0);
  return { isBroken, isHeld, pair: { area: target, old: before.area, now: again.area }, grows };
}

interface Moved {
  readonly sent: readonly Digit[];
  readonly got: readonly Digit[];
  readonly area: readonly Byte[];
  readonly isGroup: boolean;
  readonly isCut: boolean;
  /** Digits that the receiver would need. */
  readonly wanted: number;
}

interface Move {
  readonly bytes: readonly Byte[];
  readonly source: Place;
  readonly fromSizes: Sizes;
  readonly toSizes: Sizes;
  readonly statement: Scene["statements"][number];
  readonly target: Area;
}

function moveTo(areas: readonly Area[], { bytes, source, fromSizes, toSizes, statement, target }: Move): Moved {
  const to = placeIn(target, statement.to, toSizes);
  const { length } = layout(target, toSizes);
  const area: Byte[] = Array(length).fill(undefined);
  const sentBytes = bytes.slice(source.start, source.end);
  const sent = digitsOf(sentBytes);
  if (statement.kind === "string") {
    const joined = statement.parts.flatMap((part): Byte[] => {
      const place = placeIn(areaOf(areas, part), part, fromSizes);
      return part === source.name ? sentBytes : Array(place.end - place.start).fill(undefined);
    });
    joined.slice(0, to.end - to.start).forEach((byte, at) => (area[to.start + at] = byte));
    const got = digitsOf(area.slice(to.start, to.end));
    return { sent, got, area, isGroup: false, isCut: joined.length > to.end - to.start, wanted: joined.length };
  }
  const isGroup = !source.leaf || !to.leaf || statement.kind === "call";
  if (isGroup) {
    sentBytes.slice(0, to.end - to.start).forEach((byte, at) => (area[to.start + at] = byte));
    return { sent, got: digitsOf(area.slice(to.start, to.end)), area, isGroup, isCut: false, wanted: 0 };
  }
  const [from, into] = [source.leaf as Leaf, to.leaf as Leaf];
  const room = sizeOf(into, toSizes);
  const digits = valueOf(sentBytes, from);
  let wanted = sizeOf(from, fromSizes);
  let put: Digit[];
  if (into.kind === "X") put = Array.from({ length: room }, (_, at) => digits[at]);
  else {
    const scale = from.kind === "X" ? 0 : from.scale;
    const point = digits.length - scale;
    const ownPoint = room - into.scale;
    put = Array.from({ length: room }, (_, at) => digits[point - ownPoint + at]);
    wanted = Math.max(point, ownPoint) + Math.max(scale, into.scale);
  }
  write(area, to.start, into, put, toSizes);
  return { sent, got: digitsOf(area.slice(to.start, to.end)), area, isGroup, isCut: false, wanted };
}

function placeIn(area: Area, name: string, sizes: Sizes): Place {
  return layout(area, sizes).places.find((place) => place.name === name) as Place;
}

/** Digits that bytes hold, those of a packed number only when all of its bytes are there. */
function digitsOf(bytes: readonly Byte[]): Digit[] {
  const found: Digit[] = [];
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (!byte || !("packed" in byte)) found.push(byte as Digit);
    else if (byte.byte === 0) {
      const all = bytes.slice(at, at + byte.bytes);
      const isAll = all.length === byte.bytes && all.every((each, index) => each && "packed" in each && each.packed === byte.packed && each.byte === index);
      if (isAll) found.push(...byte.packed);
    }
  }
  return found;
}

/** The value that a leaf reads from its bytes; a packed number is none to a leaf of another kind. */
function valueOf(bytes: readonly Byte[], leaf: Leaf): readonly Digit[] {
  const isPacked = bytes.some((byte) => byte && "packed" in byte);
  return isPacked === (leaf.kind === "packed") ? digitsOf(bytes) : [];
}

function isWhole(digits: readonly Digit[], count: number): boolean {
  for (let at = 0; at + count <= digits.length; at += 1)
    if (Array.from({ length: count }, (_, index) => digits[at + index]).every((digit, index) => digit?.of === "VALUE" && digit.at === index))
      return count > 0;
  return false;
}

const countOf = (bytes: readonly Byte[]): number => {
  const all = bytes.flatMap((byte) => (byte && "packed" in byte ? byte.packed : [byte as Digit]));
  return Math.max(0, ...all.map((digit) => (digit?.of === "VALUE" ? digit.at + 1 : 0)));
};

interface Filled {
  readonly bytes: readonly Byte[];
  readonly sizes: Sizes;
  /** Digits of the value. */
  readonly count: number;
}

interface Into {
  readonly area: Area;
  readonly to: string;
}

/** The leaves of a group that is filled; one item that is filled is one leaf, however its bytes are called otherwise. */
function filledLeaves({ area, to }: Into, { sizes }: Filled): readonly Place[] {
  const { places } = layout(area, sizes);
  const single = places.find(({ name }) => name === to && area.name !== to);
  return single ? [single] : places.filter(({ leaf }) => leaf && !leaf.redefines);
}

/** Did one leaf hold all of the value, and does it no longer? */
function isOutOfPlace(into: Into, old: Filled, now: Filled): boolean {
  const holds = ({ bytes, count }: Filled, { start, end }: Place): boolean => isWhole(digitsOf(bytes.slice(start, end)), count);
  const later = filledLeaves(into, now);
  return filledLeaves(into, old).some((leaf, at) => holds(old, leaf) && !holds(now, later[at] as Place));
}

/** Do leaves get other bytes of what stands beside the value than before, or an item less of them? */
function isOther(into: Into, old: Filled, now: Filled): boolean {
  const [leaves, later] = [filledLeaves(into, old), filledLeaves(into, now)];
  const beside = ({ bytes }: Filled, { start, end }: Place): string[] =>
    bytes.slice(start, end).map((byte, at) => `${ownerOf(byte)} ${byte && ("of" in byte ? byte.at : byte.byte)} ${leaves.length > 1 ? at : ""}`);
  const isBeside = (text: string): boolean => !text.startsWith(" ") && !text.startsWith("VALUE ");
  return leaves.some((leaf, at) => {
    const [was, is] = [beside(old, leaf).filter(isBeside), beside(now, later[at] as Place).filter(isBeside)];
    return leaves.length > 1 ? was.length > 0 && was.join() !== is.join() : was.some((text) => !is.includes(text));
  });
}

const ownerOf = (byte: Byte): string => (byte === undefined ? "" : "of" in byte ? byte.of : (byte.packed[0]?.of ?? ""));

/** What has to grow so that the receiver holds all of it. */
function growth(
  target: Area,
  old: readonly Byte[],
  after: Moved,
  { count, isGroup, to }: { readonly count: number; readonly isGroup: boolean; readonly to: string },
): readonly (readonly [string, number])[] {
  if (!isGroup) return [[to, after.wanted]];
  const { places } = layout(target, new Map());
  const part = places.find(({ leaf, start, end }) => leaf && !leaf.redefines && isWhole(digitsOf(old.slice(start, end)), countOf(old)) && fills(old.slice(start, end)));
  if (!part?.leaf || part.name === to) return [];
  const packed = old.slice(part.start, part.end).some((byte) => byte && "packed" in byte);
  return packed === (part.leaf.kind === "packed") ? [[part.name, count]] : [];
}

const fills = (bytes: readonly Byte[]): boolean =>
  bytes.every((byte) => byte !== undefined && ("packed" in byte || byte.of === "VALUE"));

function neededFor(pair: Pair, over: Leaf | undefined, grown: Sizes): number | undefined {
  if (!over?.redefines) return undefined;
  const at = pair.area.leaves.indexOf(over);
  const under = pair.area.leaves[at - 1] as Leaf;
  const size = bytesOf({ kind: under.kind, size: sizeOf(under, grown) });
  return size > sizeOf(over, grown) ? size : undefined;
}
