import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fitPicture } from "../src/adapters/documents/fit-picture.ts";
import { readPdf } from "../src/adapters/documents/read-pdf.ts";
import { createManual } from "../src/adapters/manual/manual.ts";
import { createMemory, readText } from "../src/adapters/memory/notes.ts";
import { createOutputStore } from "../src/adapters/outputs/output-store.ts";
import { createProcesses } from "../src/adapters/processes/processes.ts";
import { createOffThread } from "../src/adapters/text-jobs/off-thread.ts";
import { createWorkspace } from "../src/adapters/workspace/files.ts";
import { createJournalledCommit } from "../src/adapters/workspace/journalled-commit.ts";
import { createSearch } from "../src/adapters/workspace/search.ts";
import type { TodoItem } from "../src/core/protocol/display.ts";
import type { Tool, ToolContext, ToolOutput } from "../src/core/tool.ts";

/** A folder of its own with the real adapters on it, for the tests of tools. */
export interface ToolBench {
  readonly root: string;
  readonly context: ToolContext;
  /** Parses the input like a model's and runs the tool. */
  run(tool: Tool, input?: unknown): Promise<ToolOutput>;
  close(): Promise<void>;
}

export function createToolBench(files: Record<string, string | Uint8Array> = {}, answer?: string): ToolBench {
  const folder = mkdtempSync(join(tmpdir(), "waymark-tool-"));
  const root = join(folder, "project");
  mkdirSync(root);
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  }
  const outputs = createOutputStore({ folder: join(folder, "outputs") });
  const workspace = createWorkspace({ root, commit: createJournalledCommit(join(folder, "journal")) });
  const processes = createProcesses({
    root,
    environment: { ...process.env, TMPDIR: folder },
    openOutput: outputs.create,
  });
  let items: readonly TodoItem[] = [];
  const context: ToolContext = {
    workspace,
    outputs,
    processes,
    search: createSearch({ workspace, environment: process.env }),
    documents: { picture: fitPicture, pdf: readPdf },
    offThread: createOffThread(),
    todos: {
      read: () => items,
      replace: (next) => {
        items = next;
      },
    },
    asker: { ask: async () => answer },
    code: { offer: () => "none", query: async () => "" },
    skills: { outline: () => [], all: () => [], files: () => [] },
    memory: createMemory({
      project: notesAt(join(root, ".waymark", "memory.md"), ".waymark/memory.md"),
      user: notesAt(join(folder, "config", "memory.md"), "memory.md"),
      isOffered: false,
      today: () => "2026-11-22",
    }),
    manual: createManual(),
    catalogue: () => [],
    callId: "call-1",
    signal: new AbortController().signal,
    progress: () => {},
    mayLeave: async () => "ask",
  };
  return {
    root,
    context,
    run: async (tool, input = {}) => {
      await tool.load?.();
      const parsed = tool.parse(input);
      return tool.run((await tool.prepare?.(parsed, context)) ?? parsed, context);
    },
    async close() {
      await processes.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const notesAt = (path: string, shown: string) => ({ path, shown, read: () => readText(path) });
