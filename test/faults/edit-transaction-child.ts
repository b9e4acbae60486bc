// Rewrites all files of a folder over and over, each time as one transaction, until it is killed.
import { createHash } from "node:crypto";
import { readFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { commitFileChanges } from "../../src/adapters/workspace/edit-transaction.ts";

const [root = "", journalFolder = "", count = "0", firstGeneration = "0"] = process.argv.slice(2);
writeSync(1, "ready\n");
for (let generation = Number(firstGeneration); ; generation++) {
  const changes = Array.from({ length: Number(count) }, (_, index) => {
    const path = join(root, `file-${index}.txt`);
    const expected = createHash("sha256").update(readFileSync(path)).digest("hex");
    return { kind: "write" as const, path, bytes: Buffer.from(`generation ${generation}\n`.repeat(200)), expected };
  });
  const result = commitFileChanges(changes, { journalFolder });
  if (result.kind !== "committed") throw new Error(result.message);
}
