import type { CommandSegment } from "../policy-types.ts";
import type { Unit } from "../walk/unit.ts";
import type { GitExtent } from "./git-extent.ts";
import type { Judgement } from "./ruling.ts";

const PLAINLY = "Write plain words, quotes and pipes, or use read_file, search_code and list_files.";

/** Of files; what a rule for commands says, tools may do. */
const OF_RULE = /^the rule (?:Edit|Read|Write)\(/;
const HOLDS_FOR_TOOLS = "The rule holds for the tools as well: say what is to be done there.";
/** What a reason says that is a file of secrets. */
export const HOLDS_SECRET = "may hold a secret";
const SAY_WHAT = "The tools for files ask about it as well: do without it, or say what you need of it.";

/** Another way to what a unit would do. */
export function insteadOf({ danger, unproven }: Unit, judged: Judgement | undefined): Pick<CommandSegment, "instead"> {
  if (judged?.verdict === "deny" && OF_RULE.test(judged.reason)) return { instead: HOLDS_FOR_TOOLS };
  if (judged?.verdict === "ask" && judged.reason.includes(HOLDS_SECRET)) return { instead: SAY_WHAT };
  const instead = unproven === undefined && judged?.verdict === "ask" ? PLAINLY : danger?.instead;
  return instead === undefined ? {} : { instead };
}

/** More are named by their folders. */
const NAMED_MAX = 5;

/** How a look of git leaves some files out, as a reason ends that is about them; empty where paths do not. */
export function leavingOut(paths: readonly string[], { takesPaths, object }: GitExtent): string {
  if (!takesPaths) return "";
  const folders = new Set(paths.map((one) => (one.includes("/") ? one.slice(0, one.lastIndexOf("/")) : one)));
  const meant = paths.length <= NAMED_MAX ? paths : [...folders].slice(0, NAMED_MAX);
  const left = [".", ...meant.map((one) => `':(top,exclude)${one}'`)].join(" ");
  return `; with \`${object === undefined ? "" : `${object}^0 `}-- ${left}\` it leaves them out`;
}
