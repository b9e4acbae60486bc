import { globSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";

const SOURCE = resolve(import.meta.dirname, "../src");

/**
 * Who writes files above the adapters, and why it is none that a flag or a person names: those are all written by `output-path.ts`, which holds
 * their folder open, follows no link to what was not meant, and puts a new file in the place of what had the name. The adapters know no flags.
 */
const OTHERS: Readonly<Record<string, readonly string[]>> = {
  "the one way": ["app/settings/output-path.ts"],
  "into what the one way has opened, or in the folder that it holds": [
    "app/estate-pages/site-files.ts",
    "app/session/save-diagrams.ts",
    "app/session/start-agent.ts",
    "app/settings/write-setting.ts",
    "frontends/commands/batch/batch-looks.ts",
    "frontends/commands/code/code-report.ts",
  ],
  "what Waymark itself keeps, in the person's own folders": [
    "app/live/undo-news.ts",
    "app/mcp/server-start.ts",
    "app/mcp/tool-pins.ts",
    "app/models/answer-cache.ts",
    "app/models/capabilities.ts",
    "app/models/local-models.ts",
    "app/models/model-catalogue.ts",
    "app/models/stackspot/conversations.ts",
    "app/plugins/manage-plugins.ts",
    "app/plugins/plugin-list.ts",
    "app/remedies/open-remedies.ts",
    "app/report/crash-report.ts",
    "app/report/debug-log.ts",
    "app/report/doctor.ts",
    "app/report/written-by-sessions.ts",
    "app/session/keep-sessions.ts",
    "app/settings/first-run-mark.ts",
    "app/settings/write-file-whole.ts",
    "app/trust/hook-trust.ts",
    "app/trust/person-seal.ts",
    "app/trust/trust.ts",
    "frontends/terminal/plain/input-history.ts",
  ],
  "temporary files, and copies in the state folder": [
    "app/agents/copy-folder.ts",
    "app/agents/worktree.ts",
    "frontends/terminal/screen/external-editor.ts",
    "frontends/view/open-browser.ts",
  ],
  "what git leaves out, through a folder held open": ["app/context/git-worktree.ts"],
};

const WRITING =
  /\b(?:(?:writeFile|appendFile|mkdir|rename|copyFile|cp|symlink|link)Sync|createWriteStream|makeFolder|replaceFile|writeFileWhole|openReplaced|openOrMoved)\(|\bO_CREAT\b|from "node:fs\/promises"/;
const withoutComments = (text: string): string => text.replace(/\/\*[\s\S]*?\*\/|(?<![:"'`])\/\/.*$/gm, "");
const writes = (text: string): boolean => WRITING.test(withoutComments(text));

test("what a person has written into a folder goes one way, whichever face or flag they speak by", () => {
  const files = globSync("{app,frontends}/**/*.ts", { cwd: SOURCE, exclude: ["**/*.test.ts"] });
  expect(files.length).toBeGreaterThan(400);
  const writers = files.filter((file) => writes(readFileSync(join(SOURCE, file), "utf8")));
  expect(writers.sort()).toEqual(Object.values(OTHERS).flat().sort());
});

test("the gate sees the ways around it", () => {
  for (const way of ["writeFileSync(path, text)", "createWriteStream(path)", "openSync(path, O_WRONLY | O_CREAT)"])
    expect(writes(way)).toBe(true);
  expect(writes('import { writeFile } from "node:fs/promises";')).toBe(true);
  expect(writes("// writeFileSync(path)\nwriteOutput(path, [cwd], text)")).toBe(false);
});
