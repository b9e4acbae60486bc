import { fieldText, readFrontMatter } from "../../adapters/skills/front-matter.ts";
import { PERMISSION_MODES, type PermissionMode } from "../../core/permissions/decide.ts";
import { splitRules } from "../../core/permissions/rule.ts";
import { ourToolName } from "../../tools/habits/as-meant.ts";

/** Who can be given work, as a file or we ourselves say it. The format is that of Claude Code's `.claude/agents`. */
export interface AgentDefinition {
  readonly name: string;
  readonly description: string;
  /** What it is told of its part, beside what every agent is told. */
  readonly prompt: string;
  /** Our names, or patterns of them; absent: all that the parent has. */
  readonly tools?: readonly string[];
  readonly disallowedTools: readonly string[];
  /** `PROVIDER/ID`, `inherit`, or `small`; the parent's where it is absent. */
  readonly model?: string;
  readonly permissionMode?: PermissionMode;
  readonly maxTurns?: number;
  readonly isBackground: boolean;
  /** It works on a copy of the folder, and what it changed is merged at its end. */
  readonly isIsolated: boolean;
  readonly origin: "built-in" | "user" | "project";
  /** Absent for ours. */
  readonly path?: string;
}

export type ReadAgent =
  | { readonly kind: "agent"; readonly agent: AgentDefinition; readonly problems: readonly string[] }
  | { readonly kind: "invalid"; readonly problem: string };

const NAME = /^[a-zA-Z0-9][\w-]{0,63}$/;
const DESCRIPTION_CHARS_MAX = 1024;
const TURNS_MAX = 1000;

/** Fields of other agents' files that have nothing behind them here: each is told, so that nobody counts on it. */
const UNREAD = ["allowed-tools", "allowedTools", "skills", "mcpServers", "hooks", "memory", "initialPrompt"];

/** @param place  where the file lies, and whose it is */
export function readAgent(
  text: string,
  place: { readonly path: string; readonly origin: "user" | "project" },
): ReadAgent {
  if (text.includes("\0")) return { kind: "invalid", problem: "it is no text" };
  const { fields: given, body, isThere, problems: faults } = readFrontMatter(text);
  const fields = withPlainNames(given);
  if (!isThere) return { kind: "invalid", problem: "it has no front matter with a name and a description" };
  const name = fieldText(fields["name"]);
  const description = fieldText(fields["description"]).replace(/\s+/g, " ");
  if (!NAME.test(name)) return { kind: "invalid", problem: `its name "${name}" should be letters, digits and hyphens` };
  if (description === "") return { kind: "invalid", problem: "it has no description, which says when it is of use" };
  if (body === "") return { kind: "invalid", problem: "it has no text below its front matter" };
  const problems = [...faults];
  const tools = fields["tools"] === undefined ? undefined : toolNames(fields["tools"], "tools", problems);
  const agent: AgentDefinition = {
    ...{ name, description: description.slice(0, DESCRIPTION_CHARS_MAX), prompt: body, ...place },
    ...(tools === undefined ? {} : { tools }),
    disallowedTools: toolNames(fields["disallowedtools"], "disallowedTools", problems),
    ...(fieldText(fields["model"]) === "" ? {} : { model: fieldText(fields["model"]) }),
    ...modeOf(fields["permissionmode"], problems),
    ...turnsOf(fields["maxturns"], problems),
    isBackground: fields["background"] === true,
    isIsolated: isIsolated(fields["isolation"], problems),
  };
  for (const field of UNREAD)
    if (fields[field.toLowerCase()] !== undefined)
      problems.push(`its \`${field}\` has no meaning here and is passed over`);
  return { kind: "agent", agent, problems };
}

/** Names without regard to case, so that none is missed that would narrow the agent. */
function withPlainNames(fields: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name.toLowerCase(), value]));
}

/** What cannot be read as a name is left out: an agent never gets more than its file says. */
function toolNames(value: unknown, field: string, problems: string[]): readonly string[] {
  const given = Array.isArray(value) ? value.map(fieldText) : splitRules(fieldText(value).replace(/^\[|\]$/g, ""));
  return given.flatMap((tool) => {
    if (/^[\w*-]+$/.test(tool)) return ourToolName(tool);
    problems.push(`its \`${field}\` takes names of tools; "${tool}" is left out`);
    // What is to be denied in part is denied whole.
    return field === "disallowedTools" ? ourToolName(tool.replace(/\(.*$/s, "")) : [];
  });
}

function modeOf(value: unknown, problems: string[]): { readonly permissionMode?: PermissionMode } {
  const name = fieldText(value);
  const mode = PERMISSION_MODES.find((one) => one === name);
  if (mode !== undefined) return { permissionMode: mode };
  if (name === "") return {};
  problems.push(`its permissionMode "${name}" is none of ${PERMISSION_MODES.join(", ")}; it only looks`);
  return { permissionMode: "plan" };
}

function turnsOf(value: unknown, problems: string[]): { readonly maxTurns?: number } {
  if (value === undefined) return {};
  const turns = Number(fieldText(value));
  if (Number.isInteger(turns) && turns >= 1 && turns <= TURNS_MAX) return { maxTurns: turns };
  problems.push(`its maxTurns "${fieldText(value)}" is no number from 1 to ${TURNS_MAX}`);
  return {};
}

function isIsolated(value: unknown, problems: string[]): boolean {
  const isolation = fieldText(value);
  if (isolation !== "" && isolation !== "worktree") problems.push(`its isolation "${isolation}" is taken for worktree`);
  return isolation !== "";
}
