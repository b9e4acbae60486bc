import { execFileSync } from "node:child_process";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterEach, expect, test } from "vitest";
import { startWaymark } from "../run-waymark.ts";
import { type Grounds, makeGrounds, mayUseBubblewrap } from "./attack-run.ts";

/** An editor that ends its agent while a command runs: docs/guide/security.md, "Attacks and where they end". */

let grounds: Grounds | undefined;
afterEach(() => grounds?.remove());

const MAKES = `import time
open('.git/commondir', 'w').write('../eg\\n')
open('.mcp.json', 'w').write('{}')
open('ready', 'w').close()
time.sleep(100)
`;

test.skipIf(!mayUseBubblewrap(undefined)).each(["SIGTERM", "SIGINT", "SIGHUP"] as const)(
  "what a command made is taken back where the agent of an editor is ended by %s",
  async (signal) => {
    grounds = makeGrounds({ "work/make.py": MAKES });
    const { cwd, home } = grounds;
    execFileSync("git", ["init", "-q", cwd]);
    const script = join(home, "script.json");
    const call = { id: "1", name: "shell", input: { command: "python3 make.py" } };
    writeFileSync(script, JSON.stringify({ replies: [{ calls: [call] }, { text: "Done." }] }));
    const child = startWaymark(["acp", "-m", `scripted/${script}`], grounds);
    const ended = new Promise<number | null>((resolve) => child.once("exit", resolve));
    let id = 0;
    let said = "";
    child.stdout?.setEncoding("utf8").on("data", (more: string) => {
      said += more;
    });
    const send = (method: string, params: object): unknown =>
      child.stdin?.write(`${JSON.stringify({ jsonrpc: "2.0", id: ++id, method, params })}\n`);
    const until = async (isSo: () => boolean): Promise<void> => {
      for (let look = 0; look < 600 && !isSo(); look++) await pause(50);
    };
    send("initialize", { protocolVersion: 1, clientCapabilities: {} });
    send("session/new", { cwd, mcpServers: [] });
    await until(() => said.includes('"sessionId"'));
    const sessionId = /"sessionId":"([^"]+)"/.exec(said)?.[1];
    send("session/set_mode", { sessionId, modeId: "acceptEdits" });
    send("session/prompt", { sessionId, prompt: [{ type: "text", text: "go" }] });
    await until(() => existsSync(join(cwd, "ready")));
    child.kill(signal);
    expect(await ended).toBe(signal === "SIGINT" ? 130 : 143);
    expect([".git/commondir", ".mcp.json"].filter((path) => existsSync(join(cwd, path)))).toEqual([]);
  },
);
