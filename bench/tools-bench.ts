import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createOutputStore } from "../src/adapters/outputs/output-store.ts";
import { createProcesses } from "../src/adapters/processes/processes.ts";
import { createWorkspace } from "../src/adapters/workspace/files.ts";
import { createSearch } from "../src/adapters/workspace/search.ts";
import { findRipgrep } from "../src/adapters/workspace/search-ripgrep.ts";
import type { SearchQuery } from "../src/core/ports/workspace.ts";
import { createRedactor } from "../src/engines/secrets/redactor.ts";
import { type Measurement, median } from "./measurement.ts";

const FOLDERS = 200;
const FILES_A_FOLDER = 100;
/** Writes 7 MB in lines of a few characters each. */
const LONG_OUTPUT = "seq 1 1000000";

/** What the tools cost, each beside the bare program it is measured against, in turn so that load hits both. */
export async function bench(): Promise<readonly Measurement[]> {
  const folder = mkdtempSync(join(tmpdir(), "waymark-bench-"));
  try {
    const root = join(folder, "tree");
    makeTree(root);
    return [...(await benchSearch(root)), ...(await benchShell(folder, root)), ...(await benchFiles(root))];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function makeTree(root: string): void {
  for (let folder = 0; folder < FOLDERS; folder++) {
    const path = join(root, `module-${folder % 20}`, `part-${folder}`);
    mkdirSync(path, { recursive: true });
    for (let file = 0; file < FILES_A_FOLDER; file++) {
      const lines = Array.from(
        { length: 40 },
        (_, line) => `const value${line} = compute(${folder}, ${file}, ${line});`,
      );
      if (file === 7) lines[20] = `// the needle of ${folder}`;
      writeFileSync(join(path, `file-${file}.ts`), `${lines.join("\n")}\n`);
    }
  }
  writeFileSync(join(root, ".gitignore"), "*.log\nnode_modules/\n");
}

async function benchSearch(root: string): Promise<Measurement[]> {
  const workspace = createWorkspace({ root });
  const found = createSearch({ workspace, environment: process.env });
  const own = createSearch({ workspace, environment: process.env, engine: "own" });
  const query: SearchQuery = {
    pattern: "the needle of \\d+",
    path: ".",
    ignoreCase: false,
    literal: false,
    contextLines: 0,
    matchesMax: 2000,
  };
  const { signal } = new AbortController();
  const program = await findRipgrep(process.env);
  const bare = program === undefined ? undefined : () => run(program, ["-n", query.pattern, "./"], root);
  const times = await alternately(7, [
    bare ?? (async () => {}),
    async () => void (await found.search(query, signal)),
    async () => void (await own.search(query, signal)),
    async () => {
      for await (const _ of workspace.walk("."));
    },
  ]);
  const [bareMs = 0, foundMs = 0, ownMs = 0, walkMs = 0] = times;
  return [
    ...(bare === undefined
      ? []
      : [
          { name: "rg, 20,000 files", value: bareMs, unit: "ms" },
          { name: "search_code with ripgrep", value: foundMs, unit: "ms" },
          { name: "search_code with ripgrep / rg", value: foundMs / bareMs, unit: "ratio", target: "<= 1.3" },
        ]),
    { name: "search_code without ripgrep", value: ownMs, unit: "ms" },
    { name: "walk, 20,000 files", value: walkMs, unit: "ms" },
  ];
}

async function benchShell(folder: string, root: string): Promise<Measurement[]> {
  const redaction = { stream: () => createRedactor(), known: (text: string) => text };
  const outputs = createOutputStore({ folder: join(folder, "outputs"), redaction });
  const processes = createProcesses({ root, environment: process.env, openOutput: outputs.create });
  const { signal } = new AbortController();
  const [bareMs = 0, shellMs = 0] = await alternately(41, [
    () => run("bash", ["-c", "echo hello"], root),
    async () => void (await processes.run({ command: "echo hello", timeoutMs: 10_000 }, signal)),
  ]);
  const [bareLongMs = 0, longMs = 0] = await alternately(7, [
    () => run("bash", ["-c", LONG_OUTPUT], root),
    async () => void (await processes.run({ command: LONG_OUTPUT, timeoutMs: 60_000 }, signal)),
  ]);
  await processes.close();
  return [
    { name: "bash, bare", value: bareMs, unit: "ms" },
    { name: "shell", value: shellMs, unit: "ms" },
    { name: "shell / bash, bare", value: shellMs / bareMs, unit: "ratio", target: "<= 1.5" },
    { name: "bash, bare, 7 MB of output", value: bareLongMs, unit: "ms" },
    { name: "shell, 7 MB of output, masked and kept", value: longMs, unit: "ms" },
    { name: "shell / bash, bare, 7 MB of output", value: longMs / bareLongMs, unit: "ratio", target: "<= 25" },
  ];
}

async function benchFiles(root: string): Promise<Measurement[]> {
  const { readFile } = await import("../src/tools/files/read-file.ts");
  const workspace = createWorkspace({ root });
  const context = { workspace } as Parameters<typeof readFile.run>[1];
  const [readMs = 0] = await alternately(200, [
    async () => void (await readFile.run(readFile.parse({ path: "module-3/part-3/file-3.ts" }), context)),
  ]);
  return [{ name: "read_file, 2 KB", value: readMs, unit: "ms", target: "<= 1" }];
}

function run(program: string, parameters: readonly string[], cwd: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, parameters, { cwd, stdio: ["ignore", "pipe", "pipe"] });
    child.stdout.resume();
    child.stderr.resume();
    child.once("error", reject);
    child.once("close", () => resolve());
  });
}

/** Medians in milliseconds, in the order given; the first round only warms up. */
async function alternately(rounds: number, tasks: readonly (() => Promise<void>)[]): Promise<readonly number[]> {
  const times: number[][] = tasks.map(() => []);
  for (let round = 0; round <= rounds; round++) {
    for (const [index, task] of tasks.entries()) {
      const start = performance.now();
      await task();
      if (round > 0) times[index]?.push(performance.now() - start);
    }
  }
  return times.map(median);
}
