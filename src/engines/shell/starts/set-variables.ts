import type { Part } from "../part.ts";
import { assignmentIn } from "../scan.ts";
import { isLiteral, type ShellWord } from "../words.ts";

/** Variables through which a later or inner program, its libraries or its configuration are chosen. */
export const CHOOSES_PROGRAMS =
  /^(PATH|IFS|ENV|HOME|CDPATH|LD_\w+|DYLD_\w+|BASH_ENV|BASH_FUNC_\w+|BASHOPTS|SHELLOPTS|PROMPT_COMMAND|PS[0-4]|SHELL|GIT_(CONFIG\w*|DIR|WORK_TREE|EXEC_PATH|SSH\w*|PROXY_COMMAND|EXTERNAL_DIFF|TEMPLATE_DIR|ASKPASS|SEQUENCE_EDITOR|EDITOR|PAGER|ALTERNATE\w+|OBJECT_DIRECTORY|INDEX_FILE)|\w*PAGER|\w*EDITOR|VISUAL|BROWSER|LESSOPEN|LESSCLOSE|NODE_OPTIONS|PERL5\w+|PYTHONSTARTUP|PYTHONHOME|RUBYOPT|JAVA_TOOL_OPTIONS|_JAVA_OPTIONS|SSH_ASKPASS|XDG_CONFIG_HOME|RIPGREP_CONFIG_PATH|MAKEFLAGS|MAKEFILES|KUBECONFIG|BASH_ALIASES|BASH_CMDS|ZDOTDIR|INPUTRC|PSQLRC|(SYSTEM_)?WGETRC|CURL_HOME|GCONV_PATH)$/;

/** What stands in front of a command, or is set by it. */
export const setBy = ({ argv, assignments }: Part): Part["assignments"] => [
  ...assignments,
  ...(EXPORTING.test(argv[0]?.text ?? "") ? argv.slice(1).flatMap(assignmentIn) : []),
  ...printedInto(argv),
];

/** `printf -v NAME TEXT`. */
function printedInto([program, option, name, value]: readonly ShellWord[]): Part["assignments"] {
  const isSet = program?.text === "printf" && option?.text === "-v" && name !== undefined && value !== undefined;
  return isSet && !value.text.includes("%") ? [{ name: name.text, value }] : [];
}

const EXPORTING = /^(export|declare|typeset|readonly|local|env|set)$/;

/** What `env A=1` sets counts for what it starts as what the line gives a name. */
export function handedOn(part: Part): Pick<Part, "given"> {
  const set = setBy(part);
  return set.length === 0 ? {} : { given: new Map([...(part.given ?? []), ...set.map(asGiven)]) };
}

const asGiven = ({ name, value }: Part["assignments"][number]): readonly [string, readonly string[]] => [
  name,
  [isLiteral(value) ? value.text : `"${value.text}"`],
];
