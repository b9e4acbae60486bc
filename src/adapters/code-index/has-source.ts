import type { Dirent } from "node:fs";
import { join } from "node:path";
import type { CodeOffer } from "../../core/ports/knowledge.ts";
import { firstEntriesIn } from "../folder-entries.ts";

/** Entries that are looked at before giving up: the answer must come before the first request. */
const ENTRIES_MAX = 4000;
const DEPTH_MAX = 8;
const SKIPPED = new Set(["node_modules", "__pycache__", "dist", "build", "target", "vendor"]);
/**
 * Extensions of the files that the languages read. A list of its own, because asking the languages would load their
 * parsers at every start; a test keeps the two alike.
 */
export const SOURCE_EXTENSIONS: ReadonlySet<string> = new Set(
  `jcl job prc proc bms psb dbd dcl dclgen cbl cob cobol pco sqb ccp cbf cpy copy cpb copybook csd csdup rdo pli pl1 plinc
  asm hlasm mac mlc assemble rexx rex exec rx ezt ezy eztp esy ca7 controlm ctm sql ddl db2 ctl dc ctc cntl sysin card crd parm srt
  ts mts cts tsx js mjs cjs jsx py pyi java go c h cpp cc cxx hpp hh hxx ipp cs rs rb rake gemspec php phtml sh bash ksh`.split(
    /\s+/,
  ),
);

/** Those that only mainframe code has: there all questions are of use, elsewhere a few. */
const MAINFRAME_EXTENSIONS: ReadonlySet<string> = new Set(
  "jcl prc bms psb dbd dclgen cbl cob cobol pco cpy copybook csd pli pl1 hlasm mlc rexx ezt".split(" "),
);

/** What kind of source files a folder has, told by their names, nearest folders first. */
export function sourcesIn(root: string): CodeOffer {
  let front = [root];
  let looked = 0;
  let found: CodeOffer = "none";
  for (let depth = 0; depth < DEPTH_MAX && front.length > 0; depth += 1) {
    const below: string[] = [];
    for (const folder of front) {
      const entries = firstEntriesIn(folder, ENTRIES_MAX - looked);
      const kinds = entries.map(kindOf);
      if (kinds.includes("all")) return "all";
      if (kinds.includes("core")) found = "core";
      looked += entries.length;
      if (looked >= ENTRIES_MAX) return found;
      below.push(...entries.filter(isLookedInto).map((entry) => join(folder, entry.name)));
    }
    front = below;
  }
  return found;
}

function kindOf(entry: Dirent): CodeOffer {
  if (!entry.isFile() || entry.name.startsWith(".")) return "none";
  const extension = lastExtension(entry.name);
  if (MAINFRAME_EXTENSIONS.has(extension)) return "all";
  return SOURCE_EXTENSIONS.has(extension) ? "core" : "none";
}

function isLookedInto(entry: Dirent): boolean {
  return entry.isDirectory() && !entry.name.startsWith(".") && !SKIPPED.has(entry.name);
}

function lastExtension(name: string): string {
  const dot = name.lastIndexOf(".");
  return dot <= 0 ? "" : name.slice(dot + 1).toLowerCase();
}
