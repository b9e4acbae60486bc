import { type Dirent, readdirSync } from "node:fs";
import { join } from "node:path";

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

/**
 * Those that only mainframe code has. The tools are offered where one of them lies: seventeen tools are too much for every
 * request about code that a model can read by itself.
 */
const MAINFRAME_EXTENSIONS: ReadonlySet<string> = new Set(
  "jcl prc bms psb dbd dclgen cbl cob cobol pco cpy copybook csd pli pl1 hlasm mlc rexx ezt".split(" "),
);

/** Whether a folder has mainframe source files, told by their names, nearest folders first. */
export function hasMainframeSource(root: string): boolean {
  let front = [root];
  let looked = 0;
  for (let depth = 0; depth < DEPTH_MAX && front.length > 0; depth += 1) {
    const below: string[] = [];
    for (const folder of front)
      for (const entry of entriesOf(folder)) {
        looked += 1;
        if (looked > ENTRIES_MAX) return false;
        if (entry.name.startsWith(".") || SKIPPED.has(entry.name)) continue;
        if (entry.isDirectory()) below.push(join(folder, entry.name));
        else if (entry.isFile() && MAINFRAME_EXTENSIONS.has(lastExtension(entry.name))) return true;
      }
    front = below;
  }
  return false;
}

function entriesOf(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

function lastExtension(name: string): string {
  const dot = name.lastIndexOf(".");
  return dot <= 0 ? "" : name.slice(dot + 1).toLowerCase();
}
