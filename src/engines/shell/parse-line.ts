import { type ParsedScript, parse } from "unbash";
import { namesAssigned } from "./assigned-names.ts";
import { spend, TOO_MUCH } from "./meant/work.ts";
import type { Input, LineScope, Part } from "./part.ts";
import type { CommandPolicyOptions } from "./policy-types.ts";
import { LineRecord, type WalkBase } from "./walk/line-record.ts";
import type { Standing } from "./walk/standing/where-it-stands.ts";
import { unreadWord } from "./walk/unread-words.ts";
import { Walk } from "./walk/walk.ts";
import { INHERITED } from "./walk/walk-facts.ts";
import type { ShellWord } from "./words.ts";

/** Longer lines are refused before parsing: here-documents make the grammar quadratic. */
export const COMMAND_CHARACTERS_MAX = 10_000;
const NESTING_MAX = 40;

export type ParsedLine =
  | { readonly kind: "parts"; readonly parts: readonly Part[] }
  | { readonly kind: "unreadable"; readonly why: string };

/** The simple commands of a line in the order they stand, those in substitutions, functions and loops included.
 *  Reads bash grammar only. Never throws: what cannot be read is `unreadable`.
 *  @param around  what its commands are given to read by what starts it */
export function parseLine(line: string, scope: LineScope, around: Input = INHERITED): ParsedLine {
  if (line.length > COMMAND_CHARACTERS_MAX)
    return { kind: "unreadable", why: `the command is longer than ${COMMAND_CHARACTERS_MAX} characters` };
  if (nestingOf(line) > NESTING_MAX) return { kind: "unreadable", why: "the command is nested too deeply to read" };
  if (spend(line.length >> 2)) return { kind: "unreadable", why: TOO_MUCH };
  let script: ParsedScript;
  try {
    script = parse(line);
    if (script.errors?.length)
      return { kind: "unreadable", why: `the shell grammar cannot read it: ${script.errors[0]?.message}` };
    const unread = unreadWord(script);
    if (unread !== undefined)
      return { kind: "unreadable", why: `the shell grammar does not read all of ${unread.slice(0, 200)}` };
    const names = namesAssigned(script);
    const base = {
      line,
      scope,
      assigned: names,
      around,
      hasMoved: false,
      goesByItself: false,
      known: { bodies: new Map(), called: new Set<string>() },
    };
    const { error, parts } = walked(script, base, new Map(), { folders: scope.folders, isCertain: true });
    if (error !== undefined) return { kind: "unreadable", why: `the shell grammar cannot read it: ${error}` };
    return { kind: "parts", parts: parts.map((part) => ({ ...part, given: names.given })) };
  } catch (error) {
    // The grammar is a foreign package: whatever it throws means the same as a parse error.
    return {
      kind: "unreadable",
      why: `the shell grammar cannot read it: ${error instanceof Error ? error.message : "unknown"}`,
    };
  }
}

/** What a script comes to; those in its substitutions begin with what is set by then. */
function walked(script: ParsedScript, base: WalkBase, values: Map<string, ShellWord>, standing: Standing): LineRecord {
  const record = new LineRecord(base, values, (inner, folders) =>
    walked(
      inner,
      {
        ...base,
        line: inner.source ?? base.line,
        around: record.around,
        hasMoved: record.hasMoved,
        goesByItself: record.goesByItself,
      },
      record.held.values,
      { folders, isCertain: false },
    ),
  );
  new Walk(record).statements(script.commands, standing);
  return record;
}

/** The scope of a whole command. */
export const scopeOf = ({ home, cwd, root, facts }: CommandPolicyOptions): LineScope => {
  const realPath = facts?.realPath;
  return {
    home,
    folders: [cwd ?? root],
    isFolder: facts?.isFolder,
    realPath,
    isThere: realPath && ((path) => realPath(path) !== undefined),
    namesFound: facts?.namesFound,
  };
};

/** A cheap upper bound on how deep brackets nest, quoted ones included. */
function nestingOf(line: string): number {
  let depth = 0;
  let deepest = 0;
  for (const character of line) {
    if (character === "(" || character === "{") deepest = Math.max(deepest, ++depth);
    if ((character === ")" || character === "}") && depth > 0) depth--;
  }
  return deepest;
}
