/** A PICTURE's bytes and kind. Lengths are of DISPLAY or the given USAGE, as IBM Enterprise COBOL stores it. */
export interface PictureSize {
  readonly category: "alphanumeric" | "numeric" | "edited" | "national" | "none";
  readonly digits: number;
  readonly scale: number;
  readonly isSigned: boolean;
  readonly characters: number;
}

const NONE: PictureSize = { category: "none", digits: 0, scale: 0, isSigned: false, characters: 0 };
const cache = new Map<string, PictureSize>();
const CACHE_MAX = 4096;

export function readPicture(picture: string): PictureSize {
  const known = cache.get(picture);
  if (known) return known;
  const size = measure(picture.toUpperCase());
  if (cache.size < CACHE_MAX) cache.set(picture, size);
  return size;
}

function measure(picture: string): PictureSize {
  let digits = 0;
  let scale = 0;
  let characters = 0;
  let isSigned = false;
  let isEdited = false;
  let isText = false;
  let isNational = false;
  let afterPoint = false;
  for (const [, symbol = "", count] of picture.matchAll(/([A-Z9*+\-/,.$])(?:\((\d+)\))?/g)) {
    const times = count === undefined ? 1 : Number(count);
    if (symbol === "S") isSigned = true;
    else if (symbol === "V") afterPoint = true;
    else if (symbol === "P") digits += 0;
    else {
      characters += times;
      if (symbol === "9") {
        digits += times;
        if (afterPoint) scale += times;
      } else if (symbol === "X" || symbol === "A") isText = true;
      else if (symbol === "N" || symbol === "G") isNational = true;
      else isEdited = true;
    }
  }
  if (isNational) return { category: "national", digits: 0, scale: 0, isSigned: false, characters };
  if (isEdited) return { category: "edited", digits, scale, isSigned: false, characters };
  if (isText || digits === 0) return { ...(characters > 0 ? { ...NONE, category: "alphanumeric" } : NONE), characters };
  return { category: "numeric", digits, scale, isSigned, characters };
}

/** Bytes of one elementary item. `usage` is canonical: DISPLAY, BINARY, COMP-1, COMP-2, PACKED, INDEX, POINTER, NATIONAL. */
export function elementaryLength(picture: PictureSize, usage: string, isSeparateSign: boolean): number {
  switch (usage) {
    case "COMP-1":
      return 4;
    case "COMP-2":
      return 8;
    case "INDEX":
    case "POINTER":
      return 4;
    case "PROCEDURE-POINTER":
      return 8;
    case "PACKED":
      return (picture.digits >> 1) + 1;
    case "BINARY":
      return picture.digits <= 4 ? 2 : picture.digits <= 9 ? 4 : 8;
    default:
      if (picture.category === "national" || usage === "NATIONAL" || usage === "DISPLAY-1")
        return picture.characters * 2;
      return picture.characters + (isSeparateSign && picture.isSigned ? 1 : 0);
  }
}
