import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { saveDiagrams } from "../../src/app/session/save-diagrams.ts";
import { OWN_FOLDER, OWN_NAMES } from "../../src/app/trust/own-names.ts";
import { makePlace, type Place, runWaymark } from "./run-waymark.ts";

// What broke between two rooms, each of them green alone: tried through the door that a person uses.

const open: Place[] = [];
let server: Server | undefined;
const place = (files: Record<string, string> = {}): Place => {
  const made = makePlace(files);
  open.push(made);
  return made;
};
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
  server = undefined;
  for (const one of open.splice(0)) one.remove();
});

const ALL = ["--permission-mode", "bypassPermissions"];
const toolsIn = async (at: Place, ...flags: string[]): Promise<readonly string[]> => {
  const run = await runWaymark(["tool", "list", "--json", ...flags], at);
  expect(run.code, run.stderr).toBe(0);
  return (JSON.parse(run.stdout) as { name: string }[]).map(({ name }) => name);
};

const AS_SOMEBODY = ["-c", "user.name=a", "-c", "user.email=a@b.c"];
const READ = { tool: "read_file", params: { path: "{{path}}" } };

test("whatever we write into a trusted folder ourselves, it stays trusted", async () => {
  const at = place({ ".waymark/config.json": '{"maxTurns": 7}' });
  await runWaymark(["config", "trust"], at);
  const maxTurns = async (): Promise<string> => (await runWaymark(["config", "get", "maxTurns"], at)).stdout;
  expect(await maxTurns()).toBe("7\n");

  const step = { id: "a", title: "a", tool: "write_file", params: { path: "made.txt", content: "x\n" }, needs: [] };
  writeFileSync(join(at.home, "plan.json"), JSON.stringify({ goal: "make it", steps: [step] }));
  const made = await runWaymark(["plan", "new", "--file", join(at.home, "plan.json")], at);
  expect(made.code, made.stderr).toBe(0);
  const ran = await runWaymark(["plan", "run", ...ALL], at);
  expect(ran.code, ran.stderr).toBe(0);
  const noted = await runWaymark(["tool", "run", "remember", '{"text": "the build is `make`"}', ...ALL], at);
  expect(noted.code, noted.stdout + noted.stderr).toBe(0);
  writeFileSync(join(at.home, "job.json"), JSON.stringify({ items: { glob: "made.txt" }, lanes: [READ] }));
  const batch = await runWaymark(["batch", "run", join(at.home, "job.json")], at);
  expect(batch.code, batch.stderr).toBe(0);
  expect(saveDiagrams(at.cwd, "```mermaid\ngraph TD\n  a --> b\n```\n", new Date())).toHaveLength(1);

  execFileSync("git", ["init", "-q"], { cwd: at.cwd });
  execFileSync("git", [...AS_SOMEBODY, "commit", "-q", "--allow-empty", "-m", "first"], { cwd: at.cwd });
  writeFileSync(join(at.home, "script.json"), '[{"text": "Hello."}]');
  const aside = await runWaymark(["-w", "aside", "-p", "hi", "-m", `scripted/${join(at.home, "script.json")}`], at);
  expect(aside.code, aside.stderr).toBe(0);

  const written = readdirSync(join(at.cwd, OWN_FOLDER)).filter((name) => name !== "config.json");
  expect(written.sort()).toEqual(Object.values(OWN_NAMES).sort());
  expect(await maxTurns()).toBe("7\n");
});

test("a folder is deleted whole, where that was allowed and nowhere else", async () => {
  const at = place({ "old/a.txt": "a\n", "old/deep/b.txt": "b\n", "keep.txt": "k\n" });
  mkdirSync(join(at.home, "mine"));
  writeFileSync(join(at.home, "mine/a.txt"), "a\n");
  const remove = (path: string, ...flags: string[]) =>
    runWaymark(["tool", "run", "file_action", JSON.stringify({ command: "delete", path }), ...flags], at);
  const asked = await remove("old");
  expect([asked.code, asked.stdout]).toEqual([1, expect.stringContaining("deletes old")]);
  const planned = await remove("old", "--permission-mode", "plan");
  expect(planned.stdout).toContain("plan mode only looks");
  const done = await remove("old", "--permission-mode", "acceptEdits");
  expect([done.code, done.stdout]).toEqual([0, expect.stringContaining("Deleted: old (2 files)")]);
  expect([existsSync(join(at.cwd, "old")), existsSync(join(at.cwd, "keep.txt"))]).toEqual([false, true]);
  expect((await runWaymark(["undo"], at)).code).toBe(0);
  expect(existsSync(join(at.cwd, "old/deep/b.txt"))).toBe(true);
  for (const path of [".", join(at.home, "mine")]) expect((await remove(path, ...ALL)).code, path).toBe(1);
  expect(existsSync(join(at.home, "mine/a.txt"))).toBe(true);
});

test("the questions to parsers are there for any language they read, those of mainframe code with it alone", async () => {
  const citadel = async (files: Record<string, string>): Promise<readonly string[]> =>
    (await toolsIn(place(files))).filter((name) => name.startsWith("citadel_") || name === "summarize_code");
  const core = [
    "citadel_analyze_file",
    "citadel_get_callers",
    "citadel_get_file_summary",
    "citadel_impact",
    "summarize_code",
  ];
  const ofTypeScript = await citadel({ "src/a.ts": "export const a = 1;\n" });
  expect(ofTypeScript).toEqual(expect.arrayContaining(core));
  expect(await citadel({ "main.go": "package main\n" })).toEqual(ofTypeScript);
  expect(await citadel({ "README.md": "# nothing to parse\n" })).toEqual(["summarize_code"]);
  const ofCobol = await citadel({ "A.cbl": "       PROGRAM-ID. A.\n", "b.ts": "" });
  expect(ofCobol).toEqual(expect.arrayContaining([...ofTypeScript]));
  expect(ofCobol).toHaveLength(22);
  expect(ofTypeScript.length).toBeLessThan(22);
});

test("offline, a model server of this machine is used, and none elsewhere is asked", async () => {
  const at = place();
  const models = { object: "list", data: [{ id: "llama3.2:latest", object: "model" }] };
  server = createServer((message, response) => {
    response.writeHead(message.url === "/v1/models" ? 200 : 404, { "content-type": "application/json" });
    response.end(JSON.stringify(models));
  });
  await new Promise<void>((resolve) => server?.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const nowhere = "http://127.0.0.1:9";
  const model = async (ollama: string): Promise<string | undefined> => {
    const environment = {
      OLLAMA_BASE_URL: ollama,
      LMSTUDIO_BASE_URL: nowhere,
      LLAMACPP_BASE_URL: nowhere,
      WAYMARK_OFFLINE: "true",
    };
    const run = await runWaymark(["doctor", "--json"], { ...at, environment });
    return (JSON.parse(run.stdout) as { name: string; detail: string }[]).find(({ name }) => name === "model")?.detail;
  };
  expect(await model(url)).toBe("ollama/llama3.2:latest");
  // A reserved name that resolves nowhere: had it been asked, the run would have waited for the answer.
  expect(await model("http://models.example.invalid:11434")).toContain("offline/guide");
});
