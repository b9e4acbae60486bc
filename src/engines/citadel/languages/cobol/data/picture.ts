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
  const symbols = [...picture.matchAll(/([A-Z09*+\-/,.$])(?:\((\d+)\))?/g)].map(([, symbol = "", count]) => ({
    symbol,
    times: count === undefined ? 1 : Number(count),
  }));
  const total = (pattern: RegExp): number =>
    symbols.reduce((sum, { symbol, times }) => (pattern.test(symbol) ? sum + times : sum), 0);
  const characters = total(/[^SVP]/);
  const digits = total(/9/);
  const point = symbols.findIndex(({ symbol }) => symbol === "V");
  const scale =
    point < 0 ? 0 : symbols.slice(point).reduce((sum, { symbol, times }) => (symbol === "9" ? sum + times : sum), 0);
  if (total(/[NG]/) > 0) return { ...NONE, category: "national", characters };
  if (total(/[^SVP9XANG]/) > 0) return { category: "edited", ...editedDigits(symbols), characters };
  if (total(/[XA]/) > 0 || digits === 0)
    return { ...NONE, category: characters > 0 ? "alphanumeric" : "none", characters };
  return { category: "numeric", digits, scale, isSigned: total(/S/) > 0, characters };
}

/** Digits of an edited number: each 9, Z and *, and all but the first of a floating sign or currency symbol. */
function editedDigits(symbols: readonly { readonly symbol: string; readonly times: number }[]) {
  const all = symbols.flatMap(({ symbol, times }) => Array<string>(Math.min(times, DIGITS_MAX)).fill(symbol));
  const point = all.findLastIndex((symbol) => symbol === "V" || symbol === ".");
  const floats = new Set(["+", "-", "$"].filter((sign) => all.indexOf(sign) < all.lastIndexOf(sign)));
  const isDigit = (symbol: string, at: number): boolean =>
    /[9Z*]/.test(symbol) || (floats.has(symbol) && at > all.indexOf(symbol));
  const digits = all.filter(isDigit).length;
  const scale = point < 0 ? 0 : all.filter((symbol, at) => at > point && isDigit(symbol, at)).length;
  const isSigned = all.some((symbol) => /[-+CD]/.test(symbol));
  return { digits, scale, isSigned };
}

const DIGITS_MAX = 100;

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
