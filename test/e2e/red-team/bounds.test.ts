import { globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
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

test.skipIf(!isConfined).each(inTurn(3, cases))(
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
