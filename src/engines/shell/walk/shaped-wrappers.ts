import { isInertAssignment } from "../programs/inert-variables.ts";
import { type LeadingOptions, leadingOptions } from "../programs/leading-options.ts";
import { assignmentIn, optionValues } from "../scan.ts";
import { isLiteral, type ShellWord } from "../words.ts";
import { type Inner, scriptOf } from "./shell-starts.ts";
import type { WrapperShape } from "./wrapper-shape.ts";
import { STARTS_SCRIPT_WITH } from "./wrapper-shapes.ts";

export interface Unwrapped {
  readonly inner: readonly Inner[];
  /** The wrapper itself adds nothing: what it starts may be approved as if it stood alone. */
  readonly isTransparent: boolean;
}

export const opaque = (inner: readonly Inner[]): Unwrapped => ({ inner, isTransparent: false });

/** One way to read a wrapper's words. */
interface Start extends Pick<LeadingOptions, "options" | "possibleValues" | "isKnown"> {
  /** What stands before the command. */
  readonly spent: readonly ShellWord[];
  readonly words: readonly ShellWord[];
}

/** What a wrapper starts whose words stand in one order: options, words before the command, the command. */
export function byShape(program: string, rest: readonly ShellWord[], shape: WrapperShape): Unwrapped | undefined {
  if (program === "command" && /^-\w*[vV]/.test(rest[0]?.text ?? "")) return undefined;
  const skips = [shape.skip ?? 0, ...(shape.maySkipNone ? [0] : [])];
  const starts = behindVerb(rest, shape).flatMap((words) => skips.flatMap((skip) => startsIn(words, shape, skip)));
  const inner = [
    ...starts.flatMap((start) => startedBy(program, start, shape)),
    ...(shape.permutes ? optionValues(rest, ...scriptOptions(program)).map(scriptOf) : []),
  ];
  const [start, ...others] = starts;
  if (inner.length === 0 || start === undefined) return undefined;
  return { inner, isTransparent: others.length === 0 && inner.length === 1 && addsNothing(program, start, shape) };
}

const scriptOptions = (program: string): readonly string[] =>
  Object.hasOwn(STARTS_SCRIPT_WITH, program) ? (STARTS_SCRIPT_WITH[program] ?? []) : [];

/** What stands behind the sub-command that starts something. */
function behindVerb(
  words: readonly ShellWord[],
  { verb, options = "" }: WrapperShape,
): readonly (readonly ShellWord[])[] {
  if (verb === undefined) return [words];
  const verbs = verb.split("|");
  return leadingOptions(words, options)
    .behind.filter((at) => verbs.includes(words[at]?.text ?? ""))
    .map((at) => words.slice(at + 1));
}

/** @param skip  how many words stand between the options and the command */
function startsIn(given: readonly ShellWord[], shape: WrapperShape, skip: number): readonly Start[] {
  const { behind, ...read } = leadingOptions(given, shape.options ?? "");
  return behind.flatMap((at): readonly Start[] => {
    const from = at + beforeCommand(given.slice(at), skip, shape);
    const words = given.slice(from);
    const start = { ...read, spent: given.slice(0, from), words };
    // Some take options there, too: `flock file -c …`, `sudo A=1 -u x …`.
    if (from === at || !/^-./s.test(words[0]?.text ?? "")) return [start];
    return startsIn(words, shape, 0).map((later) => ({
      ...later,
      spent: [...start.spent, ...later.spent],
      options: new Map([...start.options, ...later.options]),
      possibleValues: [...start.possibleValues, ...later.possibleValues],
      isKnown: false,
    }));
  });
}

function beforeCommand(words: readonly ShellWord[], skip: number, { assignments = false }: WrapperShape): number {
  if (!assignments) return skip;
  const end = words.slice(skip).findIndex((word) => !/^(?:[^=]+=|-$)/.test(word.text));
  return end < 0 ? words.length : skip + end;
}

function startedBy(program: string, start: Start, shape: WrapperShape): readonly Inner[] {
  const { options, possibleValues, spent, words } = start;
  const names = scriptOptions(program);
  const scripts = names.length === 0 ? [] : [...names.flatMap((name) => options.get(name) ?? []), ...possibleValues];
  const inner: Inner[] = scripts.map((script) =>
    // What env cuts into words goes on with those that follow.
    scriptOf(program === "env" ? { ...script, text: [script, ...words].map(({ text }) => text).join(" ") } : script),
  );
  // What stands before a command may be more words than it seems, and the command itself.
  for (const { text } of spent.filter(({ glob }) => glob))
    inner.push({ kind: "unseen", why: `what ${program} runs may stand in ${text}` });
  const [first] = words;
  if (first === undefined) return inner;
  if (shape.script) return [...inner, ...scriptsOf(program, words)];
  // Some take one text for a shell: `npx "a b"`, `flock f "a b"`.
  if (/\s/.test(first.text)) return [...inner, scriptOf(first)];
  const folder = folderOf(start, shape);
  return [...inner, { kind: "words", words, ...(folder === undefined ? {} : { folder }) }];
}

/** Any folder, where an option is not known and may name one. */
function folderOf({ options, isKnown }: Start, { folders = [] }: WrapperShape): ShellWord | undefined {
  if (folders.length > 0 && !isKnown) return { text: "?", certainty: "variable", glob: true };
  return folders.flatMap((name) => options.get(name) ?? []).at(-1);
}

/** Whether a wrapper with these words only bounds or times what it starts, or gives it what harms nobody. */
function addsNothing(program: string, { options, spent, isKnown }: Start, shape: WrapperShape): boolean {
  if (!isKnown || !spent.every((word) => isLiteral(word) && !word.glob)) return false;
  if (program !== "env") return shape.transparent === true && !shape.effects?.some((name) => options.has(name));
  return spent.every(
    (word) =>
      !word.text.startsWith("-") && assignmentIn(word).every(({ name, value }) => isInertAssignment(name, value)),
  );
}

function scriptsOf(program: string, words: readonly ShellWord[]): readonly Inner[] {
  if (!words.every(isLiteral)) return [{ kind: "unseen", why: `what ${program} runs is not known before it runs` }];
  if (program === "watch") return [{ kind: "script", text: words.map((word) => word.text).join(" ") }];
  return words.filter((word) => !word.text.startsWith("-")).map(scriptOf);
}
