import { createReach } from "../../../base/glob.ts";

/** How a pattern for paths lies to one path: it may find it, a folder that holds it, or something in it. */
export type Reach = "same" | "above" | "below";

/** More pieces than any path has: such a pattern is there to keep us busy. */
const PIECES_MAX = 60;
const ANY_FOLDERS = "**";

/** What of these a pattern may find, piece by piece, the place itself first; undefined for nothing. A star takes hidden names, too, as a shell may be told. */
export function reachOfPattern(pattern: string): (path: string) => Reach | undefined {
  const pieces = pattern.split("/").filter(Boolean);
  if (pieces.length > PIECES_MAX) return () => "same";
  const matchers = pieces.map(matcherOf);
  return (path) => reachOf(path, pieces, matchers);
}

function reachOf(path: string, pieces: readonly string[], matchers: readonly Matcher[]): Reach | undefined {
  let open = withSkipped(new Set([0]), pieces);
  let isAbove = false;
  for (const name of path.split("/").filter(Boolean)) {
    if (open.has(pieces.length)) isAbove = true;
    const next = [...open].flatMap((at) => {
      const piece = pieces[at];
      if (piece === undefined) return [];
      return piece === ANY_FOLDERS ? [at] : matchers[at]?.(name) ? [at + 1] : [];
    });
    if (next.length === 0) return isAbove ? "above" : undefined;
    open = withSkipped(new Set(next), pieces);
  }
  if (open.has(pieces.length)) return "same";
  return isAbove ? "above" : "below";
}

/** Two stars stand for no folder as well. */
function withSkipped(open: ReadonlySet<number>, pieces: readonly string[]): ReadonlySet<number> {
  const all = new Set(open);
  for (const at of all) if (pieces[at] === ANY_FOLDERS) all.add(at + 1);
  return all;
}

type Matcher = (name: string) => boolean;
const isPattern = /[*?[]/;
const matcherOf = (piece: string): Matcher => (isPattern.test(piece) ? createReach(piece) : (name) => name === piece);
