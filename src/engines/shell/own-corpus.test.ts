import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { classifyCommand } from "./classify-command.ts";
import type { CommandPolicyOptions } from "./policy-types.ts";

const FOLDER = join(import.meta.dirname, "../../../test/fixtures/policy");
const PLACE: CommandPolicyOptions = { root: "/srv/app", hasReadProfile: true, home: "/home/dev" };
const SIX_RULES = ["git status", "git diff", "npm test", "ls", "cat", "rg"].map((prefix) => `shell(${prefix})`);
/** No rules; six prefixes and nothing built in; everything that nothing objects to. */
const RULE_SETS = {
  readonly: PLACE,
  allowlist: { ...PLACE, builtinReadOnly: false, rules: { allow: SIX_RULES } },
  denylist: { ...PLACE, otherwise: "allow" },
} as const satisfies Record<string, CommandPolicyOptions>;
type RuleSetName = keyof typeof RULE_SETS;

/** One command a line, `\\n` for a line end inside it; lines that begin with `# ` are headings. */
function commands(file: string): readonly string[] {
  const lines = readFileSync(join(FOLDER, file), "utf8").split("\n");
  return lines.filter((line) => line !== "" && !line.startsWith("# ")).map((line) => line.replaceAll("\\n", "\n"));
}

function wrong(all: readonly string[], names: readonly RuleSetName[], isAllowed: boolean): readonly string[] {
  return names.flatMap((name) =>
    all
      .filter((command) => (classifyCommand(command, RULE_SETS[name]).verdict === "allow") !== isAllowed)
      .map((command) => `${name}: ${command} (${classifyCommand(command, RULE_SETS[name]).reason})`),
  );
}

const STOPPED = commands("stopped.txt");
const RISKY = commands("risky.txt");

describe("commands of our own, a thousand and a half", () => {
  test("what destroys, sends or takes hold is stopped under every set of rules", () => {
    expect(STOPPED.length).toBeGreaterThan(450);
    expect(wrong(STOPPED, ["readonly", "allowlist", "denylist"], false)).toEqual([]);
  });

  test("what writes, reaches out or starts what others chose is asked for unless a rule names it", () => {
    expect(RISKY.length).toBeGreaterThan(450);
    expect(wrong(RISKY, ["readonly", "allowlist"], false)).toEqual([]);
  });

  test("what only looks runs by itself", () => {
    expect(wrong(commands("harmless-read.txt"), ["readonly", "denylist"], true)).toEqual([]);
  });

  test("everyday work is not stopped where nothing forbids it", () => {
    expect(wrong(commands("harmless-work.txt"), ["denylist"], true)).toEqual([]);
  });

  test("to speak of a dangerous command is no danger", () => {
    const quote = (text: string): string => `'${text.replaceAll("'", `'"'"'`)}'`;
    const all = [...STOPPED, ...RISKY].map(quote);
    const spoken = (make: (quoted: string) => string): readonly string[] => all.map(make);
    expect(
      wrong(
        spoken((text) => `echo ${text}`),
        ["readonly", "denylist"],
        true,
      ),
    ).toEqual([]);
    expect(
      wrong(
        spoken((text) => `rg -nF -- ${text} src`),
        ["readonly", "allowlist"],
        true,
      ),
    ).toEqual([]);
    expect(
      wrong(
        spoken((text) => `git log -3 --grep=${text}`),
        ["readonly", "denylist"],
        true,
      ),
    ).toEqual([]);
    expect(
      wrong(
        spoken((text) => `git commit -m ${text}`),
        ["denylist"],
        true,
      ),
    ).toEqual([]);
  });
});
