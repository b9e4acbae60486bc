import { type Area, areaOf, bytesOf, type Leaf, type Scene } from "./scene.ts";

/** One byte: a digit or character of the leaf that it was first put into, or a byte of a packed number. */
type Byte =
  | { readonly of: string; readonly at: number }
  | { readonly packed: readonly Digit[]; readonly byte: number; readonly bytes: number }
  | undefined;
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
  /** The leaf that grew, from which the value comes. */
  readonly origin: string;
  readonly old: readonly Byte[];
  readonly now: readonly Byte[];
}

const DEPTH_MAX = 8;
/** What goes in a circle, a little longer each time, has no end. */
const ROUNDS_MAX = 12;

/**
 * Lines of statements after which a receiver that held all of the field holds it no longer, or other bytes than before. The programs'
 * statements are run in every order on bytes that know which digit they are; what is too small is run again as if it had grown.
 */
export function brokenLines({ areas, statements, field, size }: Scene): Set<string> {
  const asked: Sizes = new Map([[field, size]]);
  const wanted = new Map(asked);
  const broken = new Set<string>();
  const asText = (): string => JSON.stringify([...wanted]);
  for (let before = "", rounds = 0; before !== asText() && rounds < ROUNDS_MAX; rounds += 1) {
    before = asText();
    const grown: Sizes = new Map(wanted);
    const start = areaOf(areas, field);
    const seen = new Set<string>();
    let front: Pair[] = [...filled(start, field, { now: grown })];
    for (const name of [...grown.keys()])
      if (name !== field) for (const pair of filled(areaOf(areas, name), name, { now: grown })) front.push(pair);
    for (const statement of statements) {
      const found = enter(areas, statement, { asked, grown });
      if (found.isBroken) broken.add(`${statement.program}.cbl:${statement.line}`);
      for (const [name, size] of found.grows) wanted.set(name, Math.max(size, wanted.get(name) ?? 0));
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
            for (const [name, size] of result.grows) wanted.set(name, Math.max(size, wanted.get(name) ?? 0));
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
    for (const { leaf, start, end } of places)
      if (leaf && !leaf.redefines) write(bytes, { leaf, start, end }, digitsFor(leaf, sizes, value));
    return bytes;
  };
  return [{ area, origin: value, old: fill(new Map()), now: fill(now) }];
}

/** What is not the value counts as the area's own: each statement is judged for itself. */
function ownBytes(area: Area, bytes: readonly Byte[], sizes: Sizes): Byte[] {
  const [pair] = filled(area, "", { now: sizes });
  return bytes.map((byte, at) => (ownerOf(byte) === "VALUE" ? byte : pair?.now[at]));
}

const sizeOf = (leaf: Leaf, sizes: Sizes): number => Math.max(leaf.size, sizes.get(leaf.name) ?? 0);

const digitsFor = (leaf: Leaf, sizes: Sizes, value: string): Digit[] =>
  Array.from({ length: sizeOf(leaf, sizes) }, (_, at) => ({ of: leaf.name === value ? "VALUE" : leaf.name, at }));

interface Written {
  readonly leaf: Leaf;
  readonly start: number;
  readonly end: number;
}

function write(bytes: Byte[], { leaf, start, end }: Written, digits: readonly Digit[]): void {
  const length = end - start;
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
  return {
    places:
      area.leaves.length > 1 ? [...places, { name: area.name, leaf: undefined, start: 0, end: furthest }] : places,
    length: furthest,
  };
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
  const isGroup = source.name === statement.from && source.leaves.length > 1;
  for (const [at, place] of isGroup ? ends(none, target).entries() : []) {
    if (!place.leaf || place.leaf.redefines) continue;
    const to = ends(grown, target)[at] as Place;
    const sent = [ends(none, source), ends(asked, source)] as const;
    const other = sent[0].findIndex((each) => each.leaf && !each.leaf.redefines && isSame(each, place));
    const first = target.leaves.findIndex(({ name }) => grown.has(name));
    const behind = ends(none, target)[first]?.end ?? 0;
    const within = sent[0].findIndex(
      (each) =>
        each.leaf && !each.leaf.redefines && each.start >= behind && each.start < place.end && place.start < each.end,
    );
    if (grown.has(place.name) && other >= 0) {
      const from = sent[1][other] as Place;
      if (isSame(from, to)) continue;
      isBroken = true;
      if (from.leaf && (from.leaf.kind === "packed") === (place.leaf.kind === "packed"))
        grows.push([from.name, sizeOf(place.leaf, grown)]);
    } else if (within >= 0 && !grown.has(place.name)) {
      const [was, is] = [sent[0][within] as Place, sent[1][within] as Place];
      isBroken ||= was.start - place.start !== is.start - to.start;
    }
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
  const lasts = new Set(
    layout(pair.area, none).places.flatMap(({ leaf }) => (leaf ? [`${leaf.name} ${bytesOf(leaf) - 1}`] : [])),
  );
  const layouts = [
    { bytes: before.area, sizes: none, count: countOf(pair.old), lasts },
    { bytes: after.area, sizes: asked, count, lasts },
  ] as const;
  // A value that the parts of a group cut was none to it before.
  if (isGroup && !filledLeaves(into, layouts[0]).some((leaf) => holds(layouts[0], leaf))) return undefined;
  // What comes back to where it comes from has grown with it.
  const isBack =
    isGroup && filledLeaves(into, layouts[0]).some((leaf) => leaf.name === pair.origin && holds(layouts[0], leaf));
  if (isBack) return undefined;
  const isMisplaced = isGroup && isOutOfPlace(into, ...layouts);
  const isBroken =
    !isWhole(after.got, count) ||
    isMisplaced ||
    (isGroup && isOther(into, ...layouts)) ||
    (after.isCut && !before.isCut);
  const grows = isBroken ? growth(target, before.area, after, { count, isGroup, to: statement.to }) : [];
  const isHeld = isWhole(again.got, count) && (!isMisplaced || grows.length > 0);
  return {
    isBroken,
    isHeld,
    pair: {
      area: target,
      origin: pair.origin,
      old: ownBytes(target, before.area, none),
      now: ownBytes(target, again.area, grown),
    },
    grows,
  };
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
    joined.slice(0, to.end - to.start).forEach((byte, at) => {
      area[to.start + at] = byte;
    });
    const got = digitsOf(area.slice(to.start, to.end));
    return { sent, got, area, isGroup: false, isCut: joined.length > to.end - to.start, wanted: joined.length };
  }
  const isGroup = !source.leaf || !to.leaf || statement.kind === "call";
  if (isGroup) {
    sentBytes.slice(0, to.end - to.start).forEach((byte, at) => {
      area[to.start + at] = byte;
    });
    const wanted = sentBytes.findLastIndex((byte) => ownerOf(byte) === "VALUE") + 1;
    return { sent, got: digitsOf(area.slice(to.start, to.end)), area, isGroup, isCut: false, wanted };
  }
  const [from, into] = [source.leaf as Leaf, to.leaf as Leaf];
  const room = sizeOf(into, toSizes);
  const digits = valueIn(sentBytes, from);
  let wanted = sizeOf(from, fromSizes);
  let put: Digit[];
  if (into.kind === "X") {
    put = Array.from({ length: room }, (_, at) => digits[at]);
    wanted = digits.findLastIndex((digit) => digit?.of === "VALUE") + 1;
  } else {
    const scale = from.kind === "X" ? 0 : from.scale;
    const point = digits.length - scale;
    const ownPoint = room - into.scale;
    put = Array.from({ length: room }, (_, at) => digits[point - ownPoint + at]);
    wanted = Math.max(point, ownPoint) + Math.max(scale, into.scale);
  }
  write(area, { ...to, leaf: into }, put);
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
      const isAll =
        all.length === byte.bytes &&
        all.every((each, index) => each && "packed" in each && each.packed === byte.packed && each.byte === index);
      if (isAll) found.push(...byte.packed);
    }
  }
  return found;
}

