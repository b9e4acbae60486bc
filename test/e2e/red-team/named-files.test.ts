import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { inTurn } from "../../rounds.ts";
import { runWaymark } from "../run-waymark.ts";
import { type Call, type Grounds, makeGrounds, mayUseBubblewrap, shell } from "./attack-run.ts";

/** What flags, variables and settings name in the folder: docs/guide/security.md, "Attacks and where they end". */

let grounds: Grounds | undefined;
afterEach(() => grounds?.remove());

const EDITS = ["--permission-mode", "acceptEdits"];
const write = (path: string, content: string): readonly Call[] => [
  { name: "read_file", input: { path } },
  { name: "write_file", input: { path, content } },
];
/** No text of a command tells what it does. */
const code = (lines: string): string =>
  `import os, shutil\nos.chdir(os.path.dirname(os.path.abspath(__file__)))\n${lines}\n`;
const BY_CODE = [
  ["writes it", "open('ci/x', 'w').write('evil')"],
  ["puts another in its place", "open('new', 'w').write('evil'); os.replace('new', 'ci/x')"],
  ["moves its folder away", "shutil.move('ci', 'old'); os.mkdir('ci'); open('ci/x', 'w').write('evil')"],
  [
    "makes its folder a link",
    "os.rename('ci', 'old'); os.makedirs('new'); open('new/x', 'w').write('evil'); os.symlink('new', 'ci')",
  ],
  ["makes it a link", "os.remove('ci/x'); os.symlink(os.path.expanduser('~/mine'), 'ci/x')"],
] as const;

describe.each([
  ["--mcp-config", '{"mcpServers":{}}', 0],
  ["--settings", '{"maxTurns":9}', 1],
  ["--append-system-prompt-file", "Be kind.", 2],
  ["--system-prompt-file", "Be kind.", 3],
] as const)("what %s names", (flag, text, turn) => {
  test("is asked about, as what it was", async () => {
    grounds = makeGrounds({ "work/ci/x": text });
    const results = await grounds.attack(write("ci/x", "evil"), [...EDITS, flag, "ci/x"]);
    expect(results[1]).toMatch(/can start programs or change what an agent may do|nobody/);
    expect(readFileSync(join(grounds.cwd, "ci/x"), "utf8")).toBe(text);
  });

  test.skipIf(!mayUseBubblewrap(undefined))("stays as it was, whatever a command does", async () => {
    for (const [, lines] of inTurn(4, BY_CODE, turn)) {
      grounds = makeGrounds({ "work/ci/x": text, "work/r.py": code(lines), "home/mine": "mine" });
      await grounds.attack([shell("python3 r.py")], [...EDITS, flag, "ci/x"]);
      const at = join(grounds.cwd, "ci/x");
      expect([lines, existsSync(at) ? readFileSync(at, "utf8") : text]).toEqual([lines, text]);
      grounds.remove();
    }
  });
});

test("what is not named by anything is written as ever", async () => {
  grounds = makeGrounds({ "work/ci/x": "{}", "work/ci/y": "{}" });
  await grounds.attack(write("ci/y", "new"), [...EDITS, "--settings", "ci/x"]);
  expect(readFileSync(join(grounds.cwd, "ci/y"), "utf8")).toBe("new");
});

test("a script that prints a key, one of a hook, and a folder of skills are asked about", async () => {
  grounds = makeGrounds({
    "work/scripts/key.sh": "echo k\n",
    "work/scripts/hook.sh": "exit 0\n",
    "work/kit/a/SKILL.md": "a",
  });
  const { cwd, home } = grounds;
  const settings = {
    providers: { groq: { apiKeyCommand: `sh ${cwd}/scripts/key.sh` } },
    hooks: { SessionEnd: [{ hooks: [{ command: "sh scripts/hook.sh" }] }] },
    skillFolders: ["kit"],
  };
  mkdirSync(join(home, "waymark/config"), { recursive: true });
  writeFileSync(join(home, "waymark/config/config.json"), JSON.stringify(settings));
  const paths = ["scripts/key.sh", "scripts/hook.sh", "kit/a/SKILL.md"];
  const before = paths.map((path) => readFileSync(join(cwd, path), "utf8"));
  await grounds.attack(
    paths.flatMap((path) => write(path, "evil\n")),
    EDITS,
  );
  expect(paths.map((path) => readFileSync(join(cwd, path), "utf8"))).toEqual(before);
});

describe("a file that a flag names and that became a link", () => {
  const refused = async (flag: string, to: string): Promise<string> => {
    grounds = makeGrounds({ "work/a.txt": "", "home/mine": "{}", "work/.env": "A=1\n", "work/docs/p.md": "{}" });
    symlinkSync(to === "home" ? join(grounds.home, "mine") : to, join(grounds.cwd, "p.md"));
    const { code: exit, stderr } = await runWaymark(["-p", "x", "--offline", flag, "p.md"], grounds);
    const said = `${exit} ${stderr}`;
    grounds.remove();
    return said;
  };

  test.each(["--append-system-prompt-file", "--settings", "--mcp-config", "--json-schema"])(
    "to what lies outside, or holds secrets, is not read by %s; one among ordinary files is",
    async (flag) => {
      expect(await refused(flag, "home")).toMatch(/^42 .*is a link that leads out of/s);
      expect(await refused(flag, ".env")).toMatch(/^42 .*is a link that leads to \.env/s);
      expect(await refused(flag, "docs/p.md")).not.toMatch(/is a link/);
    },
  );
});

test("a variable of another agent in the `.env` of a trusted project sets what a project may set, and no more", async () => {
  grounds = makeGrounds({ "work/.env": "", "home/outside/evil/SKILL.md": "---\nname: evil\ndescription: x\n---\nx\n" });
  const listed = async (folder: string): Promise<string> => {
    writeFileSync(join(grounds?.cwd ?? "", ".env"), `CODEWHISPER_SKILLS_DIR=${folder}\n`);
    await runWaymark(["config", "trust"], grounds as Grounds);
    return (await runWaymark(["skills", "list"], grounds as Grounds)).stdout;
  };
  expect(await listed(join(grounds.home, "outside"))).not.toContain("evil");
  mkdirSync(join(grounds.cwd, "kit/good"), { recursive: true });
  writeFileSync(join(grounds.cwd, "kit/good/SKILL.md"), "---\nname: good\ndescription: x\n---\nx\n");
  expect(await listed("kit")).toContain("good");
});
