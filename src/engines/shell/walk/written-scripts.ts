import { escapeRegExp } from "../../../base/glob.ts";
import type { Part } from "../part.ts";
import { takesCode } from "../programs/interpreters.ts";
import { programName, scan } from "../scan.ts";
import { isLiteral, type ShellWord } from "../words.ts";
import { makesText, producedText } from "./made-text.ts";
import { isShell } from "./shell-starts.ts";
import type { Unit } from "./unit.ts";

/** A file that a line writes and then runs. */
export interface WrittenScript {
  readonly name: string;
  /** What it then holds; absent where only running tells. */
  readonly text?: string;
  /** Absent for a file that another program writes as its work. */
  readonly isMade?: true;
  /** A program that comes later may run it by itself, as `make` does. */
  readonly isNotNamed?: true;
  /** The program that runs it, where that is no shell. */
  readonly interpreter?: string;
}

/** The files that later commands of the line run, or may run by themselves, after earlier ones have written them: what they hold
 *  is not what was there when the line was judged. */
export function runsWhatItWrote(units: readonly Unit[]): readonly WrittenScript[] {
  const written = new Map<string, Content>();
  const found: WrittenScript[] = [];
  for (const unit of units) {
    const { part, words } = unit;
    const run = started(words, part).find((word) => written.has(plainPath(word)));
    if (run !== undefined) found.push({ name: run.text, ...written.get(plainPath(run)), ...interpreterOf(words) });
    for (const [name, content] of written) if (mayRun(unit, name)) found.push({ name, ...content, isNotNamed: true });
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
  const [more] = found.slice(SCRIPTS_MAX);
  return [...found.slice(0, SCRIPTS_MAX), ...(more === undefined ? [] : [{ name: more.name, isMade: true } as const])];
}

/** Of more it is as if only running them told what they hold. */
const SCRIPTS_MAX = 100;

/** Whether a script starts itself beside itself: `$0 & $0`. */
export function startsItself(name: string, text: string): boolean {
  const own = escapeRegExp(name.slice(name.lastIndexOf("/") + 1));
  return new RegExp(`(?:\\$0|\\b${own})["']?\\s*(?:&(?!&)|\\|(?!\\|))`).test(text);
}

/** Text that nothing runs, whoever reads it. */
const PROSE = /\.(?:md|markdown|txt|rst|adoc|html?|csv|tsv|log|svg|xml)$/i;
/** What git runs by itself. */
const HOOK = /(?:^|\/)(?:hooks|\.githooks|\.husky)\//;
/** What is run without being named: the files of tools that build, test and start. */
export const RUN_UNNAMED =
  /(?:^|\/)(?:(?:gnu)?makefile|justfile|rakefile|taskfile\.ya?ml|package\.json|setup\.(?:py|cfg)|conftest\.py|noxfile\.py|tox\.ini|build\.rs|gruntfile\.js|gulpfile\.js|dockerfile|vagrantfile|procfile|sconstruct|cmakelists\.txt|[^/]*\.(?:mk|gradle|kts|config\.[cm]?[jt]s))$/i;

/** Whether a program that may do anything comes after such a file was written. Git, editors and readers start none of it. */
function mayRun({ class: kind, words: [program] }: Unit, name: string): boolean {
  if (program === undefined || PROSE.test(name)) return false;
  if (programName(program) === "git") return HOOK.test(name);
  if (!/^(?:unknown|network)$/.test(kind)) return false;
  return !/^(?:cat|tee|echo|printf|cp|mv|ln|install|dd|mkdir|touch|chmod|cd|vi|vim|nano|code)$/.test(
    programName(program),
  );
}

function interpreterOf([program]: readonly ShellWord[]): { interpreter?: string } {
  const name = program === undefined ? "" : programName(program);
  return takesCode(name) ? { interpreter: name } : {};
}

type Content = Pick<WrittenScript, "text" | "isMade">;

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
    (makesText(programName(program)) && !runsFile(words));
  return isMade ? { isMade } : {};
}

/** `python3 make-it.py > x.py`: a script that is there does its work. */
const runsFile = ([program, script]: readonly ShellWord[]): boolean =>
  program !== undefined &&
  (takesCode(programName(program)) || isShell(programName(program))) &&
  /^[^-]/.test(script?.text ?? "") &&
  !/^\/(?:dev|proc)\//.test(script?.text ?? "");

/** The program where it is a path, the script of a shell, and what a shell is given to read. */
function started([program, ...rest]: readonly ShellWord[], { input }: Part): readonly ShellWord[] {
  if (!program || !isLiteral(program)) return [];
  const name = programName(program);
  const reads = isShell(name) || name === "." || name === "source" || takesCode(name);
  const script = reads ? rest.find((word) => !/^[-+]/.test(word.text)) : undefined;
  return [
    ...(program.text.includes("/") ? [program] : []),
    ...(script ? [script] : []),
    ...(reads && input.kind === "unknown" ? (input.files ?? []) : []),
  ];
}

function copies(words: readonly ShellWord[]): readonly ShellWord[] {
  const [program, ...rest] = words;
  if (!program || !/^(cp|mv|ln|install|tee|dd)$/.test(programName(program))) return [];
  return scan(rest).operands.slice(programName(program) === "tee" ? 0 : -1);
}

const plainPath = ({ text }: ShellWord): string => text.replace(/^(?:\.\/)+/, "").replace(/\/{2,}/g, "/");
