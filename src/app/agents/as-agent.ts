import { didYouMean } from "../../base/near-word.ts";
import { phrase } from "../../base/phrase.ts";
import { EXIT, UserError } from "../../base/user-error.ts";
import type { PermissionMode } from "../../core/permissions/decide.ts";
import type { LoadedConfig } from "../settings/load.ts";
import type { Config } from "../settings/schema.ts";
import type { AgentDefinition } from "./agent-definition.ts";
import { type AgentPlaces, agentLibrary, agentsForPeople } from "./agent-files.ts";
import { modelNameOf, partOf } from "./session-part.ts";

/** From the mode that lets nothing be done to the one that asks for nothing. */
const MODES: readonly PermissionMode[] = ["plan", "dontAsk", "default", "acceptEdits", "bypassPermissions"];

/**
 * The settings of a session that works as the agent which they name: what its file says counts behind flags and before all other
 * settings. A file takes tools and leave away and gives none.
 * @throws {UserError} when there is no such agent
 */
export async function asAgent(loaded: LoadedConfig, places: AgentPlaces): Promise<LoadedConfig> {
  const { agent: name } = loaded.config;
  if (name === undefined) return loaded;
  const { agents } = await agentLibrary(places);
  const agent = agents.get(name);
  if (agent === undefined) throw await noSuchAgent(name, [...agents.keys()], places);
  const isFlag = (key: keyof Config): boolean => loaded.sources[key]?.startsWith("flag") ?? false;
  const said = settingsOf(agent, loaded);
  const counts = Object.entries(said).filter(([key]) => !isFlag(key as keyof Config) || JOINED.has(key));
  const sources = Object.fromEntries(counts.map(([key]) => [key, `agent ${name}`]));
  return {
    ...loaded,
    config: { ...loaded.config, ...Object.fromEntries(counts) },
    sources: { ...loaded.sources, ...sources },
  };
}

/** Of these a flag and the file are both heeded. */
const JOINED: ReadonlySet<string> = new Set(["tools", "permissions", "appendSystemPrompt"]);

function settingsOf(agent: AgentDefinition, { config, sources }: LoadedConfig): Partial<Config> {
  const { tools, disallowedTools, permissionMode } = agent;
  const isBound = agent.origin === "project" && sources["maxTurns"] !== "default" && config.maxTurns > 0;
  // A project's file gives no more of what somebody has set a number for.
  const maxTurns = isBound && agent.maxTurns !== undefined ? Math.min(agent.maxTurns, config.maxTurns) : agent.maxTurns;
  const model = modelNameOf(agent, config.minionModel);
  const { permissions, appendSystemPrompt } = config;
  return {
    appendSystemPrompt: [partOf(agent), ...(appendSystemPrompt ? [appendSystemPrompt] : [])].join("\n\n"),
    ...(model === undefined ? {} : { model }),
    ...(tools === undefined ? {} : { tools: [...bothName(tools, config.tools)] }),
    ...(disallowedTools.length === 0
      ? {}
      : { permissions: { ...permissions, deny: [...permissions.deny, ...disallowedTools] } }),
    ...(maxTurns === undefined ? {} : { maxTurns }),
    ...(permissionMode !== undefined && MODES.indexOf(permissionMode) < MODES.indexOf(config.permissionMode)
      ? { permissionMode }
      : {}),
  };
}

/** The names of the file that the settings name as well, whichever of both is the wider pattern. */
function bothName(file: readonly string[], settings: readonly string[] | undefined): readonly string[] {
  if (settings === undefined) return file;
  const within = (names: readonly string[], others: readonly string[]): readonly string[] =>
    names.filter((name) => others.some((other) => matches(other, name)));
  return [...new Set([...within(file, settings), ...within(settings, file)])];
}

const matches = (pattern: string, name: string): boolean =>
  pattern === name || (pattern.endsWith("*") && name.startsWith(pattern.slice(0, -1)));

async function noSuchAgent(name: string, names: readonly string[], places: AgentPlaces): Promise<UserError> {
  const { library } = await agentsForPeople(places);
  if (library.agents.has(name))
    return new UserError(
      phrase`There is no agent "${name}" but one of this folder, which is not trusted; --trust for once, \`waymark config trust\` for good.`,
      EXIT.usage,
    );
  const advice = didYouMean(name, names) || phrase`there are: ${names.join(", ")}; `;
  return new UserError(phrase`There is no agent "${name}"; ${advice}\`waymark agents list\` shows them.`, EXIT.usage);
}
