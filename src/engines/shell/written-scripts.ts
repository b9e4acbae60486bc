import { programName, scan } from "./scan.ts";
import type { Unit } from "./unit.ts";
import { isLiteral, type ShellWord } from "./words.ts";
import { isShell } from "./wrappers.ts";

/** The file that a later command of the line runs by a shell, or by its path, after an earlier one has written it: what
 *  it holds is not what was there when the line was judged. Undefined when there is none. */
export function runsWhatItWrote(units: readonly Unit[]): string | undefined {
  const written = new Set<string>();
  for (const { part, words } of units) {
    const run = started(words).find((word) => written.has(plainPath(word)));
    if (run !== undefined) return run.text;
    const targets = [
      ...part.redirections.filter(({ kind }) => kind === "write").map(({ target }) => target),
      ...copies(words),
    ];
    for (const target of targets) if (isLiteral(target)) written.add(plainPath(target));
  }
  return undefined;
}

/** The program where it is a path, and the script of a shell. */
function started([program, ...rest]: readonly ShellWord[]): readonly ShellWord[] {
  if (!program || !isLiteral(program)) return [];
  const name = programName(program);
  const script =
    isShell(name) || name === "." || name === "source" ? rest.find((word) => !/^[-+]/.test(word.text)) : undefined;
  return [...(program.text.includes("/") ? [program] : []), ...(script ? [script] : [])];
}

function copies(words: readonly ShellWord[]): readonly ShellWord[] {
  const [program, ...rest] = words;
  if (!program || !/^(cp|mv|ln|install|tee|dd)$/.test(programName(program))) return [];
  return scan(rest).operands.slice(programName(program) === "tee" ? 0 : -1);
}

const plainPath = ({ text }: ShellWord): string => text.replace(/^(?:\.\/)+/, "").replace(/\/{2,}/g, "/");
