/** Colours and attributes as one SGR sequence leaves them; a colour is a comparable key or `null` for the default. */
export interface Rendition {
  readonly foreground: Rgb | null;
  readonly background: Rgb | null;
  readonly isPlain: boolean;
}
type Rgb = readonly [number, number, number];

export const PLAIN: Rendition = { foreground: null, background: null, isPlain: true };

const PARAMETERS_MAX = 32;
/** Below this summed channel distance text cannot be read from its background. */
const DISTANCE_MIN = 48;
const BASIC: readonly Rgb[] = [
  [0, 0, 0],
  [205, 0, 0],
  [0, 205, 0],
  [205, 205, 0],
  [0, 0, 238],
  [205, 0, 205],
  [0, 205, 205],
  [229, 229, 229],
  [127, 127, 127],
  [255, 0, 0],
  [0, 255, 0],
  [255, 255, 0],
  [92, 92, 255],
  [255, 0, 255],
  [0, 255, 255],
  [255, 255, 255],
];
const CUBE = [0, 95, 135, 175, 215, 255];
/** Bold to strikeout and their ends, overline; without blink (5, 6), conceal (8) and fonts (10-20). */
const ATTRIBUTES = new Set([1, 2, 3, 4, 7, 9, 21, 22, 23, 24, 25, 27, 28, 29, 53, 55, 59]);

/** What of an SGR parameter string may be printed, and the rendition afterwards.
 *  @param parameters  the text between `ESC [` and `m`
 *  @returns `text` empty when the sequence hides text or is malformed; the rendition is then unchanged */
export function filterSgr(parameters: string, before: Rendition): { text: string; after: Rendition } {
  const refused = { text: "", after: before };
  if (!/^[\d;:]*$/.test(parameters)) return refused;
  const fields = parameters.split(";");
  if (fields.length > PARAMETERS_MAX || fields.some((field) => /\d{4}/.test(field))) return refused;
  const kept: string[] = [];
  let after = before;
  for (let index = 0; index < fields.length; ) {
    const part = partAt(fields, index);
    if (!part) return refused;
    index += part.used;
    if (part.change === undefined) continue;
    kept.push(part.text);
    after = part.change === "reset" ? PLAIN : { ...after, isPlain: false, ...part.change };
  }
  if (kept.length === 0 || isUnreadable(after)) return refused;
  return { text: `\u001b[${kept.join(";")}m`, after };
}

interface Part {
  readonly text: string;
  readonly used: number;
  /** Undefined for what is left out: blink, conceal, fonts, unknown codes. */
  readonly change: "reset" | Partial<Rendition> | undefined;
}

/** One attribute or colour; undefined where a colour is malformed. */
function partAt(fields: readonly string[], index: number): Part | undefined {
  const field = fields[index] ?? "";
  const code = Number(field.split(":")[0] || 0);
  if (code === 0) return { text: "0", used: 1, change: "reset" };
  if (code === 38 || code === 48 || code === 58) {
    const extended = extendedColour(fields, index);
    if (!extended) return undefined;
    const change = code === 38 ? { foreground: extended.rgb } : code === 48 ? { background: extended.rgb } : {};
    return { text: extended.text, used: extended.used, change };
  }
  const basic = basicColour(code);
  if (basic) return { text: field, used: 1, change: { [basic.layer]: basic.rgb } };
  return { text: field, used: 1, change: ATTRIBUTES.has(code) ? {} : undefined };
}

function isUnreadable({ foreground, background }: Rendition): boolean {
  if (!foreground || !background) return false;
  const distance = foreground.reduce((sum, channel, index) => sum + Math.abs(channel - (background[index] ?? 0)), 0);
  return distance < DISTANCE_MIN;
}

function basicColour(code: number): { layer: "foreground" | "background"; rgb: Rgb | null } | undefined {
  if (code === 39) return { layer: "foreground", rgb: null };
  if (code === 49) return { layer: "background", rgb: null };
  if (code >= 30 && code <= 37) return { layer: "foreground", rgb: palette(code - 30) };
  if (code >= 90 && code <= 97) return { layer: "foreground", rgb: palette(code - 82) };
  if (code >= 40 && code <= 47) return { layer: "background", rgb: palette(code - 40) };
  if (code >= 100 && code <= 107) return { layer: "background", rgb: palette(code - 92) };
  return undefined;
}

/** `38;5;N`, `38;2;R;G;B` and the colon forms, with or without the colour-space field. */
function extendedColour(fields: readonly string[], at: number): { text: string; rgb: Rgb; used: number } | undefined {
  const field = fields[at] ?? "";
  const withColons = field.includes(":");
  const parts = withColons ? field.split(":") : fields.slice(at, at + 5);
  const mode = Number(parts[1]);
  const length = mode === 5 ? 3 : mode === 2 ? 5 : 0;
  if (length === 0 || parts.length < length) return undefined;
  const hasColourSpace = withColons && mode === 2 && parts.length > 5;
  const numbers = parts.slice(hasColourSpace ? 3 : 2, hasColourSpace ? 6 : length).map((part) => Number(part || 0));
  if (numbers.some((number) => number > 255)) return undefined;
  const [red = 0, green = 0, blue = 0] = numbers;
  return {
    text: withColons ? field : parts.slice(0, length).join(";"),
    rgb: mode === 5 ? palette(red) : [red, green, blue],
    used: withColons ? 1 : length,
  };
}

function palette(index: number): Rgb {
  const basic = BASIC[index];
  if (basic) return basic;
  if (index >= 232) {
    const grey = 8 + 10 * (index - 232);
    return [grey, grey, grey];
  }
  const cube = index - 16;
  return [CUBE[Math.floor(cube / 36)] ?? 0, CUBE[Math.floor(cube / 6) % 6] ?? 0, CUBE[cube % 6] ?? 0];
}
