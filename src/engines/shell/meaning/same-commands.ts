import type { CommandPolicyOptions } from "../policy-types.ts";
import { runsFile } from "../programs/interpreters.ts";
import { programName } from "../scan.ts";
import type { Unit } from "../walk/unit.ts";
import { isLiteral, literalWord, type ShellWord } from "../words.ts";
import { gitMeanings, type Meanings } from "./git-meanings.ts";
import { underOwnName } from "./other-names.ts";
import { plainNames } from "./plain-names.ts";

/** What stands before a package's program, with its version: `npx npm@11 publish`. */
const PACKAGE = /^(@?[\w./-]+)@[\w.^~*-]+$/;

/** The commands that a command is by another name: by an alias, an abbreviation, git's own helpers, a script of that name. */
export function sameCommands(unit: Unit, options: CommandPolicyOptions): Omit<Meanings, "aliased"> {
  const [program, ...words] = unit.words;
  if (program === undefined || !isLiteral(program)) return { commands: [], scripts: [] };
  const script = startedScript(program, words, unit);
  const versioned = PACKAGE.exec(program.text)?.[1];
  const other = script ?? (versioned === undefined ? undefined : [literalWord(versioned), ...words]);
  const meant = underOwnName(unit.words, options.lineSettings?.otherNames);
  const all = [unit.words, ...(other === undefined ? [] : [other]), ...meant];
  const git = all.map((one) => gitMeanings(one, unit, options));
  return {
    commands: [
      ...all.slice(1),
      ...all.flatMap((one) => plainNames(one)),
      ...git.flatMap(({ commands }) => commands.flatMap((one) => [one, ...plainNames(one)])),
    ],
    scripts: git.flatMap(({ scripts }) => scripts),
  };
}

/** `node …/npm-cli.js publish`, `python -m pip install`, `sh deploy.sh`, `sh < deploy.sh`: a program by the name of its file or module. */
function startedScript(
  program: ShellWord,
  words: readonly ShellWord[],
  { part }: Unit,
): readonly ShellWord[] | undefined {
  if (/^npm-cli(?:\.[cm]?js)?$|^npx-cli(?:\.[cm]?js)?$/.test(programName(program)))
    return [literalWord(programName(program).slice(0, 3)), ...words];
  if (programName(program) === "corepack") return words;
  // What stands in for the machine, or the loader of programs, runs the first that it names.
  if (/^(?:qemu-[\w-]+|box(?:64|86)|ld(?:-linux)?[\w.-]*\.so[.\d]*)$/.test(programName(program)))
    return words.slice(words.findIndex(({ text }) => /^[^-].*\//.test(text)));
  if (!runsFile(programName(program))) return undefined;
  const module = words.findIndex(({ text }) => text === "-m");
  if (module >= 0 && /^py/.test(programName(program))) return words.slice(module + 1);
  const at = words.findIndex(({ text }) => !text.startsWith("-"));
  const file = at < 0 && part.input.kind === "unknown" ? part.input.files?.[0] : words[at];
  const isShell = /sh$|^(?:source|\.)$/.test(programName(program));
  const takesCode = words
    .slice(0, Math.max(at, 0))
    .some(({ text }) => (isShell ? /^-\w*c$/ : /^-\w*[ceErp]$/).test(text));
  if (file === undefined || !isLiteral(file) || takesCode) return undefined;
  const name = programName(file);
  const path = file.text.includes("/") ? file.text : `./${file.text}`;
  const npm = /^(np[mx])-cli\.[cm]?js$/.exec(name)?.[1];
  return [literalWord(npm ?? path), ...words.slice(at + 1)];
}
