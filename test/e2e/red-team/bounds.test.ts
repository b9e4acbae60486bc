import { globSync, linkSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { availableEngines } from "../../../src/adapters/sandbox/engines.ts";
import { inTurn } from "../../rounds.ts";
import { makeGrounds, shell } from "./attack-run.ts";

/** Each bound of the sandbox that a folder can be filled over in a moment, by its name alone. */
const bounds = globSync("src/adapters/sandbox/**/*.ts")
  .filter((file) => !file.includes(".test."))
  .flatMap((file) => [...readFileSync(file, "utf8").matchAll(/const (\w+_MAX) = ([\d_]+);/g)])
  .map(([, name, value = ""]) => ({ name, value: Number(value.replaceAll("_", "")) }))
  .filter(({ value }) => value >= 100 && value <= 5_000);
const counts = [...new Set(bounds.map(({ value }) => value + 1))].sort((one, other) => one - other);

test("there are bounds to try", () => {
  expect(bounds.length).toBeGreaterThan(5);
});

/** What a folder may be filled with, so that it stands before what counts. */
const FILLINGS: Readonly<Record<string, readonly ((index: number) => string)[]>> = {
  "names without a meaning, and secrets that lie together and apart": [
    (index) => `.aa${index}`,
    (index) => `.github/aa${index}.png`,
    (index) => `fix/.env.${index}`,
    (index) => `apart/d${index % 150}/e${index}/.env`,
  ],
  "secrets at the top, and protected names in a folder": [(index) => `.env.${index}`, (index) => `.github/aa${index}`],
  "protected names at the top": [(index) => `.claude-${index}`],
};

const SECRET = "blue horse battery";
/** A file of code tells nobody what it writes. */
const WRITES = `
for path in ['.git/config', '.git/hooks/post-checkout', '.mcp.json', '.github/workflows/ci.yml', '.vscode/tasks.json']:
    try: open(path, 'a').write(' '); print('wrote', path)
    except OSError as error: print(error.errno, path)
`;

function filled(names: readonly ((index: number) => string)[], count: number) {
  const grounds = makeGrounds({
    "work/a.txt": "plain words\n",
    "work/w.py": WRITES,
    "work/.mcp.json": "{}",
    "work/.git/HEAD": "ref: refs/heads/main\n",
    "work/.git/config": "",
    "work/.git/hooks/post-checkout": "",
    "work/.git/objects/x": "",
    "work/.git/refs/x": "",
    "work/.github/workflows/ci.yml": "on: push\n",
    "work/.vscode/tasks.json": "{}",
    "work/deploy/prod/.env": `PASS=${SECRET}\n`,
  });
  onTestFinished(grounds.remove);
  for (const name of names)
    for (let index = 0; index < count; index++) {
      const path = join(grounds.cwd, name(index));
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, "X=1\n");
    }
  return grounds;
}

const isConfined = availableEngines({ environment: process.env, roots: [] }).engines.some(
  ({ tier }) => tier === "bubblewrap",
);
const cases = Object.keys(FILLINGS).flatMap((filling) => counts.map((count) => [filling, count] as const));

test.skipIf(!isConfined).each(inTurn(7, cases))(
  "one more than a bound of the sandbox leaves nothing open: %s, %i of them",
  { timeout: 300_000 },
  async (filling, count) => {
    const { attack } = filled(FILLINGS[filling] ?? [], count);
    const calls = [shell("grep -rn horse deploy a.txt"), shell("python3 w.py")];
    const [shown = "", wrote = ""] = await attack(calls, ["--permission-mode", "acceptEdits"]);
    expect(shown).not.toContain(SECRET);
    expect(shown).toMatch(/masks|nothing was run/);
    expect(wrote).not.toContain("wrote");
    expect(wrote).toMatch(/30 \.git\/config[\s\S]*30 \.vscode\/tasks\.json|nothing was run/);
  },
);

test.skipIf(!isConfined)(
  "in more packages than can be covered one by one, what holds no secret is read, and no secret is",
  { timeout: 120_000 },
  async () => {
    const grounds = makeGrounds({ "work/.git/HEAD": "ref: refs/heads/main\n" });
    onTestFinished(grounds.remove);
    for (let index = 0; index < 300; index++)
      for (const [name, text] of [
        [".env", `API_KEY=${SECRET} ${index}\n`],
        ["test/k.pem", `-----BEGIN PRIVATE KEY-----\n${SECRET}\n-----END PRIVATE KEY-----\n`],
        ["src/i.js", `export const a${index} = ${index}\n`],
      ] as const) {
        const path = join(grounds.cwd, `packages/p${index}`, name);
        mkdirSync(dirname(path), { recursive: true });
        writeFileSync(path, text);
      }
    symlinkSync("p7/.env", join(grounds.cwd, "packages/link"));
    linkSync(join(grounds.cwd, "packages/p3/src/i.js"), join(grounds.cwd, "packages/p3/src/j.js"));
    const [named, counted, searched, kept = "", input] = await grounds.attack(
      [
        shell("cat packages/p1/src/i.js; cat packages/p3/src/j.js"),
        shell("wc -l packages/*/src/i.js | tail -1"),
        shell("grep -rn 'a7 ' packages --include='*.js'"),
        shell(
          "ls packages | sed 's|$|/.env|;s|^|packages/|' | xargs cat; ls packages | sed 's|$|/test/k.pem|;s|^|/proc/self/cwd/packages/|' | xargs head -3; ls packages | grep link | sed 's|^|packages/|' | xargs cat; grep -rh battery .",
        ),
        shell("cat <<< words; sort < packages/p1/src/i.js"),
      ],
      ["--permission-mode", "plan"],
    );
    expect(named).toBe("export const a1 = 1\nexport const a3 = 3");
    expect(counted).toMatch(/^ *300 total$/);
    expect(searched).toBe("packages/p7/src/i.js:1:export const a7 = 7");
    expect(kept).not.toContain(SECRET);
    expect(kept).toMatch(/packages\/p1\/\.env: Permission denied[\s\S]*The sandbox masks packages\/p0\/\.env/);
    expect(input).toBe("words\nexport const a1 = 1");
  },
);