/** The value that a leaf reads from its bytes; a packed number is none to a leaf of another kind. */
function valueIn(bytes: readonly Byte[], leaf: Leaf): readonly Digit[] {
  const isPacked = bytes.some((byte) => byte && "packed" in byte);
  return isPacked === (leaf.kind === "packed") ? digitsOf(bytes) : [];
}

function isWhole(digits: readonly Digit[], count: number): boolean {
  for (let at = 0; at + count <= digits.length; at += 1)
    if (
      Array.from({ length: count }, (_, index) => digits[at + index]).every(
        (digit, index) => digit?.of === "VALUE" && digit.at === index,
      )
    )
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
  /** The last byte of each leaf of what is sent. */
  readonly lasts: ReadonlySet<string>;
}

const holds = ({ bytes, count }: Filled, { start, end }: Place): boolean =>
  isWhole(digitsOf(bytes.slice(start, end)), count);

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
  const later = filledLeaves(into, now);
  return filledLeaves(into, old).some((leaf, at) => holds(old, leaf) && !holds(now, later[at] as Place));
}

/** Do leaves beside the value get other bytes than before, or one item no longer all of what it held all of? */
function isOther(into: Into, old: Filled, now: Filled): boolean {
  const [leaves, later] = [filledLeaves(into, old), filledLeaves(into, now)];
  const named = ({ bytes }: Filled, { start, end }: Place): string[] =>
    bytes.slice(start, end).map((byte) => `${ownerOf(byte)} ${byte && ("of" in byte ? byte.at : byte.byte)}`);
  const isHeld = (text: string): boolean => !text.startsWith(" ");
  if (leaves.length > 1)
    return leaves.some((leaf, at) => {
      const [was, is] = [named(old, leaf), named(now, later[at] as Place)];
      const isValue = was.some((text) => text.startsWith("VALUE "));
      return !isValue && was.some(isHeld) && was.join() !== is.join();
    });
  const [was, is] = [named(old, leaves[0] as Place), named(now, later[0] as Place)];
  const isLast = (text: string): boolean => isHeld(text) && !text.startsWith("VALUE ") && old.lasts.has(text);
  return was.some((text) => isLast(text) && !is.includes(text));
}

const ownerOf = (byte: Byte): string =>
  byte === undefined ? "" : "of" in byte ? byte.of : (byte.packed.find((digit) => digit !== undefined)?.of ?? "");

/** What has to grow so that the receiver holds all of it. */
function growth(
  target: Area,
  old: readonly Byte[],
  after: Moved,
  { count, isGroup, to }: { readonly count: number; readonly isGroup: boolean; readonly to: string },
): readonly (readonly [string, number])[] {
  if (!isGroup || target.leaves.some(({ name }) => name === to)) return [[to, after.wanted]];
  const { places } = layout(target, new Map());
  const part = places.find(
    ({ leaf, start, end }) =>
      leaf && !leaf.redefines && isWhole(digitsOf(old.slice(start, end)), countOf(old)) && fills(old.slice(start, end)),
  );
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
