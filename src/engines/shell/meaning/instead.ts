import type { CommandSegment } from "../policy-types.ts";
import type { Unit } from "../walk/unit.ts";
import type { Judgement } from "./ruling.ts";

const PLAINLY = "Write plain words, quotes and pipes, or use read_file, search_code and list_files.";

/** Of files; what a rule for commands says, tools may do. */
const OF_RULE = /^the rule (?:Edit|Read|Write)\(/;
const HOLDS_FOR_TOOLS = "The rule holds for the tools as well: say what is to be done there.";
/** How a reason ends that is a file of secrets. */
export const HOLDS_SECRET = "may hold a secret";
const SAY_WHAT = "The tools for files ask about it as well: do without it, or say what you need of it.";

/** Another way to what a unit would do. */
export function insteadOf({ danger, unproven }: Unit, judged: Judgement | undefined): Pick<CommandSegment, "instead"> {
  if (judged?.verdict === "deny" && OF_RULE.test(judged.reason)) return { instead: HOLDS_FOR_TOOLS };
  if (judged?.verdict === "ask" && judged.reason.endsWith(HOLDS_SECRET)) return { instead: SAY_WHAT };
  const instead = unproven === undefined && judged?.verdict === "ask" ? PLAINLY : danger?.instead;
  return instead === undefined ? {} : { instead };
}
