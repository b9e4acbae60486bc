import { join } from "node:path";
import { realOr } from "../adapters/inside.ts";
import { createManual } from "../adapters/manual/manual.ts";
import { createOutputStore, type FileOutputStore, type OutputRedaction } from "../adapters/outputs/output-store.ts";
import { createProcesses, type ProcessesOptions } from "../adapters/processes/processes.ts";
import { ProtectedMemory } from "../adapters/sandbox/protected-memory.ts";
import { noteChanges } from "../adapters/sandbox/taking-back/leave.ts";
import { endedFile, lookNotes } from "../adapters/sandbox/taking-back/notes-folder.ts";
import { leftUnsettled } from "../adapters/sandbox/taking-back/unsettled.ts";
import { createOffThread } from "../adapters/text-jobs/off-thread.ts";
import { editJournals } from "../adapters/workspace/edit-turn.ts";
import { createWorkspace } from "../adapters/workspace/files.ts";
import { gitPrograms } from "../adapters/workspace/git/git-programs.ts";
import { createJournalledCommit } from "../adapters/workspace/journalled-commit.ts";
import { createSearch } from "../adapters/workspace/search.ts";
import { phrase } from "../base/phrase.ts";
import { EXIT, UserError } from "../base/user-error.ts";
import type { Memory, SkillLibrary } from "../core/knowledge.ts";
import type { MeantCall } from "../core/loop/agent-parts.ts";
import { coversTool, takesAway } from "../core/permissions/rule.ts";
import type { Documents } from "../core/ports/documents.ts";
import type { Fetcher } from "../core/ports/knowledge.ts";
import type { Asker } from "../core/ports/person.ts";
import type { ToolCall } from "../core/protocol/event.ts";
import type { ToolSet, ToolSpec } from "../core/protocol/tool-spec.ts";
import { type Tool, ToolFailure, type ToolPorts } from "../core/tool.ts";
import { hasPattern } from "../engines/paths/path-rules.ts";
import { TASK } from "../tools/agents/names.ts";
import { taskTool } from "../tools/agents/task.ts";
import { asMeant } from "../tools/habits/as-meant.ts";
import { TOOLS } from "../tools/index.ts";
import { type Circumstances, finderOf, offeredLater, offeredSpecs } from "../tools/offered.ts";
import type { AgentDefinition } from "./agents/agent-definition.ts";
import { type CodePlace, createCodeIntelligence } from "./knowledge/code-intelligence.ts";
import type { ServersRun } from "./mcp/server-answers.ts";
import { commandJudge } from "./permissions/permission-policy.ts";
import type { SessionSandbox } from "./permissions/sandbox-use.ts";
import type { PromptText } from "./prompt-text.ts";
import { memoryTodos } from "./session/memory-todos.ts";
import { type EditorText, withUnsaved } from "./session/unsaved-files.ts";
import { type Environment, type Locations, ownFolders } from "./settings/locations.ts";
import type { Config } from "./settings/schema.ts";
import { watchWork } from "./trust/watch-work.ts";
import { webSearch } from "./web/web-search.ts";

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
  /** What the person's editor holds of a file. */
  readonly editorText?: EditorText;
  readonly skills: SkillLibrary;
  readonly memory: Memory;
  /** Who can be given work. */
  readonly agents: readonly AgentDefinition[];
  /** Tools from outside, offered after our own. */
  readonly added: readonly Tool[];
  /** Takes secrets out of outputs that are kept. */
  readonly redaction: OutputRedaction;
  /** Tools that come later: those of servers. @param update  told all of them, as often as they change */
  loadMore(update: (tools: readonly Tool[]) => void, signal: AbortSignal, begun?: BegunPrompt): Promise<LoadedPrompt>;
}

/** A prompt that is about to be worked on, and what answers the servers meanwhile. */
export interface BegunPrompt {
  readonly prompt: PromptText;
  readonly run: ServersRun;
  /** Says what is waited for, while it is. */
  tell(status: string): void;
}

export interface LoadedPrompt {
  /** The prompt with what it names of servers. */
  readonly text: string;
  /** What a person should be told. */
  readonly notices: readonly string[];
}

