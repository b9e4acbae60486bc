import { runCommandLine } from "../../../src/frontends/commands/command-line.ts";
import { COMMANDS } from "../../../src/frontends/commands/index.ts";
import { runWaymark } from "../run-waymark.ts";
import type { Grounds } from "./attack-run.ts";

/**
 * What `policy check` says of each command: `VERDICT COMMAND`. Judged and never run: a hole must not cost whoever runs the tests their
 * machine. The program is started for the first of them alone; the others are handed to the same command line within this process.
 */
export async function verdictsOn(
  commands: readonly string[],
  { cwd, home }: Grounds,
  flags: readonly string[],
): Promise<readonly string[]> {
  const [first = ""] = commands;
  const words = ["policy", "check", ...flags, "--json"];
  const { stdout } = await runWaymark([...words, "-"], { cwd, home, stdin: first });
  const environment = { PATH: process.env["PATH"] ?? "", HOME: home, WAYMARK_HOME: `${home}/waymark`, LANG: "C.UTF-8" };
  const judged: unknown[] = [JSON.parse(stdout)];
  for (const command of commands.slice(1))
    await runCommandLine([...words, "--", command], {
      ...{ environment, cwd, version: "", commands: COMMANDS },
      ...{ out: () => {}, data: () => {}, taken: async () => {}, error: () => {}, exit: () => {} },
      json: (value) => judged.push(value),
    });
  return commands.map((command, index) => `${(judged[index] as { verdict: string }).verdict} ${command}`);
}
