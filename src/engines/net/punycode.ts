const BASE = 36;
const T_MIN = 1;
const T_MAX = 26;
const LABEL_LENGTH_MAX = 63;

/** A host name with its `xn--` labels decoded (RFC 3492); a label that does not decode stays as it is. */
export const unicodeHost = (host: string): string =>
  host
    .split(".")
    .map((label) => (label.startsWith("xn--") ? (decodeLabel(label.slice(4)) ?? label) : label))
    .join(".");

function decodeLabel(label: string): string | undefined {
  if (label.length > LABEL_LENGTH_MAX) return undefined;
  const cut = label.lastIndexOf("-");
  const points = cut > 0 ? [...label.slice(0, cut)].map((character) => character.codePointAt(0) ?? 0) : [];
  let position = 0;
  let point = 128;
  let bias = 72;
  for (let at = cut > 0 ? cut + 1 : 0; at < label.length; ) {
    const before = position;
    let weight = 1;
    for (let k = BASE; ; k += BASE) {
      const digit = digitOf(label.charCodeAt(at++));
      if (digit === undefined) return undefined;
      position += digit * weight;
      const threshold = Math.min(Math.max(k - bias, T_MIN), T_MAX);
      if (digit < threshold) break;
      weight *= BASE - threshold;
    }
    const length = points.length + 1;
    bias = adapted(position - before, length, before === 0);
    point += Math.floor(position / length);
    position %= length;
    if (point > 0x10ffff) return undefined;
    points.splice(position++, 0, point);
  }
  return String.fromCodePoint(...points);
}

function digitOf(code: number): number | undefined {
  if (code >= 0x61 && code <= 0x7a) return code - 0x61;
  if (code >= 0x41 && code <= 0x5a) return code - 0x41;
  if (code >= 0x30 && code <= 0x39) return code - 0x30 + 26;
  return undefined;
}

function adapted(delta: number, length: number, isFirst: boolean): number {
  let rest = Math.floor(delta / (isFirst ? 700 : 2));
  rest += Math.floor(rest / length);
  let k = 0;
  for (; rest > 455; k += BASE) rest = Math.floor(rest / 35);
  return k + Math.floor((36 * rest) / (rest + 38));
}
