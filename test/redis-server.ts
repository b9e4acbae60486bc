import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A Redis server of its own on a port of this machine, whose every write is on disk before it is answered. */
export interface TestRedis {
  readonly address: string;
  /** Killed, and started again on what it had written. */
  kill(): Promise<void>;
  start(): Promise<void>;
  stop(): Promise<void>;
}

export async function startRedis(): Promise<TestRedis> {
  const folder = mkdtempSync(join(tmpdir(), "waymark-redis-"));
  const port = await freePort();
  let child: ChildProcess | undefined;
  const start = async (): Promise<void> => {
    const flags = ["--port", `${port}`, "--bind", "127.0.0.1", "--dir", folder, "--save", "", "--appendonly", "yes"];
    child = spawn("redis-server", [...flags, "--appendfsync", "always"], { stdio: ["ignore", "pipe", "inherit"] });
    for await (const text of child.stdout ?? []) if (`${text}`.includes("Ready to accept connections")) break;
    child.stdout?.resume();
  };
  const kill = async (): Promise<void> => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const end = once(child, "exit");
    child.kill("SIGKILL");
    await end;
  };
  await start();
  return {
    address: `redis://127.0.0.1:${port}`,
    start,
    kill,
    stop: async () => {
      await kill();
      rmSync(folder, { recursive: true });
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer();
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  return typeof address === "object" && address !== null ? address.port : 0;
}
