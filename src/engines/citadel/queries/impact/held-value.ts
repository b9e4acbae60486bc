import { elementaryLength, type PictureSize, readPicture } from "../../languages/cobol/data/picture.ts";
import type { GraphNode } from "../../model.ts";

/** How an item holds what is put into it. */
export interface Form {
  readonly shape: PictureSize;
  /** Of one occurrence. */
  readonly bytes: number;
  readonly usage: string;
  readonly isGroup: boolean;
}

/** Where a value stands in its item: digits before and behind the point of a number (fewer than none where it ends before it), or bytes from the item's first, the end excluded. */
export type Held =
  | { readonly kind: "number"; readonly whole: number; readonly scale: number; readonly isSigned: boolean }
  | { readonly kind: "bytes"; readonly start: number; readonly end: number };

/** What becomes of a value in another item; of one that is lost in part, what of it the item would have to hold. */
export type Moved =
  | { readonly kind: "held"; readonly held: Held }
  | { readonly kind: "lost"; readonly loss: string; readonly needs: Held };

/** The form of a declared item; undefined for one that has no size of its own, as an index. */
export function formOf(node: GraphNode | undefined): Form | undefined {
  const { picture, length, usage } = node?.detail ?? {};
  const ofUsage = typeof usage === "string" ? usage : "DISPLAY";
  if (typeof picture === "string") {
    const shape = readPicture(picture);
    if (shape.category === "none") return undefined;
    const bytes = typeof length === "number" ? length : elementaryLength(shape, ofUsage, false);
    return { shape, bytes, usage: ofUsage, isGroup: false };
  }
  if (typeof length !== "number" || length <= 0) return undefined;
  return { shape: readPicture(`X(${length})`), bytes: length, usage: "DISPLAY", isGroup: true };
}

/** The item with another PICTURE, and where that has one, another USAGE. */
export function withShape(form: Form, shape: PictureSize, usage = form.usage): Form {
  const extra = form.isGroup ? 0 : form.bytes - elementaryLength(form.shape, form.usage, false);
  return { shape, usage, bytes: elementaryLength(shape, usage, false) + extra, isGroup: false };
}

/** A value that fills its item. */
export const wholeOf = ({ shape, bytes }: Form): Held =>
  isNumber(shape)
    ? { kind: "number", whole: shape.digits - shape.scale, scale: shape.scale, isSigned: shape.isSigned }
    : { kind: "bytes", start: 0, end: bytes };

/** What a value in one item becomes when it is moved to another. @param isBytewise as groups, records and arguments are */
export function moved(held: Held, from: Form, to: Form, isBytewise = from.isGroup || to.isGroup): Moved | undefined {
  if (isBytewise) return placed(bytesOf(held, from), to);
  if (held.kind === "number") {
    if (isNumber(to.shape) || isEditedNumber(to.shape)) return intoNumber(held, to);
    return placed(digitsOf(held, from), to);
  }
  if (isEditedNumber(from.shape) && isNumber(to.shape)) {
    const { digits, scale, isSigned } = from.shape;
    return intoNumber({ kind: "number", whole: digits - scale, scale, isSigned }, to);
  }
  if (!isNumber(to.shape) && !isEditedNumber(to.shape)) return placed(held, to);
  // Characters count as a whole number whose last digit is the item's last character.
  const whole = from.bytes - held.start;
  const found = intoNumber({ kind: "number", whole, scale: held.end - from.bytes, isSigned: false }, to);
  const lost = whole - (to.shape.digits - to.shape.scale);
  return found.kind === "lost" ? { ...found, loss: `${lost} of ${whole} characters are lost` } : found;
}

function intoNumber(held: Held & { readonly kind: "number" }, { shape, bytes }: Form): Moved {
  const after: Held = shape.category === "edited" ? { kind: "bytes", start: 0, end: bytes } : held;
  const whole = held.whole - (shape.digits - shape.scale);
  const scale = held.scale - shape.scale;
  const lost = (loss: string): Moved => ({ kind: "lost", loss, needs: held });
  if (whole > 0) return lost(`${whole} leading digits are lost`);
  if (scale > 0) return lost(`${scale} decimal places are lost`);
  return held.isSigned && !shape.isSigned ? lost("the sign is lost") : { kind: "held", held: after };
}

