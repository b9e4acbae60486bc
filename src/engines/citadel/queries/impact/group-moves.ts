import type { Part } from "./layouts.ts";

/** Bytes from the first of a group. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** The bytes of a value in a group that is moved; `before` is undefined where only is asked what fits as it is. */
export interface Bytes {
  readonly before: Span | undefined;
  readonly after: Span;
  /** Of the whole group, before. */
  readonly length: number;
  /** Bytes by which the group gets longer. */
  readonly growth: number;
}

/** A part of the receiving group, with its bytes as they were. */
export interface TwofoldPart extends Part {
  readonly was: Span;
  /** Where it begins when all that has to grow has grown. */
  readonly at: number;
}

/** `part`: the part that is the value there, with what is lost if it no longer lies there; `cut`: parts got pieces of it before already, and it was no value to the group; `apart`: parts get pieces of it; `behind`: it is whole, and what lies behind it is not where it was; `whole`: nothing is lost. */
export type GroupMove =
  | { readonly kind: "part"; readonly part: TwofoldPart; readonly loss: string | undefined }
  | { readonly kind: "apart" | "behind"; readonly loss: string }
  | { readonly kind: "whole" | "cut" };

/** What a group that fills another, of which a part grew, brings for it. */
export function moveIntoGroup(bytes: Bytes, parts: readonly TwofoldPart[]): GroupMove {
  const leaves = parts.filter(({ isGroup }) => !isGroup);
  const part = partOf(bytes, parts);
  return part ? { kind: "part", part, loss: differs(part, bytes.after) } : (behind(bytes, leaves) ?? { kind: "whole" });
}

/** What a group that takes a value's bytes as they are makes of them. */
export function moveOfGroup(bytes: Bytes, parts: readonly TwofoldPart[]): GroupMove {
  const { before, after } = bytes;
  const leaves = parts.filter(({ isGroup }) => !isGroup);
  const part = partOf(bytes, parts);
  if (part) return { kind: "part", part, loss: differs(part, after) };
  // As it is, bytes that are redefined keep a value that one of their layouts holds.
  const isKept = !before && leaves.some(({ start, end }) => start <= after.start && end >= after.end);
  const split = isKept ? undefined : leaves.find((leaf) => isCut(leaf, after));
  if (before && leaves.some(({ was }) => isCut(was, before))) return { kind: "cut" };
  if (split) return { kind: "apart", loss: `the layouts differ: ${split.name} gets a part of it` };
  return behind(bytes, leaves) ?? { kind: "whole" };
}

/** The part that is the value. */
function partOf({ before, after }: Bytes, parts: readonly TwofoldPart[]): TwofoldPart | undefined {
  const leaves = parts.filter(({ isGroup }) => !isGroup);
  return before ? (leaves.find(isAt(before)) ?? parts.find(isAt(before))) : leaves.find(beginsAt(after));
}

const isAt =
  ({ start, end }: Span) =>
  ({ was }: TwofoldPart): boolean =>
    was.start === start && was.end === end;

/** A longer one holds it. */
const beginsAt =
  ({ start, end }: Span) =>
  (part: TwofoldPart): boolean =>
    part.start === start && part.end <= end;

function differs(part: TwofoldPart, { start, end }: Span): string | undefined {
  if (part.start !== start && part.at !== start) return `the layouts differ: it moves by ${start - part.start} bytes`;
  const [size, room] = [end - start, part.end - part.start];
  return size === room ? undefined : `the layouts differ: ${size} bytes for ${room}`;
}

/** Does a part hold some of the bytes, and not all? */
const isCut = (part: Span, bytes: Span): boolean =>
  part.start < bytes.end && bytes.start < part.end && (part.start > bytes.start || part.end < bytes.end);

/** What lies behind a value that got longer is moved to other places than before. */
function behind({ before, length, growth }: Bytes, leaves: readonly TwofoldPart[]): GroupMove | undefined {
  if (!before || growth === 0) return undefined;
  const left = leaves.find(
    ({ start, was }) => was.start >= before.end && was.start < length && start - was.start !== growth,
  );
  if (!left) return undefined;
  return { kind: "behind", loss: `the layouts differ: what lies behind moves by ${growth} bytes` };
}
