import type { Part } from "../part.ts";
import { isPlainInside } from "../places.ts";
import type { CommandPolicyOptions } from "../policy-types.ts";
import { programName } from "../scan.ts";
import { isLiteral, type ShellWord } from "../words.ts";

/** Where an environment keeps the programs that it has of its own. */
export const OF_ENVIRONMENT = /(?:^|\/)(?:bin|\.bin|Scripts)\/[\w.+-]+$/i;
const LEAVES = /^[/~]|(?:^|\/)\.\.(?:\/|$)/;

/** Whether a command installs by a program of the workspace's own environment, which is known by its name like the one of the machine. */
export function isOwnInstallation(
  part: Part,
  options: CommandPolicyOptions,
  recognisers: ReadonlyMap<string, (words: readonly ShellWord[], part: Part, options: CommandPolicyOptions) => unknown>,
): boolean {
  const [program, ...words] = part.argv;
  const name = ownName(program, part.folders, options);
  return name !== undefined && recognisers.get(name)?.(words, part, options) === "dependencies";
}

/**
 * The name that `.venv/bin/pip` or `node_modules/.bin/npm` is known by, and pip3.12 anywhere: these do what the program of that name does,
 * also where they are a link to the one of the machine. Undefined for one of the machine or of another folder.
 */
function ownName(program: ShellWord | undefined, folders: Part["folders"], options: CommandPolicyOptions) {
  if (program === undefined || !isLiteral(program) || program.glob) return undefined;
  const { text } = program;
  const isOwn = OF_ENVIRONMENT.test(text) && (!LEAVES.test(text) || isPlainInside(program, folders, options));
  if (text.includes("/") && !isOwn) return undefined;
  return programName(program).replace(/^(pip|python)[23](?:\.\d+)*$/, "$1");
}
