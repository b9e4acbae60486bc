import { appendFileSync, existsSync, readFileSync, readlinkSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { makePlace, type Place, scriptedModel } from "../run-waymark.ts";
import { StreamClient } from "../stream-client.ts";

/** What a client puts in the place of a call that it is asked about: docs/guide/security.md, "Attacks and where they end". */

let place: Place | undefined;
let client: StreamClient | undefined;
afterEach(() => {
  client?.child.kill("SIGKILL");
  place?.remove();
});

/** All that a client reads of a run whose only call, a harmless one, it allows with these arguments in the place of the model's. */
async function answered(
  command: string,
  { flags = [], settings = {} }: { readonly flags?: readonly string[]; readonly settings?: object },
): Promise<string> {
  place = makePlace({ "../home/waymark/config/config.json": JSON.stringify(settings) });
  const call = { id: "a", name: "shell", input: { command: "touch asked" } };
  const model = scriptedModel(place, [{ calls: [call] }, { text: "Done." }]);
  client = new StreamClient(place, ["-m", model, ...flags], () => ({
    behavior: "allow",
    updatedInput: { command },
  }));
  client.prompt("write");
  expect(await client.result()).toMatchObject({ result: "Done." });
  expect(client.asked.map(({ tool_name: name }) => name)).toEqual(["shell"]);
  return JSON.stringify(client.seen);
}

const isThere = (path: string): boolean => existsSync(join(place?.cwd ?? "", path));

test("a rule that denies holds against arguments that come with a yes", async () => {
  const flags = ["--disallowedTools", "shell(mkdir:*)"];
  expect(await answered("mkdir denied", { flags })).toContain("Not allowed: the rule shell(mkdir:*) says deny");
  expect(["asked", "denied"].map(isThere)).toEqual([false, false]);
});

test("a guard sees arguments that come with a yes", async () => {
  const guard = { type: "command", command: "if grep -q evil; then echo 'not that' >&2; exit 2; fi" };
  const settings = { hooks: { PreToolUse: [{ hooks: [guard] }] } };
  expect(await answered("touch evil", { settings })).toContain("not that");
  expect(["asked", "evil"].map(isThere)).toEqual([false, false]);
});

test("what neither denies is done", async () => {
  await answered("touch meant", { flags: ["--disallowedTools", "shell(mkdir:*)"] });
  expect(["asked", "meant"].map(isThere)).toEqual([false, true]);
});

test.each<readonly [string, object, string]>([
  ["made", { name: "write_file", input: { path: "a.txt", content: "model's\n" } }, "a.txt"],
  ["changed", { name: "write_file", input: { path: "there.txt", content: "model's\n" } }, "there.txt"],
  ["put into a folder", { name: "file_action", input: { command: "delete", path: "d" } }, "d/mine.txt"],
])("what is %s while a person is asked is not what they said yes to", async (_, call, path) => {
  place = makePlace({ "there.txt": "as it was shown\n", "d/a.txt": "a\n" });
  const { cwd } = place;
  const model = scriptedModel(place, [{ calls: [{ id: "a", ...call }] }, { text: "Done." }]);
  client = new StreamClient(place, ["-m", model], () => {
    writeFileSync(join(cwd, path), "the person's\n");
    return { behavior: "allow" };
  });
  client.prompt("write");
  await client.result();
  expect(JSON.stringify(client.seen)).toContain("became another while the person was asked");
  expect(readFileSync(join(cwd, path), "utf8")).toBe("the person's\n");
});

test("nor is what a line reads through a link that leads elsewhere by then, or starts and is another by then", async () => {
  place = makePlace({ "../one/notes.md": "of one", "../other/notes.md": "of the other", "run.sh": "echo of the file" });
  const link = join(place.cwd, "link");
  symlinkSync("../one", link);
  const script = join(place.cwd, "run.sh");
  const reading = (id: string, command: string) => ({ calls: [{ id, name: "shell", input: { command } }] });
  const lines = ["cat link/notes.md", "cat < link/notes.md", "sh run.sh"];
  const replies = [...lines.map((line, at) => reading(`${at}`, line)), { text: "Done." }];
  const model = scriptedModel(place, replies);
  client = new StreamClient(place, ["-m", model], () => {
    const turned = readlinkSync(link) === "../one" ? "../other" : "../one";
    rmSync(link);
    symlinkSync(turned, link);
    appendFileSync(script, " by then");
    return { behavior: "allow" };
  });
  client.prompt("read");
  await client.result();
  const seen = JSON.stringify(client.seen);
  expect(seen.split("became another while the person was asked")).toHaveLength(4);
  expect(seen).not.toMatch(/of (?:one|the other|the file)/);
});

test.each(["plan", "dontAsk"])(
  "a yes does not count for what mode %s refuses, set while it was asked for",
  async (mode) => {
    place = makePlace();
    const call = { id: "a", name: "shell", input: { command: "touch asked" } };
    const model = scriptedModel(place, [{ calls: [call] }, { text: "Done." }]);
    client = new StreamClient(place, ["-m", model], async () => {
      await client?.control({ subtype: "set_permission_mode", mode });
      return { behavior: "allow" };
    });
    client.prompt("write");
    await client.result();
    expect(client.asked).toHaveLength(1);
    expect(isThere("asked")).toBe(false);
  },
);
