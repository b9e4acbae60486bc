import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

/**
 * Who reads a file whole without a look at its kind and its size. What a folder brings is read by the readers that look: `readPlainFile`,
 * `fileHead`, `fileEnd`, `readSource`, the workspace.
 */
const WHOLE_READERS: Readonly<Record<string, readonly string[]>> = {
  "what Waymark itself keeps": [
    "adapters/code-index/digests/digest-file.ts",
    "adapters/code-index/packs/catalogue.ts",
    "adapters/code-index/packs/folder-book.ts",
    "adapters/code-index/packs/pack.ts",
    "adapters/credentials/credential-store.ts",
    "adapters/credentials/private-file.ts",
    "adapters/exclusive-file.ts",
    "adapters/folder-entries.ts",
    "adapters/sandbox/proof.ts",
    "adapters/sandbox/self-test.ts",
    "adapters/sandbox/taking-back/heed-leaves.ts",
    "adapters/sandbox/taking-back/look-notes.ts",
    "adapters/sessions/live-requests.ts",
    "adapters/sessions/read-session.ts",
    "adapters/sessions/repair-session.ts",
    "adapters/sessions/session-order.ts",
    "adapters/snapshots/blob-store.ts",
    "adapters/snapshots/restore-journal.ts",
    "adapters/snapshots/tree.ts",
    "adapters/workspace/edit-transaction-journal.ts",
    "app/live/undo-news.ts",
    "app/mcp/tool-pins.ts",
    "app/models/answer-cache.ts",
    "app/models/capabilities.ts",
    "app/models/stackspot/conversations.ts",
    "app/plugins/plugin-list.ts",
    "app/trust/hook-trust.ts",
    "app/trust/trust.ts",
    "frontends/terminal/plain/input-history.ts",
  ],
  "what the kernel tells": [
    "adapters/process-identity.ts",
    "adapters/processes/family.ts",
    "adapters/processes/inherited-descriptors.ts",
    "adapters/processes/out-of-memory-score.ts",
    "adapters/processes/process-count.ts",
    "adapters/sandbox/listening-sockets.ts",
    "adapters/sandbox/mounts.ts",
    "adapters/workspace/watch-ripgrep.ts",
  ],
  "what is installed with it": [
    "adapters/code-index/tree-sitter.ts",
    "adapters/manual/manual.ts",
    "adapters/models/library/package.ts",
    "frontends/view/page-files.ts",
  ],
  "a person's own settings": [
    "app/settings/others/import-settings.ts",
    "frontends/terminal/keymap.ts",
    "frontends/terminal/screen/external-editor.ts",
  ],
  "looked at before": [
    "adapters/given-file.ts",
    "adapters/plugins/file-set.ts",
    "adapters/workspace/edit-transaction-steps.ts",
    "app/plugins/manage-plugins.ts",
  ],
};

const WHOLE = /\b(?:fs\.)?(?:readFile|readFileSync|createReadStream)\(/;
const readsWhole = (text: string): boolean => WHOLE.test(text) && /from "node:fs(?:\/promises)?"/.test(text);

test("a file is read whole by those alone who know what it is", () => {
  const paths = globSync("**/*.ts", { cwd: "src", exclude: ["**/*.test.ts"] });
  expect(paths.length).toBeGreaterThan(500);
  const readers = paths.filter((path) => readsWhole(readFileSync(`src/${path}`, "utf8")));
  expect(readers.sort()).toEqual(Object.values(WHOLE_READERS).flat().sort());
});

test("the gate sees every way to read whole", () => {
  for (const way of [
    'import { readFileSync } from "node:fs";\nreadFileSync(path, "utf8")',
    'import * as fs from "node:fs";\nfs.readFileSync(path)',
    'import { readFile } from "node:fs/promises";\nawait readFile(path)',
    'import { createReadStream } from "node:fs";\ncreateReadStream(path)',
  ])
    expect(readsWhole(way)).toBe(true);
  expect(readsWhole('import { readSync } from "node:fs";\nreadSync(file, bytes)')).toBe(false);
});
