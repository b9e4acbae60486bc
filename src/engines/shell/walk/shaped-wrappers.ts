import { isInertAssignment } from "../programs/system.ts";
import { assignmentIn, optionValues } from "../scan.ts";
import { isLiteral, type ShellWord } from "../words.ts";
import { type Inner, scriptOf } from "./shell-starts.ts";
import type { WrapperShape } from "./wrapper-shapes.ts";

export interface Unwrapped {
  readonly inner: readonly Inner[];
  /** The wrapper itself adds nothing: what it starts may be approved as if it stood alone. */
  readonly isTransparent: boolean;
}

export const opaque = (inner: readonly Inner[]): Unwrapped => ({ inner, isTransparent: false });

/** What a wrapper starts whose words stand in one order: options, words before the command, the command. */
export function byShape(program: string, rest: readonly ShellWord[], shape: WrapperShape): Unwrapped | undefined {
  const given = shape.verb === undefined ? rest : behindVerb(rest, shape.verb);
  if (given === undefined || (program === "command" && /^-\w*[vV]/.test(given[0]?.text ?? ""))) return undefined;
  const behind = afterOptions(given, new Set((shape.values ?? "").split(" ")));
  const options = given.slice(0, given.length - behind.length);
  const start = beforeCommand(behind, shape);
  const words = behind.slice(start);
  // What stands before a command may be more words than it seems, and the command itself.
  const unseen = [...options, ...behind.slice(0, start)]
    .filter(({ glob }) => glob)
    .map(({ text }): Inner => ({ kind: "unseen", why: `what ${program} runs may stand in ${text}` }));
  const isTransparent = unseen.length === 0 && addsNothing(program, { options, set: behind.slice(0, start) }, shape);
  const [first] = words;
  if (first === undefined) return unseen.length > 0 ? opaque(unseen) : undefined;
  if (shape.script) return opaque(scriptsOf(program, words));
  // Some take one text for a shell: `npx "a b"`, `flock f "a b"`.
  if (/\s/.test(first.text)) return opaque([scriptOf(first), ...unseen]);
  const folder = optionValues(options, "-C", "--chdir", "-D").at(-1);
  return { inner: [{ kind: "words", words, ...(folder ? { folder } : {}) }, ...unseen], isTransparent };
}

function behindVerb(words: readonly ShellWord[], verb: string): readonly ShellWord[] | undefined {
  const at = words.findIndex((word) => !word.text.startsWith("-"));
  return verb.split("|").includes(words[at]?.text ?? "") ? words.slice(at + 1) : undefined;
}

/** How many words stand between the options and the command. */
function beforeCommand(words: readonly ShellWord[], { skip = 0, assignments = false }: WrapperShape): number {
  if (!assignments) return skip;
  const end = words.slice(skip).findIndex((word) => !/^\w+=/.test(word.text));
  return end < 0 ? words.length : skip + end;
}

/** Whether a wrapper with these words only bounds or times what it starts, or gives it what harms nobody. */
function addsNothing(
  program: string,
  { options, set }: { readonly options: readonly ShellWord[]; readonly set: readonly ShellWord[] },
  shape: WrapperShape,
): boolean {
  if (program === "env")
    return (
      options.length === 0 &&
      set.every((word) => assignmentIn(word).every(({ name, value }) => isInertAssignment(name, value)))
    );
  if (shape.transparent !== true || ![...options, ...set].every(isLiteral)) return false;
  return !options.some((word) => /^--?(o|output|a|append)(=|$)/.test(word.text));
}

function scriptsOf(program: string, words: readonly ShellWord[]): readonly Inner[] {
  if (!words.every(isLiteral)) return [{ kind: "unseen", why: `what ${program} runs is not known before it runs` }];
  if (program === "watch") return [{ kind: "script", text: words.map((word) => word.text).join(" ") }];
  return words.filter((word) => !word.text.startsWith("-")).map(scriptOf);
}

/** Skips options, and the values of those that take one. */
export function afterOptions(words: readonly ShellWord[], values: ReadonlySet<string>): readonly ShellWord[] {
  let index = 0;
  for (; index < words.length; index++) {
    const text = words[index]?.text ?? "";
    if (text === "--") return words.slice(index + 1);
    if (!text.startsWith("-") || text === "-") {
      if (text !== "-") break;
      continue;
    }
    if (values.has(text)) index++;
  }
  return words.slice(index);
}
