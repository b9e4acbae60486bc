import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, unlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openHouse } from "../open-house.ts";

let base: string;
beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), "waymark-linked-")));
  for (const folder of ["work/src", "data/deep", "data/closed", "outside"])
    mkdirSync(join(base, folder), { recursive: true });
  for (const file of ["work/src/a.ts", "data/far.txt", "data/.env", "data/closed/y", "outside/o", "data/deep/d"])
    writeFileSync(join(base, file), "text\n");
  symlinkSync(join(base, "data"), join(base, "link"));
  symlinkSync(join(base, "work"), join(base, "named"));
  symlinkSync(join(base, "outside"), join(base, "data/leads-out"));
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

const RULES = { allow: ["shell(touch:*)", "shell(@edit-files)"], ask: [], deny: ["read_file(**/closed/**)"] };

/** The verdict, with the verdict on each part, in a house that was opened through a link and works in a folder that was added by one. */
async function verdicts(commands: readonly string[]): Promise<readonly string[]> {
  const house = await openHouse({
    folder: join(base, "named"),
    environment: { WAYMARK_HOME: join(base, "home"), WAYMARK_ADD_DIRS: join(base, "link") },
  });
  try {
    const all: string[] = [];
    for (const command of commands) {
      const { verdict, segments } = await house.checkCommand(command, { rules: RULES });
      all.push([verdict, ...segments.map((one) => `${one.class} ${one.verdict}`)].join(", "));
    }
    return all;
  } finally {
    await house.close();
  }
}

/** `%` stands for the added folder, `=` for the working folder. */
const spelled = (command: string, added: string, own: string): string =>
  command.replaceAll("%", join(base, added)).replaceAll("=", join(base, own));

const COMMANDS = [
  ...["cat %/far.txt", "cat %//deep/../far.txt", "ls %", "ls -la %/", "cd % && cat far.txt", "cd %; ls", "cat %/*.txt"],
  ...["grep -r text %", "grep -r text %/deep", "find % -name d", "cat < %/far.txt", "wc -l %/deep/d | sort"],
  ...["cat %/.env", "cat %/closed/y", "cat %/leads-out/o", "cat %/../outside/o", "ls %/..", "git -C % status"],
  ...["touch %/new.txt", "echo x > %/new.txt", "rm %/far.txt", "rm -rf %/deep", "rm -rf %/*", "mv %/far.txt %/b.txt"],
  ...[
    "cat =/src/a.ts",
    "ls =",
    "cd = && cat src/a.ts",
    "touch =/b",
    "rm -rf =/src",
    "rm -rf =/*",
    "cat =/../outside/o",
  ],
  ...["cp =/src/a.ts %/deep", "sed -i s/a/b/ %/far.txt", "node %/far.txt"],
];

test("a folder that was given by a link is judged by that name as by its own", async () => {
  const real = await verdicts(COMMANDS.map((command) => spelled(command, "data", "work")));
  const linked = await verdicts(COMMANDS.map((command) => spelled(command, "link", "named")));
  const told = (all: readonly string[]) => COMMANDS.map((command, index) => `${command}: ${all[index]}`);
  expect(told(linked)).toEqual(told(real));
  expect(new Set(real.map((one) => one.split(",")[0]))).toEqual(new Set(["allow", "ask", "deny"]));
});

test("the link itself lies where it lies: what would take it away or exchange it is asked about", async () => {
  const commands = ["rm %", "unlink %", "ln -sfn src %", "mv % src/x", "mv src %", "touch %", "rm ="];
  const found = await verdicts(commands.map((command) => spelled(command, "link", "named")));
  expect(found.map((one, index) => `${commands[index]}: ${one.split(",")[0]}`)).toEqual(
    commands.map((command) => `${command}: ask`),
  );
});

test("a link that leads elsewhere by now is another name of nothing", async () => {
  const house = await openHouse({
    folder: join(base, "work"),
    environment: { WAYMARK_HOME: join(base, "home"), WAYMARK_ADD_DIRS: join(base, "link") },
  });
  const verdict = async (command: string) => (await house.checkCommand(command, { rules: RULES })).verdict;
  expect(await verdict(spelled("cat %/far.txt", "link", "named"))).toBe("allow");
  unlinkSync(join(base, "link"));
  symlinkSync(join(base, "outside"), join(base, "link"));
  expect(await verdict(spelled("cat %/o", "link", "named"))).toBe("ask");
  expect(await verdict(spelled("ls %", "link", "named"))).toBe("ask");
  await house.close();
});
