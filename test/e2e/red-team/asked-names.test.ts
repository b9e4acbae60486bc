import { readdirSync } from "node:fs";
import { afterEach, describe, expect, test } from "vitest";
import { type Grounds, makeGrounds, shell } from "./attack-run.ts";

/** Names by which programs are started, written in `acceptEdits`: docs/guide/security.md, "Attacks and where they end". */

let grounds: Grounds | undefined;
afterEach(() => grounds?.remove());

const MODE = ["--permission-mode", "acceptEdits"];
/** Protected, and asked for alone. */
const NAMES = [
  ".drone.yml bitbucket-pipelines.yml .hgrc lefthook.yaml .mvn".split(" "),
  "rust-toolchain.toml mise.toml gradle-wrapper.properties bunfig.toml prek.toml mcp.json mise.ci.toml .bazelrc gradle.properties".split(
    " ",
  ),
  ".bsp .repo .gclient .arcconfig ansible.cfg .ctags.d .ocamlinit .ghci".split(" "),
].flat();

describe("a name by which programs are started", () => {
  test("is not made unasked, by a command or by a tool", async () => {
    grounds = makeGrounds({ "work/x": "evil\n" });
    const calls = NAMES.flatMap((name) => [
      shell(`cp x ${name}`),
      shell(`mv x ./${name}`),
      shell(`touch ${name.toUpperCase()}`),
      { name: "write_file", input: { path: name, content: "evil\n" } },
    ]);
    await grounds.attack(calls, MODE);
    expect(readdirSync(grounds.cwd)).toEqual(["x"]);
  });

  test("what only looks like one is", async () => {
    grounds = makeGrounds({ "work/x": "fine\n" });
    await grounds.attack([shell("cp x mcp.json.md"), shell("cp x tool-versions"), shell("cp x .drone.yml.md")], MODE);
    expect(readdirSync(grounds.cwd).sort()).toEqual([".drone.yml.md", "mcp.json.md", "tool-versions", "x"]);
  });
});
