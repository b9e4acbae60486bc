import { join } from "node:path";
import { createOutputStore, type OutputRedaction } from "../adapters/outputs/output-store.ts";
import { createProcesses } from "../adapters/processes/processes.ts";
import { createWorkspace } from "../adapters/workspace/files.ts";
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
import { createCodeIntelligence } from "./knowledge/code-intelligence.ts";
import type { SessionSandbox } from "./permissions/sandbox-use.ts";
import { type Environment, locations } from "./settings/locations.ts";
import type { Config } from "./settings/schema.ts";

export interface ToolboxRequest {
  readonly cwd: string;
  readonly addDirs: readonly string[];
  readonly environment: Environment;
  /** Closed with the toolbox. */
  readonly sandbox: SessionSandbox;
  /** More variables of the environment that commands get. */
  readonly commandVariables: readonly string[];
  readonly stateFolder: string;
  /** Where long outputs of this session are kept. */
  readonly outputFolder: string;
  readonly asker: Asker | undefined;
  readonly skills: SkillLibrary;
  readonly memory: Memory;
  /** Rules that deny paths hold below every tool. */
  readonly deny?: readonly string[];
  /** Folders of copybooks that win over those that are found. */
  readonly copyLibraries?: readonly string[];
  /** Pages may be fetched: a rule speaks of `fetch_url`, and nobody wants to stay offline. */
  readonly fetches?: boolean;
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
  const outputs = createOutputStore({ folder: request.outputFolder, redaction: request.redaction });
  const { sandbox } = request;
  const commit =
    sandbox.use?.writes === "nothing" ? refuseCommit : createJournalledCommit(join(request.stateFolder, "edits"));
  const rules = { deny: (request.deny ?? []).filter(hasPattern) };
  const workspace = createWorkspace({ root: request.cwd, addedRoots: request.addDirs, commit, rules });
  const processes = createProcesses({
    root: request.cwd,
    environment: request.environment,
    allowedVariables: request.commandVariables,
    ...(sandbox.use === undefined ? {} : { sandbox: sandbox.use }),
    openOutput: () => outputs.create(),
  });
  const code = createCodeIntelligence({
    root: request.cwd,
    cacheFolder: locations(request.environment).cache,
    addedRoots: request.addDirs,
    deny: rules.deny,
    libraries: request.copyLibraries ?? [],
  });
  const ports: ToolPorts = {
    workspace,
    search: createSearch({ workspace, environment: request.environment, rules }),
    processes,
    outputs,
    todos: memoryTodos(),
    asker: request.asker ?? { ask: async () => undefined },
    code,
    skills: request.skills,
    memory: request.memory,
    ...(request.fetches ? { fetcher: lazyFetcher } : {}),
  };
  const tools = new Map(TOOLS.filter((tool) => tool.isUseful?.(ports) ?? true).map((tool) => [tool.name, tool]));
  async function close(): Promise<void> {
    await processes.close().finally(() => code.close());
    sandbox.close();
  }
  return { tools, ports, close };
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
export function fetchesPages({ permissions, offline }: Pick<Config, "permissions" | "offline">): boolean {
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
