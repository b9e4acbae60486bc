import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { makePlace, startWaymark } from "../e2e/run-waymark.ts";
import { programOf } from "../optional-programs.ts";

/** What the runner found of one scenario. */
export interface ScenarioResult {
  readonly scenario: string;
  readonly passed: number;
  readonly failures: readonly string[];
}

interface Check {
  readonly id: string;
  readonly status: "SUCCESS" | "FAILURE" | "WARNING" | "INFO" | "SKIPPED";
  readonly errorMessage?: string;
}

const SCENARIO_MS = 120_000;

/** The conformance runner of the protocol; undefined where it is not installed. */
export const conformanceRunner = (): string | undefined => programOf("@modelcontextprotocol/conformance");

/** The scenarios of the installed version. */
export async function scenarios(runner: string): Promise<Readonly<Record<"client" | "server", readonly string[]>>> {
  const { output } = await run([runner, "list"]);
  const [server = "", client = ""] = output.split(/^Client scenarios.*$/m);
  const names = (part: string) => [...part.matchAll(/^ {2}- (\S+)/gm)].map(([, name = ""]) => name);
  return { client: names(client), server: names(server) };
}

/** The built program as a client of the runner's server. */
export function runClientScenario(runner: string, scenario: string): Promise<ScenarioResult> {
  const command = `"${process.execPath}" "${join(import.meta.dirname, "client.ts")}"`;
  return judged(scenario, [runner, "client", "--command", command, "--scenario", scenario]);
}

/** The built program as a server that the runner asks. `url`: where {@link serveProgram} listens. */
export function runServerScenario(runner: string, scenario: string, url: string): Promise<ScenarioResult> {
  return judged(scenario, [runner, "server", "--url", url, "--scenario", scenario]);
}

async function judged(scenario: string, args: readonly string[]): Promise<ScenarioResult> {
  const folder = mkdtempSync(join(tmpdir(), "waymark-conformance-"));
  try {
    const { output } = await run([...args, "-o", folder]);
    const file = readdirSync(folder, { recursive: true, encoding: "utf8" }).find((one) => one.endsWith("checks.json"));
    if (file === undefined) return { scenario, passed: 0, failures: [output.trim().split("\n").at(-1) ?? "no result"] };
    const checks = JSON.parse(readFileSync(join(folder, file), "utf8")) as readonly Check[];
    const failed = checks.filter(({ status }) => status === "FAILURE" || status === "WARNING");
    // Checks that should have come and did not are told in words alone.
    const missing = [...output.matchAll(/Expected Check Missing: (\S+):/g)].map(([, id = ""]) => id);
    const failures = [...failed.map(({ id, errorMessage = "" }) => `${id} ${errorMessage}`), ...missing];
    return { scenario, passed: checks.filter(({ status }) => status === "SUCCESS").length, failures };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function run(args: readonly string[]): Promise<{ readonly output: string }> {
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "pipe"], timeout: SCENARIO_MS });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (output += chunk.toString()));
  await once(child, "close");
  return { output };
}

/** `waymark mcp serve --http`, behind a door that knows the token: the runner has no way to send one. */
export async function serveProgram(): Promise<{ readonly url: string; close(): Promise<void> }> {
  const place = makePlace({ "notes.txt": "one\n" });
  const token = "conformance-token-1";
  const child = startWaymark(["mcp", "serve", "--http"], { ...place, environment: { WAYMARK_MCP_TOKEN: token } });
  const [said] = (await once(child.stderr as NodeJS.ReadableStream, "data")) as [Buffer];
  const { port } = new URL(said.toString().trim());
  const door = createServer((asked, answer) => {
    const { method, url: path, headers } = asked;
    const options = { port, path, method, headers: { ...headers, authorization: `Bearer ${token}` } };
    const onward = request(options, (response) => {
      answer.writeHead(response.statusCode ?? 500, response.headers);
      response.pipe(answer);
    });
    asked.pipe(onward).on("error", () => answer.destroy());
    answer.once("close", () => onward.destroy());
  });
  await new Promise<void>((listening) => void door.listen(0, "127.0.0.1", listening));
  return {
    url: `http://127.0.0.1:${(door.address() as AddressInfo).port}/mcp`,
    async close() {
      door.closeAllConnections();
      door.close();
      child.kill();
      await once(child, "close");
      place.remove();
    },
  };
}
