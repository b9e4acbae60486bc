import { capabilitiesNeeded, capabilityLabel, isCoveredByLeave } from "./capability/capability.ts";
import type { CapabilityName } from "./capability/recognisers.ts";
import { isGivenText, settingsChanged, standsElsewhere } from "./coverage.ts";
import { isBeyondLeave } from "./dangers/services.ts";
import { askedOnce } from "./meaning/asked-once.ts";
import { parseLine } from "./parse-line.ts";
import type { CommandPolicyOptions } from "./policy-types.ts";
import { takesCode } from "./programs/interpreters.ts";
import { programName } from "./scan.ts";
import { isShell } from "./walk/shell-starts.ts";
import type { Unit } from "./walk/unit.ts";
import { unitsOf } from "./walk/units.ts";
import { isWrapper } from "./walk/wrappers.ts";

/** What a person may be offered beside "once". */
export interface RuleProposal {
  /** Rules that together cover every part of the command that does not run by itself; added to `permissions.allow`. */
  readonly rules: readonly string[];
  /** What approving grants, one sentence a rule, for the prompt. */
  readonly grants: readonly string[];
  /** `session`: a kind of work, ends with the session. `always`: the narrowest words, safe to keep. */
  readonly scope: "session" | "always";
}

/** Programs whose first words say little about what they do: never a lasting rule. */
const RUNS_ANYTHING = new Set(
  "git npx bunx npm pnpm yarn bun make docker podman kubectl terraform cargo go poetry uv pipenv bundle find awk sed xargs ssh curl wget env kill gh".split(
    " ",
  ),
);
const LASTING_WORDS: Readonly<Record<string, RegExp>> = {
  npm: /^(test|t|start|run|run-script|ls|outdated)$/,
  pnpm: /^(test|run|start)$/,
  yarn: /^(test|run|start)$/,
  cargo: /^(build|check|test|clippy|fmt)$/,
  go: /^(build|test|vet|fmt)$/,
  make: /^[\w-]+$/,
};

/** The narrowest lasting rules for a command, word for word and no more: `rm a` gives `shell(rm a $)`, which says nothing of `rm a -rf src`.
 *  Never for interpreters, git but where it keeps a setting or a remote, wrappers, package runners, or anything the safety floor stops.
 *  @returns undefined when each use should be asked */
export function proposeRule(command: string, options: CommandPolicyOptions): RuleProposal | undefined {
  return propose(command, options, "always", (unit) => {
    const words = standsElsewhere(unit.part, options) || isGivenText(unit.part) ? undefined : narrowestWords(unit);
    return words ? [{ rule: `shell(${words} $)`, grant: `run \`${words}\` again` }] : undefined;
  });
}

/** The capabilities that cover a command for this session, once for each kind of work.
 *  @returns undefined when a part of it belongs to no kind, or the safety floor stops it */
export function proposeForSession(command: string, options: CommandPolicyOptions): RuleProposal | undefined {
  return propose(command, options, "session", (unit) => {
    const needs = capabilitiesNeeded(unit.part, options);
    if (needs === undefined || !isCoveredByLeave(unit.part, needs)) return undefined;
    return needs.map((name: CapabilityName) => ({ rule: `shell(@${name})`, grant: capabilityLabel(name) }));
  });
}

/** What is asked about each time. */
const IS_BEYOND: Readonly<Record<RuleProposal["scope"], (danger: Unit["danger"]) => boolean>> = {
  always: (danger) => danger !== undefined,
  session: isBeyondLeave,
};

interface Offer {
  readonly rule: string;
  readonly grant: string;
}

function propose(
  command: string,
  given: CommandPolicyOptions,
  scope: RuleProposal["scope"],
  offer: (unit: Unit) => readonly Offer[] | undefined,
): RuleProposal | undefined {
  const options = askedOnce(given);
  const parsed = parseLine(command, { home: options.home, folders: [options.cwd ?? options.root] });
  if (parsed.kind === "unreadable") return undefined;
  const offers = new Map<string, string>();
  for (const unit of parsed.parts.flatMap((part) => unitsOf(part, options))) {
    if (IS_BEYOND[scope](unit.danger)) return undefined;
    if (unit.unproven === undefined || unit.isTransparent) continue;
    const offered = offer(unit);
    if (!offered) return undefined;
    for (const { rule, grant } of offered) offers.set(rule, grant);
  }
  return offers.size === 0 ? undefined : { rules: [...offers.keys()], grants: [...offers.values()], scope };
}

/** Words that a rule may hold without quoting; the first that is an option or a file ends them. */
function narrowestWords(unit: Unit): string | undefined {
  const { words, part } = unit;
  if (part.problems.length > 0 || part.redirections.length > 0 || part.assignments.length > 0 || unit.startsOthers)
    return undefined;
  const program = words[0];
  if (program?.certainty !== "literal" || !/^[\w.-]+$/.test(program.text)) return undefined;
  const name = programName(program);
  if (takesCode(name) || isShell(name) || isWrapper(name)) {
    if (!LASTING_WORDS[name]) return undefined;
  }
  if (!words.every((word) => word.certainty === "literal" && !word.glob && /^[\w@%+=:,./-]+$/.test(word.text)))
    return undefined;
  const lasting = LASTING_WORDS[name];
  const saysLittle = RUNS_ANYTHING.has(name) && !lasting?.test(words[1]?.text ?? "");
  if (saysLittle && settingsChanged(words) === undefined) return undefined;
  return words.map((word) => word.text).join(" ");
}
