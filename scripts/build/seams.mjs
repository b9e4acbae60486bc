import { existsSync } from "node:fs";

/**
 * What is read together, in chunks of that name; earlier rows take first. What a module listed here imports statically comes with it,
 * and whatever else is imported dynamically is a file of its own, read when it is first asked for. Left to itself the bundler would
 * split the start into 60 files by who shares what, 25 ms slower: Node's loader spends half a millisecond on each.
 */
const SEAMS = [
  // What the start and the first prompt both need, so that neither reads all of the other.
  [
    "shared",
    "src/base/",
    "src/engines/terminal-text/",
    "src/engines/text/file-text.ts",
    "src/core/context/spent-note.ts",
    "src/core/goal.ts",
    "src/core/permissions/decide.ts",
    "src/core/permissions/rule.ts",
    "src/core/prompts/marked-text.ts",
    "src/core/protocol/display.ts",
    "src/core/protocol/effort.ts",
    "src/core/protocol/event.ts",
    "src/core/protocol/outcome.ts",
    "src/core/protocol/usage.ts",
    "src/core/undo.ts",
    "src/adapters/sessions/read-session.ts",
    "src/adapters/sessions/session-catalogue.ts",
    "src/adapters/sessions/session-lock.ts",
    "src/adapters/folder-entries.ts",
    "src/adapters/git-folder.ts",
    "src/adapters/read-plain-file.ts",
    "src/adapters/temporary-folder.ts",
    "src/app/models/effort.ts",
    "src/app/models/guide-id.ts",
    "src/app/prompt-text.ts",
    "src/app/report/plan-news.ts",
    "src/app/settings/language.ts",
    "src/app/settings/locations.ts",
    "src/app/settings/read-config-file.ts",
    "src/app/settings/terminal-facts.ts",
    "src/app/settings/write-file-whole.ts",
    "src/app/words/spoken.ts",
    "src/app/work-folder.ts",
  ],
  // What a session at the terminal reads before its first prompt is shown.
  ["prompt", "src/frontends/terminal/first-prompt.ts"],
  // What every run reads before its first request.
  [
    "start",
    "src/frontends/commands/command-line.ts",
    "src/app/open-house.ts",
    "src/app/session/start-agent.ts",
    "src/app/toolbox.ts",
    "src/adapters/models/model-client.ts",
    "src/adapters/models/wires/answer-schema.ts",
    "src/adapters/models/wires/wire.ts",
    "src/adapters/models/services/catalogue.ts",
  ],
];

// A module that moved would leave its chunk, and the start be slower without anybody noticing.
for (const path of SEAMS.flatMap(([, ...paths]) => paths))
  if (!existsSync(path)) throw new Error(`scripts/build/seams.mjs names ${path}, which is not there.`);

/** The groups of rolldown's `codeSplitting`. */
export const groups = SEAMS.map(([name, ...paths]) => ({
  name,
  test: new RegExp(
    paths
      .map((path) => `/${path.replaceAll(".", "\\.")}`)
      .join("|")
      .replaceAll("/", "[\\\\/]"),
  ),
}));

/** Large, and of no use to a start: whoever needs one imports it when that is known. */
const LATE = /\/(?:node_modules\/zod|src\/engines\/(?:citadel\/languages|passages))\//;

/** @throws {Error} where a chunk that every start reads brings what is read later: one import is enough for it */
export function checkSeams(chunks) {
  const late = chunks.flatMap(({ name, moduleIds = [] }) =>
    SEAMS.some(([seam]) => seam === name) ? moduleIds.filter((id) => LATE.test(id.replaceAll("\\", "/"))) : [],
  );
  if (late.length > 0) throw new Error(`Every start would read ${late.join(", ")}.`);
}
