import { join } from "node:path";
import { createOutputStore, type OutputRedaction } from "../adapters/outputs/output-store.ts";
import { createProcesses } from "../adapters/processes/processes.ts";
import { type WatchedPlaces, watchProtected } from "../adapters/sandbox/protected-watch.ts";
import { createWorkspace } from "../adapters/workspace/files.ts";
import { gitPrograms } from "../adapters/workspace/git-programs.ts";
import { createJournalledCommit } from "../adapters/workspace/journalled-commit.ts";
import { createSearch } from "../adapters/workspace/search.ts";
import type { Memory, SkillLibrary } from "../core/knowledge.ts";
import { parseRule } from "../core/permissions/rule.ts";
import type { Fetcher } from "../core/ports/knowledge.ts";
import type { Asker, TodoList } from "../core/ports/person.ts";
import type { TodoItem } from "../core/protocol/display.ts";
import { type Tool, ToolFailure, type ToolPorts } from "../core/tool.ts";
import { hasPattern } from "../engines/paths/path-rules.ts";
import { TOOLS } from "../tools/index.ts";
import { type CodePlace, createCodeIntelligence } from "./knowledge/code-intelligence.ts";
import type { SessionSandbox } from "./permissions/sandbox-use.ts";
import type { Environment, Locations } from "./settings/locations.ts";
import type { Config } from "./settings/schema.ts";

export interface ToolboxRequest {
  /** The working folder and those that were added to it. */
  readonly codePlace: CodePlace;
  /** With what `.env` files added. */
  readonly environment: Environment;
  readonly config: Config;
  readonly sandbox: SessionSandbox;
  readonly places: Locations;
  /** Programs of the repository that git may start. */
  readonly trustedPrograms: readonly string[];
  /** Where long outputs are kept. */
  readonly outputFolder: string;
  /** Absent where nobody can be asked. */
  readonly asker?: Asker;
  readonly skills: SkillLibrary;
  readonly memory: Memory;
  /** Takes secrets out of outputs that are kept. */
  readonly redaction: OutputRedaction;
}

export interface Toolbox {
  readonly tools: ReadonlyMap<string, Tool>;
  readonly ports: ToolPorts;
  close(): Promise<void>;
}

/** The tools that are of use in this folder, and what they work with. Starts nothing. */
export function createToolbox(request: ToolboxRequest): Toolbox {
  const { codePlace, config, environment, sandbox, outputFolder, redaction } = request;
  const { root, addedRoots } = codePlace;
  const outputs = createOutputStore({ folder: outputFolder, redaction });
  const commit =
    sandbox.use?.writes === "nothing" ? refuseCommit : createJournalledCommit(join(request.places.state, "edits"));
  const rules = { deny: codePlace.deny.filter(hasPattern) };
  const workspace = createWorkspace({ root, addedRoots, commit, rules });
  const processes = createProcesses({
    root,
    environment,
    allowedVariables: config.commandVariables,
    ...(sandbox.use === undefined ? {} : { sandbox: sandbox.use }),
    openOutput: () => outputs.create(),
    watch: (tier) => watchProtected(watchedPlaces(request), tier),
    repositoryPrograms: (folder) => gitPrograms(folder).filter((program) => !request.trustedPrograms.includes(program)),
  });
  const code = createCodeIntelligence({ ...codePlace, deny: rules.deny });
  const ports: ToolPorts = {
    workspace,
    search: createSearch({ workspace, environment, rules }),
    processes,
    outputs,
    todos: memoryTodos(),
    asker: request.asker ?? { ask: async () => undefined },
    code,
    skills: request.skills,
    memory: request.memory,
    ...(fetchesPages(config) ? { fetcher: lazyFetcher } : {}),
  };
  const tools = new Map(TOOLS.filter((tool) => tool.isUseful?.(ports) ?? true).map((tool) => [tool.name, tool]));
  return { tools, ports, close: () => processes.close().finally(() => code.close()) };
}

/** The settings and what was trusted: whoever writes them decides what is asked. */
function watchedPlaces({ codePlace: { root, addedRoots = [] }, places }: ToolboxRequest): WatchedPlaces {
  return { roots: [root, ...addedRoots], own: [places.config, join(places.state, "trusted-folders.json")] };
}

async function refuseCommit(): Promise<void> {
  throw new ToolFailure("Nothing can be written: the sandbox is read-only. Say what you would change instead.");
}

/** The network is loaded with the first page. */
const lazyFetcher: Fetcher = {
  async fetch(url, signal) {
    const { createFetcher } = await import("../adapters/net/fetch-page.ts");
    return createFetcher().fetch(url, signal);
  },
};

/** Whether the settings let the model fetch pages at all; by default it cannot. */
function fetchesPages({ permissions, offline }: Pick<Config, "permissions" | "offline">): boolean {
  return !offline && [...permissions.allow, ...permissions.ask].some((rule) => parseRule(rule)?.tool === "fetch_url");
}

function memoryTodos(): TodoList {
  let items: readonly TodoItem[] = [];
  return {
    read: () => items,
    replace(next) {
      items = next;
    },
  };
}
