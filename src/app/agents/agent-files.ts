import { join } from "node:path";
import { isElsewhere, linkedFiles } from "../../adapters/linked-files.ts";
import { readPlainFile } from "../../adapters/read-plain-file.ts";
import type { Environment, Locations } from "../settings/locations.ts";
import type { SettingSource } from "../settings/setting-source.ts";
import { OWN_FOLDER } from "../trust/own-names.ts";
import { type ReadTrusted, readerOfAll } from "../trust/trust.ts";
import type { AgentDefinition } from "./agent-definition.ts";
import { BUILT_IN_AGENTS } from "./built-in-agents.ts";

export interface AgentLibrary {
  /** By name, the nearest of each. */
  readonly agents: ReadonlyMap<string, AgentDefinition>;
  /** Of files that cannot be used, or not as they are. */
  readonly problems: readonly AgentProblem[];
}

export interface AgentProblem {
  readonly path: string;
  readonly problem: string;
}

export interface AgentPlaces {
  readonly cwd: string;
  readonly places: Pick<Locations, "config">;
  readonly environment: Environment;
  /** Reads those of the folder, where they count. */
  readonly trusted: ReadTrusted | undefined;
  readonly settingSources: readonly SettingSource[];
  /** What a person has installed, with the folders of its agents. */
  readonly plugins: readonly { readonly agents: readonly string[] }[];
}

const UNREADABLE = { kind: "invalid", problem: "it cannot be read" } as const;
const FILES_MAX = 200;
const NAMES_MAX = 20_000;
const FILE_CHARS_MAX = 100_000;

/**
 * Who can be given work here: ours, the person's, and the folder's where it is trusted; of one name the nearest counts.
 * @param withoutSecrets  what models are told of them; absent where only a person sees it
 */
export async function agentLibrary(
  rooms: AgentPlaces,
  withoutSecrets: (text: string) => Promise<string> = async (text) => text,
): Promise<AgentLibrary> {
  const agents = new Map(BUILT_IN_AGENTS.map((agent) => [agent.name, agent]));
  const problems: AgentProblem[] = [];
  // The farthest first, so that the nearest is the last word.
  const files = agentFolders(rooms).flatMap(({ folder, origin }) =>
    filesIn(folder, origin === "user" ? undefined : rooms.cwd).map((path) => ({ path, origin })),
  );
  if (files.length === 0) return { agents, problems };
  const { readAgent } = await import("./agent-definition.ts");
  for (const place of files) {
    const { path, origin } = place;
    const file = origin === "user" ? readPlainFile(path) : rooms.trusted?.(path, { within: rooms.cwd });
    // What a link leads to elsewhere, or came or changed since, was not trusted with the folder.
    if (file === undefined || file.kind === "untrusted" || isElsewhere(file)) continue;
    const read = file.kind === "text" ? readAgent(file.text.slice(0, FILE_CHARS_MAX), place) : UNREADABLE;
    if (read.kind === "invalid") {
      problems.push({ path, problem: read.problem });
      continue;
    }
    problems.push(...read.problems.map((problem) => ({ path, problem })));
    const { description, prompt } = read.agent;
    agents.set(read.agent.name, {
      ...read.agent,
      ...{ description: await withoutSecrets(description), prompt: await withoutSecrets(prompt) },
    });
  }
  return { agents, problems };
}

/** What a person sees: the project's agents also where the folder is not trusted. */
export async function agentsForPeople({
  cwd,
  places,
  environment,
  trusted,
  settingSources,
  plugins,
}: AgentPlaces): Promise<{
  readonly library: AgentLibrary;
  /** The project has agents that a model cannot give work. */
  readonly hidesFromModels: boolean;
}> {
  const library = await agentLibrary({ cwd, places, environment, settingSources, plugins, trusted: readerOfAll(cwd) });
  const hasOwn = [...library.agents.values()].some(({ origin }) => origin === "project");
  return { library, hidesFromModels: hasOwn && trusted === undefined };
}

function agentFolders({ cwd, places, environment, trusted, settingSources, plugins }: AgentPlaces): readonly {
  readonly folder: string;
  readonly origin: "user" | "project";
}[] {
  const home = environment["HOME"];
  const installed = plugins.flatMap(({ agents }) => agents);
  const user = [...installed, ...(home ? [join(home, ".claude", "agents")] : []), join(places.config, "agents")];
  const project = [join(cwd, ".claude", "agents"), join(cwd, OWN_FOLDER, "agents")];
  return [
    ...(settingSources.includes("user") ? user.map((folder) => ({ folder, origin: "user" as const })) : []),
    ...(trusted ? project.map((folder) => ({ folder, origin: "project" as const })) : []),
  ];
}

function filesIn(folder: string, within: string | undefined): readonly string[] {
  return linkedFiles(folder, { within, namesMax: NAMES_MAX })
    .filter((path) => path.endsWith(".md"))
    .slice(0, FILES_MAX);
}
