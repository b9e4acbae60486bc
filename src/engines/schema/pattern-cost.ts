/** What is open while a pattern is read. */
interface Group {
  /** It can match a text in more than one way: something in it is repeated so or so often, or is one of several. */
  varies: boolean;
  /** The first character of each of its alternatives; undefined where it is no plain one. */
  readonly firsts: (string | undefined)[];
  begins: boolean;
}

/** An escape, a class, a group's opening with its marks, a quantifier, or one character. */
const TOKENS = /\\.|\[(?:\\.|[^\]\\])*\]?|\((?:\?(?:[:=!]|<[=!]|<\w{1,64}>))?|[*+?]|\{\d+(?:,\d*)?\}|./gs;
const IS_QUANTIFIER = /^(?:[*+?]|\{\d)/;
/** So often repeated, what varies is tried in more ways than there is time for. */
const REPEATS_MAX = 10;

/**
 * Whether a pattern repeats what can match in several ways, as `(a+)+` and `(a|ab)*` do: some text keeps it busy for hours. Errs on
 * the side of yes.
 */
export function repeatsRepeated(pattern: string): boolean {
  const open: Group[] = [newGroup()];
  // Of what a quantifier would stand behind.
  let varies = false;
  for (const [token] of pattern.matchAll(TOKENS)) {
    const group = open.at(-1) as Group;
    if (IS_QUANTIFIER.test(token)) {
      if (varies && repeatsOf(token) > REPEATS_MAX) return true;
      group.varies ||= !/^\{\d+\}$/.test(token);
    } else if (token === ")") varies = open.length > 1 && closed(open);
    else {
      varies = false;
      take(token, group);
      if (token.startsWith("(")) open.push(newGroup());
    }
  }
  return false;
}

const newGroup = (): Group => ({ varies: false, firsts: [], begins: true });

/** What is no quantifier and ends no group. */
function take(token: string, group: Group): void {
  begin(group, /^[\w\s-]$/.test(token) ? token : undefined);
  // An alternative that is empty begins with nothing, which `begin` has noted.
  if (token === "|") group.begins = true;
}

function begin(group: Group, first: string | undefined): void {
  if (group.begins) group.firsts.push(first);
  group.begins = false;
}

/** @returns whether the group that ends varies; then what is around it does as well */
function closed(open: Group[]): boolean {
  const group = open.pop();
  const varies = group !== undefined && (group.varies || mayOverlap(group));
  const around = open.at(-1);
  if (around !== undefined) around.varies ||= varies;
  return varies;
}

/** Alternatives that begin with different characters exclude each other. */
function mayOverlap({ firsts, begins }: Group): boolean {
  if (firsts.length + (begins ? 1 : 0) < 2) return false;
  return begins || firsts.includes(undefined) || new Set(firsts).size < firsts.length;
}

function repeatsOf(quantifier: string): number {
  if (quantifier === "?") return 1;
  const [, from = "", comma, to = ""] = /^\{(\d+)(,)?(\d*)\}$/.exec(quantifier) ?? [];
  const isOpen = from === "" || (comma !== undefined && to === "");
  return isOpen ? Number.POSITIVE_INFINITY : Number(to === "" ? from : to);
}
