import type { Part } from "../part.ts";
import { isPlainInside, placeOf } from "../places.ts";
import type { CommandPolicyOptions } from "../policy-types.ts";
import { programName } from "../scan.ts";
import { isLiteral, literalWord, type ShellWord } from "../words.ts";
import { type Need, RECOGNISERS } from "./recognisers.ts";

/** Where an environment keeps the programs that it has of its own. */
const OF_ENVIRONMENT = /(?:^|\/)(?:bin|\.bin|Scripts)\/[\w.+-]+$/i;
const LEAVES = /^[/~]|(?:^|\/)\.\.(?:\/|$)/;
const INSTALLERS =
  /^(?:pip[\d.]*|npm|pnpm|yarn|bun|npx|bunx|poetry|uv|uvx|pdm|pipenv|composer|gem|bundle|cargo|go|dotnet)$/;
const PYTHON = /^python[\d.]*$/;

/**
 * What a program of the workspace's own needs: it runs the project, whatever it is called; but one of an environment that installs is asked for
 * as that, and for no more than it. `not-own`: for one of the machine, unless it installs under a name that tells its version.
 */
export function needOfOwn(part: Part, options: CommandPolicyOptions): Need | "not-own" {
  const [program, ...words] = part.argv;
  if (program === undefined) return "not-own";
  const name = ownName(program, part, options);
  const need = name === undefined ? undefined : RECOGNISERS.get(name)?.(words, part, options);
  if (need === "dependencies") return need;
  if (!/^[\w.-]*\//.test(program.text) || !liesInFolder(program, part, options)) return "not-own";
  return name !== undefined && installs(name, words) ? need : "run-project";
}

const installs = (name: string, words: readonly ShellWord[]): boolean =>
  INSTALLERS.test(name) || (PYTHON.test(name) && words.some(({ text }) => /^(?:-\w*m)?(?:pip|ensurepip)$/.test(text)));

/**
 * The name that `.venv/bin/pip` or `node_modules/.bin/npm` is known by, and pip3.12 anywhere: these do what the program of that name does,
 * also where they are a link to the one of the machine. Undefined for one of the machine or of another folder.
 */
function ownName(program: ShellWord, part: Part, options: CommandPolicyOptions): string | undefined {
  if (!isLiteral(program) || program.glob) return undefined;
  const { text } = program;
  const isOwn = OF_ENVIRONMENT.test(text) && (!LEAVES.test(text) || liesInFolder(program, part, options));
  if (text.includes("/") && !isOwn) return undefined;
  return programName(program).replace(/^(pip|python)[23](?:\.\d+)*$/, "$1");
}

/** `.venv/bin/python`, too: a link of the folder to the interpreter that it was made with. */
function liesInFolder(program: ShellWord, { folders }: Part, options: CommandPolicyOptions): boolean {
  if (isPlainInside(program, folders, options)) return true;
  const { facts, ...named } = options;
  if (!PYTHON.test(programName(program)) || !isPlainInside(program, folders, named)) return false;
  const real = facts?.realPath?.(placeOf(program, folders, named).path ?? "") ?? "";
  return PYTHON.test(real.replace(/.*\//, "")) && placeOf(literalWord(real), folders, options).region === "outside";
}