export interface Toolbox {
  /** Those of use in the folders that are worked in now. */
  readonly tools: ReadonlyMap<string, Tool>;
  /** What of them a model is told of from the first request on, as it is told. */
  offer(set: ToolSet): readonly ToolSpec[];
  /** Reads a call under another agent's names. */
  asMeant(call: ToolCall): MeantCall;
  readonly ports: ToolPorts;
  /** Waits for the tools of servers, which are among `tools` then. */
  load(signal: AbortSignal, begun?: BegunPrompt): Promise<LoadedPrompt>;
  close(): Promise<void>;
}

/** The tools that are of use in this folder, and what they work with. Starts nothing. */
export function createToolbox(request: ToolboxRequest): Toolbox {
  const { codePlace, config, environment, outputFolder, redaction } = request;
  const { root, addedRoots } = codePlace;
  const outputs = createOutputStore({ folder: outputFolder, redaction });
  const commit = commitOf(request);
  const rules = { deny: codePlace.deny.filter(hasPattern), ask: config.permissions.ask.filter(hasPattern) };
  const closed = [...ownFolders(request.places), request.places.cache].map(realOr);
  const files = createWorkspace({ root, addedRoots, commit, rules, closed });
  const workspace = request.editorText === undefined ? files : withUnsaved(files, request.editorText);
  const processes = createProcesses(processesOptions(request, outputs));
  const isDenied = (name: string) => takesAway(config.permissions, name);
  const code = createCodeIntelligence({ ...codePlace, deny: [...rules.deny, ...rules.ask] });
  const searcher = webSearch(config, environment);
  const ports: ToolPorts = {
    workspace,
    search: createSearch({ workspace, environment, rules, closed }),
    processes,
    outputs,
    todos: memoryTodos(),
    asker: request.asker ?? { ask: async () => undefined },
    code,
    documents: lazyDocuments,
    offThread: createOffThread(),
    skills: request.skills,
    memory: request.memory,
    manual: createManual(),
    catalogue: () => [...tools.values()].filter(({ name }) => !isDenied(name)),
    ...(config.offline ? {} : { fetcher: lazyFetcher(config) }),
    ...(searcher === undefined ? {} : { searcher }),
  };
  const { added } = request;
  const offered = TOOLS.map((tool) => (tool.name === TASK ? taskTool(ownFirst(request.agents)) : tool));
  const useful = () => offered.filter((tool) => isThere(tool, config) && (tool.isUseful?.(ports) ?? true));
  const withFinder = (later: readonly Tool[]) => withFinderOf(useful(), later, { config, isDenied });
  let later: readonly Tool[] = [];
  let own = withFinder(later);
  const clash = added.find(({ name }) => [...TOOLS, ...own].some((tool) => tool.name === name));
  if (clash) throw new UserError(phrase`There is a tool "${clash.name}" already; give yours another name.`, EXIT.usage);
  const circumstances = circumstancesOf(request);
  const tools = new Map([...own, ...added].map((tool) => [tool.name, tool]));
  const refill = (): void => {
    own = withFinder(later);
    tools.clear();
    for (const tool of [...own, ...added, ...later]) tools.set(tool.name, tool);
  };
  const update = (next: readonly Tool[]): void => {
    for (const { name } of later) tools.delete(name);
    later = next.filter(({ name }) => !tools.has(name) && isLeftToAgent(name, request));
    refill();
  };
  const settle = whenChanged(addedRoots, refill);
  return {
    get tools() {
      settle();
      return tools;
    },
    ports,
    load: (signal, begun) => request.loadMore(update, signal, begun),
    asMeant: (call) => asMeant(call, tools),
    offer(set) {
      settle();
      const offeredOwn = config.tools === undefined ? offeredSpecs(own, set, circumstances) : own;
      return [...offeredOwn, ...added, ...offeredLater(later, set)];
    },
    close: () => processes.close().finally(() => code.close()),
  };
}

