import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { inTurn } from "../../rounds.ts";
import { StreamClient } from "../stream-client.ts";
import { type Grounds, isRoot, makeGrounds, mayUseBubblewrap, NOBODY, shell } from "./attack-run.ts";

/** What a rule asks about, and code that nobody was asked about: docs/guide/security.md, "Attacks and where they end". */

const TOLD = "WHAT-IS-ASKED-ABOUT";
const FILES = {
  "work/private/x.txt": `${TOLD}\n`,
  "work/infra/prod.tf": "kept\n",
  "work/a.py": "print(open('priv'+'ate/x.txt').read()); open('inf'+'ra/prod.tf','w').write('evil')\n",
  "work/b.py": "open('inf'+'ra/prod.tf','w').write('evil')\n",
};
const ASK = ["--settings", JSON.stringify({ permissions: { ask: ["Edit(infra/**)", "Read(private/**)"] } })];

let grounds: Grounds | undefined;
afterEach(() => grounds?.remove());
const infra = (): string => readFileSync(join(grounds?.cwd ?? "", "infra/prod.tf"), "utf8");

describe.each([
  ["as root", undefined, 0],
  ["as an ordinary user", NOBODY, 1],
] as const)("%s", (_, userId, at) => {
  const isSkipped = !mayUseBubblewrap(userId) || (userId !== undefined && !isRoot);

  const modes = [
    ["acceptEdits"],
    ["default"],
    ["dontAsk", "--allowedTools", "shell(python3 a.py),shell(python3 b.py)"],
  ];
  test.skipIf(isSkipped).each(inTurn(2, modes, at))(
    "is closed to code that runs unasked, in mode %s",
    async (mode, ...more) => {
      grounds = makeGrounds(FILES, userId);
      const calls = ["python3 a.py", "python3 b.py"].map(shell);
      const results = await grounds.attack(calls, ["--permission-mode", mode, ...more, ...ASK]);
      expect(results.filter((text) => text.includes(TOLD) || text.startsWith("Not allowed"))).toEqual([]);
      expect(infra()).toBe("kept\n");
    },
  );

  test.skipIf(isSkipped)("is open where the mode takes every question back", async () => {
    grounds = makeGrounds(FILES, userId);
    const [text] = await grounds.attack([shell("python3 a.py")], ["--permission-mode", "bypassPermissions", ...ASK]);
    expect([text?.includes(TOLD), infra()]).toEqual([true, "evil"]);
  });
});

test.skipIf(!mayUseBubblewrap(undefined))("is open to a command that a person said yes to", async () => {
  grounds = makeGrounds(FILES);
  const script = join(grounds.base, "script.json");
  writeFileSync(
    script,
    JSON.stringify({ replies: [{ calls: [{ id: "1", ...shell("python3 a.py") }] }, { text: "" }] }),
  );
  const client = new StreamClient({ ...grounds, ends: [] }, ["-m", `scripted/${script}`, ...ASK], () => ({
    behavior: "allow",
  }));
  await client.control({ subtype: "initialize", hooks: null });
  client.prompt("go");
  await client.result();
  await client.end();
  expect([client.asked.length, infra()]).toEqual([1, "evil"]);
});
