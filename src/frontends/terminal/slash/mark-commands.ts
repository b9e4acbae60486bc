import { readdirSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { GUIDE_ID } from "../../../app/models/guide-id.ts";
import { spokenError } from "../../../app/words/spoken.ts";
import { words } from "../words/words.ts";
import type { BuiltInCommand } from "./slash-command.ts";

const PROPOSALS_MAX = 50;
/** Words of other agents for the same. */
const CLEARS: ReadonlySet<string> = new Set(["clear", "none", "off", "stop", "cancel"]);

/** What a person settles for the session beside its prompts. */
export const MARK_COMMANDS: readonly BuiltInCommand[] = [
  {
    name: "add-dir",
    atTerminal: { instead: "--add-dir FOLDER" },
    argument: "[FOLDER]",
    whileRunning: (argument) => argument === "",
    complete: (typed, { agent }) => foldersLike(typed, agent.cwd),
    async run(argument, { agent, say, warn, tellModel }) {
      const { marks } = agent;
      if (argument === "") return say(foldersText(agent.cwd, marks.folders));
      try {
        const folder = await marks.addFolder(argument);
        tellModel(`I have added the folder ${folder}: read and change files there as in the working folder.`);
        say(words("addDir.done", { folder }));
      } catch (error) {
        warn(spokenError(error));
      }
    },
  },
  {
    name: "goal",
    argument: "[TEXT|clear]",
    whileRunning: (argument) => argument === "",
    complete: () => ["clear"],
    async run(argument, { agent, say, warn, prompt, wayOf }) {
      const { marks } = agent;
      const { goal } = marks;
      if (argument === "") return say(goal === undefined ? words("goal.none") : words("goal.is", { goal }));
      if (CLEARS.has(argument)) {
        if (goal === undefined) return say(words("goal.none"));
        await marks.setGoal(undefined);
        return say(words("goal.cleared"));
      }
      if (agent.modelId === GUIDE_ID) return warn(words("goal.needsModel", { model: wayOf("model") }));
      await marks.setGoal(argument);
      prompt(argument);
    },
  },
];

/** The working folder and those that were added to it. */
export function foldersText(cwd: string, added: readonly string[]): string {
  if (added.length === 0) return words("addDir.none", { folder: cwd });
  return [words("status.folder", { folder: cwd }), ...added.map((folder) => words("addDir.one", { folder }))].join(
    "\n",
  );
}

/** Folders whose path begins with what is typed. */
function foldersLike(typed: string, cwd: string): readonly string[] {
  const start = typed.endsWith("/") ? typed : `${dirname(typed)}/`;
  const shown = typed.includes("/") ? start.replace(/\/+$/, "/") : "";
  try {
    return readdirSync(resolve(cwd, shown || "."), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => (shown === "" ? name : join(shown, name)))
      .filter((path) => path.startsWith(typed))
      .slice(0, PROPOSALS_MAX);
  } catch {
    return [];
  }
}
