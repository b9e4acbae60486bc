// What three real servers add to the first request: their tools are found through `find_tool` where they would take more than 4 KB.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { programOf } from "../test/optional-programs.ts";
import { runOnce } from "./headless-run.ts";
import type { Measurement } from "./measurement.ts";

const SERVERS = ["everything", "filesystem", "memory"];

/** Nothing where the servers are not installed. */
export async function bench(): Promise<readonly Measurement[]> {
  const programs = SERVERS.map((name) => [name, programOf(`@modelcontextprotocol/server-${name}`)] as const);
  if (programs.some(([, program]) => program === undefined)) return [];
  const folder = mkdtempSync(join(tmpdir(), "waymark-bench-"));
  try {
    const alone = await runOnce(folder, "waymark", { model: "text:3" });
    const servers = programs.map(([name, program]) => {
      const args = [program, ...(name === "filesystem" ? [folder] : [])];
      return [name, { command: process.execPath, args }] as const;
    });
    mkdirSync(join(folder, "home", "config"), { recursive: true });
    const settings = { mcpServers: Object.fromEntries(servers) };
    writeFileSync(join(folder, "home", "config", "config.json"), JSON.stringify(settings));
    const beside = await runOnce(folder, "waymark", { model: "text:3" });
    return [
      { name: "first request without servers", value: alone.firstRequestBytes / 1000, unit: "kB" },
      { name: "first request with three servers", value: beside.firstRequestBytes / 1000, unit: "kB", target: "<= 9" },
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
