import { withKeptElsewhere } from "../../adapters/linked-files.ts";
import { phrase } from "../../base/phrase.ts";
import { EXIT, UserError } from "../../base/user-error.ts";
import { type Decision, decide, PERMISSION_MODES, type PermissionMode } from "../../core/permissions/decide.ts";
import { classifyCommand } from "../../engines/shell/classify-command.ts";
import type { CommandVerdict, PermissionRules, Verdict } from "../../engines/shell/policy-types.ts";
import type { Rooms } from "../rooms.ts";
import { commandJudge } from "./permission-policy.ts";

export interface CommandCheck {
  readonly mode?: string;
  /** Unchecked; the settings' own rules when absent. */
  readonly rules?: unknown;
}

/** The verdict by text and rules, the narrowest rule that would allow what is asked about, and what this folder's sandbox makes of it. */
export type CheckedCommand = CommandVerdict & {
  readonly proposal?: string;
  readonly effective: EffectiveVerdict & {
    /** Where nobody can be asked, as in a run with `-p`. */
    readonly alone: EffectiveVerdict;
  };
};

interface EffectiveVerdict {
  readonly verdict: Verdict;
  readonly reason: string;
  readonly rule?: string;
  /** It runs, but can change nothing. */
  readonly looksOnly?: true;
}

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
  const { judgedBy, seeingCommits } = await commandJudge();
  // By what the policy judges by where no sandbox counts, so that no row says another thing than the whole.
  const question = {
    ...{ tool: "shell", rules, root: cwd, home: environment["HOME"], trustedPrograms: rooms.trustedPrograms },
    ...{ addDirs: rooms.added.now, links: rooms.added.links, own: withKeptElsewhere(rooms.own) },
    searchPath: environment["PATH"],
  };
  const { segments } = await seeingCommits(question, environment, (past) =>
    classifyCommand(command, judgedBy({ ...question, past })),
  );
  const intent = { accesses: [{ kind: "run", command }], display: { kind: "command", command } } as const;
  const given = (circumstances: Parameters<Rooms["policy"]>[2]): Promise<Decision> =>
    decide("shell", intent, rooms.policy(mode, rules, circumstances));
  const decision = await given({ isAlone: false, isSandboxCounted: false });
  const { proposal } = decision;
  return {
    ...effectOf(decision),
    segments,
    ...(proposal === undefined || decision.verdict === "allow" ? {} : { proposal }),
    effective: { ...effectOf(await given({ isAlone: false })), alone: effectOf(await given({ isAlone: true })) },
  };
}

function effectOf({ verdict, reason, rule, looksOnly }: Decision): EffectiveVerdict {
  return { verdict, reason, ...(rule === undefined ? {} : { rule }), ...(looksOnly ? { looksOnly } : {}) };
}

function modeNamed(name: string): PermissionMode {
  const mode = PERMISSION_MODES.find((candidate) => candidate === name);
  if (mode) return mode;
  throw new UserError(phrase`--mode is "${name}"; use ${PERMISSION_MODES.join(", ")}.`, EXIT.usage);
}

function checkedRules(value: unknown): PermissionRules {
  const source = typeof value === "object" && value !== null && "permissions" in value ? value.permissions : value;
  const lists = Object.entries((source ?? {}) as Record<string, unknown>).filter(([name]) =>
    ["allow", "ask", "deny"].includes(name),
  );
  for (const [name, list] of lists)
    if (!Array.isArray(list) || list.some((rule) => typeof rule !== "string"))
      throw new UserError(
        phrase`The rules' "${name}" is no list of texts; write ["shell(git status)"].`,
        EXIT.badInput,
      );
  return Object.fromEntries(lists) as PermissionRules;
}
