import type { LineSettings } from "../policy-types.ts";
import { assignmentIn, programName } from "../scan.ts";
import type { Unit } from "../walk/unit.ts";
import { otherNamesOf } from "./other-names.ts";

/** What a line tells git for its later commands: aliases by `git config`, exported variables, files of settings that it writes. */
export function settingsOfLine(units: readonly Unit[]): LineSettings {
  const aliases = new Map<string, string>();
  for (const { words } of units) {
    if (words[0] === undefined || programName(words[0]) !== "git") continue;
    const at = words.findIndex(({ text }) => /^alias\../i.test(text));
    const value = words[at + 1];
    if (at > 0 && value !== undefined && words.some(({ text }) => text === "config"))
      aliases.set((words[at]?.text ?? "").slice("alias.".length).toLowerCase(), value.text);
  }
  return {
    aliases,
    otherNames: otherNamesOf(units),
    variables: units.flatMap(({ part, words }) => [
      ...(words.length === 0 ? part.assignments : []),
      ...(EXPORTING.test(words[0]?.text ?? "") ? words.slice(1).flatMap(assignmentIn) : []),
    ]),
    isWritten: units.some(({ part, words }) => {
      const targets = part.redirections.filter(({ kind }) => kind === "write").map(({ target }) => target);
      return [...targets, ...(WRITES.test(words[0]?.text ?? "") ? words : [])].some(({ text }) =>
        SETTINGS_FILE.test(text),
      );
    }),
  };
}

const EXPORTING = /^(?:export|declare|typeset|readonly|env)$/;
const WRITES = /^(?:tee|cp|mv|ln|install|sed|printf|dd)$/;
const SETTINGS_FILE = /(?:^|\/)(?:\.gitconfig|git\/config|\.git\/config(?:\.worktree)?|\.git\/modules\/.*config)$/;
