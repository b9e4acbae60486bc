import { existsSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openCodeIndex } from "../src/adapters/code-index/code-intelligence.ts";
import { judgeCitations } from "./citations.ts";

/** A checkout of aws-samples/aws-mainframe-modernization-carddemo: nothing of it is in this repository. */
const folder = process.env["WAYMARK_CARDDEMO"] ?? "";
const isThere = folder !== "" && existsSync(folder);
const where = isThere ? folder : "skipped: WAYMARK_CARDDEMO names no folder";

test.skipIf(!isThere)(`every edge of CardDemo cites lines that hold what is claimed (${where})`, async () => {
  const cacheFolder = mkdtempSync(join(tmpdir(), "waymark-carddemo-"));
  const root = realpathSync(folder);
  const index = openCodeIndex({ root, cacheFolder });
  try {
    const { judged, wrong } = judgeCitations(await index.graph({ signal: new AbortController().signal }), root);
    expect(wrong).toEqual([]);
    expect(judged).toBeGreaterThan(5000);
  } finally {
    index.close();
    rmSync(cacheFolder, { recursive: true, force: true });
  }
});
