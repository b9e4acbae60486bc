import type { Config } from "../settings/schema.ts";
import type { AgentDefinition } from "./agent-definition.ts";
import type { AgentLibrary } from "./agent-files.ts";

/** Names that other agents' files have for models of one vendor: whoever works with another means the best at hand. */
const OTHERS_OWN: ReadonlySet<string> = new Set(["inherit", "sonnet", "opus", "fable"]);

/** The model that an agent's file names; undefined: that of whoever gives it work. */
export function modelNameOf({ model = "inherit" }: AgentDefinition, small: string | undefined): string | undefined {
  if (model === "small" || model === "haiku") return small;
  return OTHERS_OWN.has(model) ? undefined : model;
}

/** What a session is told that works as this agent. */
export const partOf = ({ prompt }: AgentDefinition): string => `# Your part\n${prompt}`;

/** What a session tells those that it gives work: all that it was told, but not whom it works as. */
export function systemOfOthers(
  { config }: { readonly config: Config },
  { system, agents }: { readonly system: string; readonly agents: AgentLibrary },
): string {
  const own = agents.agents.get(config.agent ?? "");
  return own === undefined ? system : system.replace(partOf(own), "").trimEnd();
}
