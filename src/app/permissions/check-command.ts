import { commandFacts } from "../../adapters/workspace/command-facts.ts";
import { EXIT, UserError } from "../../base/user-error.ts";
import { decide, PERMISSION_MODES, type PermissionMode } from "../../core/permissions/decide.ts";
import { classifyCommand } from "../../engines/shell/classify-command.ts";
import type { CommandVerdict, PermissionRules } from "../../engines/shell/policy-types.ts";
import type { Rooms } from "../rooms.ts";
import { addedFolders } from "./judge-command.ts";

export interface CommandCheck {
  readonly mode?: string;
  /** Unchecked; the settings' own rules when absent. */
  readonly rules?: unknown;
}

/** The verdict, and the narrowest rule that would allow what is asked about. */
export type CheckedCommand = CommandVerdict & { readonly proposal?: string };

/** What a run in this mode and with these rules would do with the command, and why. */
export async function checkCommand(rooms: Rooms, command: string, check: CommandCheck): Promise<CheckedCommand> {
  const { cwd, environment, config } = rooms;
  const mode = modeNamed(check.mode ?? config.permissionMode);
  const rules = {
    allow: [],
    ask: [],
    deny: [],
    ...(check.rules === undefined ? config.permissions : checkedRules(check.rules)),
  };
  const added = addedFolders(cwd, config.addDirs);
  const home = environment["HOME"];
  const verdict = classifyCommand(command, { root: cwd, added, cwd, home, rules, facts: commandFacts });
  const intent = { accesses: [{ kind: "run", command }], display: { kind: "command", command } } as const;
  const decision = await decide("shell", intent, rooms.policy(mode, rules));
  const { rule, proposal } = decision;
  return {
    verdict: decision.verdict,
    reason: decision.reason,
    ...(rule === undefined ? {} : { rule }),
    segments: verdict.segments,
    ...(proposal === undefined || decision.verdict === "allow" ? {} : { proposal }),
  };
}

function modeNamed(name: string): PermissionMode {
  const mode = PERMISSION_MODES.find((candidate) => candidate === name);
  if (mode) return mode;
  throw new UserError(`--mode is "${name}"; use ${PERMISSION_MODES.join(", ")}.`, EXIT.usage);
}

function checkedRules(value: unknown): PermissionRules {
  const source = typeof value === "object" && value !== null && "permissions" in value ? value.permissions : value;
  const lists = Object.entries((source ?? {}) as Record<string, unknown>).filter(([name]) =>
    ["allow", "ask", "deny"].includes(name),
  );
  for (const [name, list] of lists)
    if (!Array.isArray(list) || list.some((rule) => typeof rule !== "string"))
      throw new UserError(`The rules' "${name}" is no list of texts; write ["shell(git status)"].`, EXIT.badInput);
  return Object.fromEntries(lists) as PermissionRules;
}
