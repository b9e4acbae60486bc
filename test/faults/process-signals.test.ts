import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startOpenAiChat } from "../e2e/provider-servers/openai-chat.ts";
import type { WireServer } from "../e2e/provider-servers/wire-server.ts";
import { MAIN, makePlace, type Place, startWaymark } from "../e2e/run-waymark.ts";
import { inTurn } from "../rounds.ts";

// The agent ends by a signal while a command of it runs whose children ignore signals, leave the group and the session.

const isLinux = process.platform === "linux";
let server: WireServer;
let place: Place;
let marker = "";

beforeAll(async () => {
  place = makePlace();
  server = await startOpenAiChat(({ body }) =>
    body.includes('"role":"tool"') ? { text: "done" } : { calls: [{ name: "shell", input: { command: family() } }] },
  );
});
afterAll(async () => {
  await server.close();
  place.remove();
});

/** Four that sleep for a time that nobody else sleeps for. */
function family(): string {
  const nap = `sleep ${marker}`;
  return `setsid ${nap} & nohup ${nap} > /dev/null 2>&1 & (trap '' INT TERM HUP; ${nap}) & ${nap}`;
}

function sleepers(): number {
  return readdirSync("/proc").filter((name) => /^\d+$/.test(name) && commandOf(name) === `sleep\0${marker}\0`).length;
}

function commandOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8");
  } catch {
    return "";
  }
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 20));
}

describe.skipIf(!isLinux)("with few file descriptors", () => {
  test.each([26, 28, 32, 64])("%i of them: a command gives a result, or a failure that can be read", (count) => {
    const words = ["tool", "run", "shell", '{"command":"echo hi"}', "--permission-mode", "bypassPermissions"];
    const run = spawnSync("bash", ["-c", `ulimit -n ${count}; exec "$@"`, "bash", process.execPath, MAIN, ...words], {
      cwd: place.cwd,
      env: { PATH: process.env["PATH"], HOME: place.home, WAYMARK_HOME: join(place.home, "waymark") },
      encoding: "utf8",
    });
    expect(`${run.stdout}${run.stderr}`).toMatch(
      /^(?:hi\n|Too many files are open.*\n|The command cannot be started.*\n)$/,
    );
  });
});

describe.skipIf(!isLinux)("no child outlives the agent (needs /proc)", () => {
  const cases = (["SIGINT", "SIGTERM", "SIGHUP", "SIGKILL"] as const).flatMap((signal, at) =>
    inTurn(2, [[], ["--sandbox", "off"]], at).map((flags) => ({ signal, flags })),
  );

  test.each(cases)("after $signal with $flags", async ({ signal, flags }) => {
    marker = `${30_000 + Math.floor(Math.random() * 1e6)}`;
    const environment = { OPENAI_COMPATIBLE_BASE_URL: `${server.url}/v1`, OPENAI_COMPATIBLE_API_KEY: "k" };
    const args = ["-p", "go", "-m", "openai-compatible/m", "--permission-mode", "bypassPermissions", ...flags];
    const child = startWaymark(args, { ...place, environment });
    child.stdin?.end();
    child.stdout?.resume();
    child.stderr?.resume();
    await until(() => sleepers() === 4 || child.exitCode !== null);
    expect(child.exitCode).toBeNull();
    child.kill(signal);
    const [code, endedBy] = (await once(child, "exit")) as [number | null, string | null];
    const wanted = { SIGINT: [130, null], SIGTERM: [143, null], SIGHUP: [143, null], SIGKILL: [null, "SIGKILL"] };
    expect([code, endedBy]).toEqual(wanted[signal]);
    // The test itself runs out of time when one survives.
    await until(() => sleepers() === 0);
  });
});