/** Does nothing of a value reach an item, since it lies behind the bytes that the item takes? */
export const isBehind = (held: Held, to: Form): boolean => held.kind === "bytes" && held.start >= to.bytes;

function placed(held: Held & { readonly kind: "bytes" }, to: Form): Moved | undefined {
  const size = held.end - held.start;
  const lost = Math.min(size, held.end - to.bytes);
  if (lost > 0) return { kind: "lost", loss: `${lost} of ${size} characters are lost`, needs: held };
  const after = heldAt(held, to);
  return after && { kind: "held", held: after };
}

/** The bytes of its item that a value takes. */
export function bytesOf(held: Held, form: Form): Held & { readonly kind: "bytes" } {
  if (held.kind === "bytes") return held;
  return isDisplayed(form) ? digitsOf(held, form) : { kind: "bytes", start: 0, end: form.bytes };
}

/** The characters that the digits of a number are. */
function digitsOf(held: Held & { readonly kind: "number" }, { shape }: Form): Held & { readonly kind: "bytes" } {
  const whole = shape.digits - shape.scale;
  return { kind: "bytes", start: whole - held.whole, end: whole + held.scale };
}

/** The characters that a value is when its item's stand behind others. */
export function digitsAt(held: Held, form: Form, from: number): Held & { readonly kind: "bytes" } {
  const { start, end } = held.kind === "number" ? digitsOf(held, form) : held;
  return { kind: "bytes", start: start + from, end: end + from };
}

/** A value at some bytes of an item as the item holds it; undefined where the bytes are no such value to it. */
export function heldAt({ start, end }: { readonly start: number; readonly end: number }, form: Form): Held | undefined {
  if (start < 0 || end > form.bytes) return undefined;
  if (!isNumber(form.shape)) return { kind: "bytes", start, end };
  if (!isDisplayed(form)) return start === 0 && end === form.bytes ? wholeOf(form) : undefined;
  const whole = form.shape.digits - form.shape.scale;
  const { isSigned } = form.shape;
  return { kind: "number", whole: whole - start, scale: end - whole, isSigned };
}

/** The item as it would have to be to hold a value. */
export function grownTo(form: Form, needs: Held): Form {
  const { shape } = form;
  if (needs.kind === "bytes") {
    if (isNumber(shape)) return withShape(form, wider(shape, needs.end - form.bytes));
    const characters = Math.max(shape.characters, needs.end);
    return {
      ...withShape(form, { ...shape, characters }),
      isGroup: form.isGroup,
      bytes: Math.max(form.bytes, needs.end),
    };
  }
  if (!isNumber(shape) && !isEditedNumber(shape)) return form;
  const whole = Math.max(needs.whole, shape.digits - shape.scale);
  const scale = Math.max(needs.scale, shape.scale);
  const grown = wider(shape, whole + scale - shape.digits);
  return withShape(form, { ...grown, scale, isSigned: shape.isSigned || needs.isSigned });
}

export const isSameForm = (one: Form, other: Form): boolean =>
  one.bytes === other.bytes && one.usage === other.usage && isSameShape(one.shape, other.shape);

const isSameShape = (one: PictureSize, other: PictureSize): boolean =>
  (["category", "digits", "scale", "isSigned", "characters"] as const).every((key) => one[key] === other[key]);

/** What an item was made to hold, as it then holds it; it may have room for more. */
export function neededIn(grown: Form, needs: Held): Held {
  if (needs.kind === "number") return isNumber(grown.shape) ? needs : wholeOf(grown);
  return heldAt(needs, grown) ?? wholeOf(grown);
}

const wider = (shape: PictureSize, by: number): PictureSize => ({
  ...shape,
  digits: shape.digits + Math.max(0, by),
  characters: shape.characters + Math.max(0, by),
});

const isNumber = ({ category }: PictureSize): boolean => category === "numeric";
const isEditedNumber = ({ category, digits }: PictureSize): boolean => category === "edited" && digits > 0;
const isDisplayed = ({ usage }: Form): boolean => usage === "DISPLAY";
