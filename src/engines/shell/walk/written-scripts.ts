import { takesCode } from "../dangers/code.ts";
import type { Part } from "../part.ts";
import { programName, scan } from "../scan.ts";
import { isLiteral, type ShellWord } from "../words.ts";
import { makesText, producedText } from "./made-text.ts";
import type { Unit } from "./unit.ts";
import { isShell } from "./wrappers.ts";

/** A file that a line writes and then runs. */
export interface WrittenScript {
  readonly name: string;
  /** What it then holds; absent where only running tells. */
  readonly text?: string;
  /** Absent for a file that another program writes as its work. */
  readonly isMade?: true;
  /** The program that runs it, where that is no shell. */
  readonly interpreter?: string;
}

/** The file that a later command of the line runs by a shell, or by its path, after an earlier one has written it: what
 *  it holds is not what was there when the line was judged. Undefined when there is none. */
export function runsWhatItWrote(units: readonly Unit[]): WrittenScript | undefined {
  const written = new Map<string, Content>();
  for (const { part, words } of units) {
    const run = started(words, part).find((word) => written.has(plainPath(word)));
    if (run !== undefined) return { name: run.text, ...written.get(plainPath(run)), ...interpreterOf(words) };
    const targets = [
      ...part.redirections.filter(({ kind }) => kind === "write").map(({ target }) => target),
      ...copies(words),
    ];
    for (const target of targets) {
      if (!isLiteral(target)) continue;
      const path = plainPath(target);
      written.set(path, addedTo(written.get(path), contentFrom(part, words)));
    }
  }
  return undefined;
}

function interpreterOf([program]: readonly ShellWord[]): { interpreter?: string } {
  const name = program === undefined ? "" : programName(program);
  return takesCode(name) ? { interpreter: name } : {};
}

type Content = Omit<WrittenScript, "name" | "interpreter">;

/** What several commands write may stand one after the other. */
function addedTo(before: Content | undefined, more: Content): Content {
  if (before === undefined) return more;
  if (before.text !== undefined && more.text !== undefined) return { text: `${before.text}\n${more.text}` };
  return { isMade: true };
}

function contentFrom({ input }: Part, words: readonly ShellWord[]): Content {
  const given = input.kind === "text" ? input.text : undefined;
  const [program] = words;
  if (program !== undefined && words.every(isLiteral)) {
    const text = producedText(
      words.map((word) => word.text),
      given,
    );
    if (text !== undefined) return { text };
  }
  const isMade =
    program === undefined ||
    given !== undefined ||
    (input.kind === "unknown" && input.isMade) ||
    words.some((word) => word.isAssembled) ||
    makesText(programName(program));
  return isMade ? { isMade } : {};
}

/** The program where it is a path, the script of a shell, and what a shell is given to read. */
function started([program, ...rest]: readonly ShellWord[], { redirections }: Part): readonly ShellWord[] {
  if (!program || !isLiteral(program)) return [];
  const name = programName(program);
  const reads = isShell(name) || name === "." || name === "source" || takesCode(name);
  const script = reads ? rest.find((word) => !/^[-+]/.test(word.text)) : undefined;
  return [
    ...(program.text.includes("/") ? [program] : []),
    ...(script ? [script] : []),
    ...(reads ? redirections.filter(({ kind }) => kind === "read").map(({ target }) => target) : []),
  ];
}

function copies(words: readonly ShellWord[]): readonly ShellWord[] {
  const [program, ...rest] = words;
  if (!program || !/^(cp|mv|ln|install|tee|dd)$/.test(programName(program))) return [];
  return scan(rest).operands.slice(programName(program) === "tee" ? 0 : -1);
}

const plainPath = ({ text }: ShellWord): string => text.replace(/^(?:\.\/)+/, "").replace(/\/{2,}/g, "/");