/** What a folder brings that is added while a session is open is of use from then on: a question to parsers, for one. */
function whenChanged(folders: readonly string[], settle: () => void): () => void {
  let of = folders.join("\0");
  return () => {
    const now = folders.join("\0");
    if (now === of) return;
    of = now;
    settle();
  };
}

function processesOptions(request: ToolboxRequest, outputs: FileOutputStore): ProcessesOptions {
  const { codePlace, config, environment, sandbox, trustedPrograms } = request;
  const { root } = codePlace;
  const memory = new ProtectedMemory();
  return {
    root,
    environment,
    allowedVariables: config.commandVariables,
    ...(sandbox.use === undefined ? {} : { sandbox: sandbox.use }),
    onlyReads: async (command, folder) =>
      (await (
        await commandJudge()
      ).readingKind(command, {
        root,
        home: environment["HOME"],
        folder,
        addDirs: codePlace.addedRoots ?? [],
        environment,
      })) !== "no",
    openOutput: () => outputs.create(),
    pipesFolder: join(request.places.cache, "pipes"),
    watch: ({ tier, gitSettings, confinement }, work) => {
      const roots = [root, ...(codePlace.addedRoots ?? [])];
      const opens = confinement?.opens;
      return watchWork({ roots, places: request.places, tier, memory, gitSettings, opens }, work);
    },
    endedFile: endedFile(lookNotes(request.places.state)),
    unsettled: leftUnsettled,
    repositoryPrograms: (folder) => gitPrograms(folder).filter((program) => !trustedPrograms.includes(program)),
  };
}

const circumstancesOf = ({ asker, agents }: ToolboxRequest): Circumstances => ({
  isAttended: asker !== undefined,
  hasAgents: agents.some(({ origin }) => origin !== "built-in"),
});

interface FinderUse {
  readonly config: Config;
  readonly isDenied: (name: string) => boolean;
}

/** Where some tools are named there is nothing else to be found, but what servers bring. */
function withFinderOf(
  useful: readonly Tool[],
  later: readonly Tool[],
  { config, isDenied }: FinderUse,
): readonly Tool[] {
  const isAllOffered = config.tools !== undefined && offeredLater(later, "core").length === later.length;
  return isAllOffered ? useful : [...useful, finderOf(useful, later, isDenied)];
}

/** Whether the settings leave it in. */
function isThere({ name }: Tool, { tools }: Config): boolean {
  return tools === undefined || coversTool(tools, name);
}

/** The settings name built-in tools; of what servers bring, the agent that a session works as has what its file names. */
function isLeftToAgent(name: string, { config, agents }: ToolboxRequest): boolean {
  const { tools } = agents.find((agent) => agent.name === config.agent) ?? {};
  return tools === undefined || coversTool(tools, name);
}

/** What somebody wrote down is wanted more than what is always there. */
function ownFirst(agents: readonly AgentDefinition[]): readonly AgentDefinition[] {
  return agents.toSorted((one, other) => Number(one.origin === "built-in") - Number(other.origin === "built-in"));
}

function commitOf({ sandbox, places: { state } }: ToolboxRequest) {
  if (sandbox.use?.writes === "nothing") return refuseCommit;
  return createJournalledCommit(editJournals(state), (changes) => noteChanges(lookNotes(state), changes));
}

async function refuseCommit(): Promise<void> {
  throw new ToolFailure("Nothing can be written: the sandbox is read-only. Say what you would change instead.");
}

/** What reads them is loaded with the first one. */
const lazyDocuments: Documents = {
  picture: async (bytes) => (await import("../adapters/documents/fit-picture.ts")).fitPicture(bytes),
  pdf: async (bytes, range, signal) =>
    (await import("../adapters/documents/read-pdf.ts")).readPdf(bytes, range, signal),
};

/** The network is loaded with the first page. */
function lazyFetcher({ networkHosts: openHosts = [] }: Config): Fetcher {
  const fetcher = async () => (await import("../adapters/net/fetch-page.ts")).createFetcher({ openHosts });
  return {
    fetch: async (url, signal) => (await fetcher()).fetch(url, signal),
    readable: async (page, signal) => (await fetcher()).readable(page, signal),
  };
}
