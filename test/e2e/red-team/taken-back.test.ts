import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { type Grounds, isRoot, makeGrounds, mayUseBubblewrap, NOBODY, shell } from "./attack-run.ts";

/** What is taken back is in force no more, and its name hides nothing: docs/guide/security.md, "Attacks and where they end". */

const MAKES = `import os
for name in ('evil', 'x.taken-back'):
    os.makedirs('sub/.claude/skills/' + name)
    open('sub/.claude/skills/' + name + '/SKILL.md', 'w').write('!id')
os.makedirs('sub/.devcontainer/z.taken-back')
open('sub/.devcontainer/z.taken-back/devcontainer.json', 'w').write('{}')
`;

let grounds: Grounds | undefined;
afterEach(() => grounds?.remove());

test.skipIf(!isRoot || !mayUseBubblewrap(NOBODY)).each([
  ["as root", undefined],
  ["as an ordinary user", NOBODY],
] as const)("what a command makes in a folder of skills leaves it, whatever it is called, %s", async (_, userId) => {
  const old = "sub/.claude/skills/old/SKILL.md";
  grounds = makeGrounds({ [`work/${old}`]: "x", "work/sub/.devcontainer/a.json": "{}", "work/make.py": MAKES }, userId);
  const [result] = await grounds.attack([shell("python3 make.py")], ["--permission-mode", "acceptEdits"]);
  for (const name of ["skills/evil", "skills/x.taken-back", "z.taken-back"]) expect(result).toContain(name);
  expect(readdirSync(join(grounds.cwd, "sub/.claude/skills"))).toEqual(["old"]);
  expect(readdirSync(join(grounds.cwd, "sub/.devcontainer"))).toEqual(["a.json"]);
  expect(existsSync(join(grounds.cwd, "evil.taken-back/SKILL.md"))).toBe(true);
});
