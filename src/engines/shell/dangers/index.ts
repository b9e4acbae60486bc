import { awkProblem } from "../programs/awk-script.ts";
import { readerOf } from "../programs/readers.ts";
import { sedProblem } from "../programs/sed-script.ts";
import { optionValues, programName, scan } from "../scan.ts";
import { isLiteral, literalWord, type ShellWord } from "../words.ts";
import { codeDanger, takesCode } from "./code.ts";
import {
  type Danger,
  type DangerCheck,
  type DangerContext,
  danger,
  firstDanger,
  hidden,
  notKnown,
  place,
  unresolved,
  writeDanger,
} from "./danger.ts";
import { FILE_DANGERS, isDiskFormatter } from "./files.ts";
import { GIT_DANGERS } from "./git.ts";
import { SERVICE_DANGERS } from "./services.ts";

/** Every program with uses that the safety floor stops. */
const CHECKS: ReadonlyMap<string, DangerCheck> = new Map(
  [FILE_DANGERS, GIT_DANGERS, SERVICE_DANGERS].flatMap((family) => Object.entries(family)),
);
const SUFFIXES_MAX = 24;
const AWKS = new Set(["awk", "gawk", "mawk", "nawk"]);
/** Programs whose words are names and texts, never a command. */
const DATA_ONLY = new Set(
  "apt apt-get aptitude dnf yum pacman zypper apk brew port snap flatpak choco winget scoop pip pip3 pipx npm pnpm yarn bun cargo go make cmake man info tldr apropos whatis git-lfs say notify-send logger figlet cowsay".split(
    " ",
  ),
);

/** The harm a command could do by its own words, or undefined. Wrappers are looked through by the caller.
 *  @param words  program first */
export function dangerOf(words: readonly ShellWord[], context: DangerContext): Danger | undefined {
  const [program, ...rest] = words;
  if (!program) return undefined;
  if (!isLiteral(program) || program.glob) return unknownProgram(program, rest, context);
  if (/[^\x20-\x7e]/.test(program.text))
    return unresolved("the program's name holds letters that may be mistaken for others");
  const name = programName(program);
  if (isDiskFormatter(name)) return danger("D6", "it makes a new file system");
  const found = CHECKS.get(name)?.(rest, context) ?? protectedOutput(rest, context);
  if (found) return found;
  if (RUNS_IN_CONTAINER.test(name)) return hiddenCommand(rest, context);
  if (takesCode(name)) return codeDanger(name, rest, context) ?? scriptFileDanger(rest, context);
  if (AWKS.has(name)) return awkDanger(rest, context);
  if (name === "sed" || name === "gsed") return scriptDanger(sedScripts(rest), sedProblem);
  return CHECKS.has(name) || readerOf(name) || DATA_ONLY.has(name) ? undefined : hiddenCommand(rest, context);
}

/** It could be `rm` as well: hidden when this line makes its name or its input, or it is given what must not be lost. */
function unknownProgram(program: ShellWord, rest: readonly ShellWord[], context: DangerContext): Danger {
  const why = "which program runs is not known before it runs";
  const { input } = context;
  const isHidden =
    program.isAssembled ||
    (isLiteral(program) && program.glob) ||
    input.kind === "text" ||
    (input.kind === "unknown" && input.isMade) ||
    rest.some((word) => isLiteral(word) && !word.text.startsWith("-") && place(word, context).region === "above");
  return isHidden ? hidden(why) : unresolved(why);
}

const RUNS_IN_CONTAINER = /^(docker|podman|nerdctl|docker-compose)$/;

/** Most programs write what `-o` names; only a protected file tells that this one does. */
function protectedOutput(words: readonly ShellWord[], context: DangerContext): Danger | undefined {
  const target = optionValues(words, "-o", "--output", "--output-file").find(
    (word) => isLiteral(word) && place(word, context).isProtected,
  );
  return target ? danger("D12", `${target.text} starts programs or holds configuration`) : undefined;
}

/** `php artisan …` and `python manage.py …` are tools with uses of their own. */
function scriptFileDanger(words: readonly ShellWord[], context: DangerContext): Danger | undefined {
  const dashM = words.findIndex((word) => word.text === "-m");
  const at = dashM >= 0 ? dashM + 1 : words.findIndex((word) => !word.text.startsWith("-"));
  const script = words[at];
  return script && isLiteral(script) ? CHECKS.get(programName(script))?.(words.slice(at + 1), context) : undefined;
}

function awkDanger(words: readonly ShellWord[], context: DangerContext): Danger | undefined {
  if (words.some((word) => /^(-[ilEodp]|--(include|load|exec|dump|pretty|profile|debug|source))/.test(word.text)))
    return unresolved("awk loads or writes other files here");
  if (words.some((word) => /^(-f|--file)/.test(word.text))) return undefined;
  const program = words.findIndex(
    (word, index) =>
      !word.text.startsWith("-") && !/^(-[vF]|--(assign|field-separator))$/.test(words[index - 1]?.text ?? ""),
  );
  const written: string[] = [];
  const unread = scriptDanger(words.slice(program, program + 1), (script) =>
    awkProblem(script, (target) => written.push(target)),
  );
  return unread ?? firstDanger(written.map(literalWord), (target) => writeDanger(target, context));
}

function sedScripts(words: readonly ShellWord[]): readonly ShellWord[] {
  const given = optionValues(words, "-e", "--expression", "-ne", "-ie", "-Ee", "-re");
  return given.length > 0
    ? given
    : scan(words)
        .operands.filter((word) => word.text !== "")
        .slice(0, 1);
}

function scriptDanger(
  scripts: readonly ShellWord[],
  problemOf: (script: string) => string | undefined,
): Danger | undefined {
  for (const script of scripts) {
    if (!isLiteral(script)) return notKnown("the script it runs is not known before it runs", script);
    const problem = problemOf(script.text);
    if (problem !== undefined) return unresolved(problem);
  }
  return undefined;
}

/** An unknown program may start its later words: a command among them that does harm counts. */
function hiddenCommand(words: readonly ShellWord[], context: DangerContext): Danger | undefined {
  for (let index = 0; index < Math.min(words.length - 1, SUFFIXES_MAX); index++) {
    const word = words[index];
    if (!word || !isLiteral(word)) continue;
    const check = CHECKS.get(programName(word));
    const found = isDiskFormatter(programName(word))
      ? danger("D6", "it makes a new file system")
      : check?.(words.slice(index + 1), context);
    if (found && found.code !== "unresolved") return found;
  }
  return undefined;
}
