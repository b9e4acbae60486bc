import type { ToolContext } from "../../core/tool.ts";
import { ToolFailure } from "../../core/tool.ts";
import { type AcrossLines, AcrossLinesSearch, maskAcross } from "../../engines/secrets/across-lines.ts";
import { KEY_MARK } from "../../engines/secrets/key-blocks.ts";
import { isDrawn, isRandom } from "../../engines/secrets/look-alikes.ts";
import { lettersOf } from "../../engines/text/file-text.ts";

/** Of rows of a key even what `cut` leaves of each is as long. */
const RUN = /[A-Za-z0-9+/]{20,}/g;
const RUNS_MAX = 10_000;
const FILES_MAX = 1_000;
/** Where nothing that was shown may be a row of a key. */
const NAMED_FILES_MAX = 100;
const FILE_BYTES_MAX = 16_000_000;

type Place = Pick<ToolContext, "workspace" | "search">;

interface Shown {
  readonly output: string;
  /** That has written it. */
  readonly command: string;
  readonly cwd?: string | undefined;
}

/** What a command has shown without rows of the private keys that lie in the folder, or in a file that it or a line before a colon names, and without
 *  what is drawn by lot there below a name: a part of a file, sorted, cut or folded, does not say of itself what it is. */
export async function withoutKeyRows({ output, command, cwd = "." }: Shown, place: Place): Promise<string> {
  const holdsRows = mayHoldRows(output);
  if (!holdsRows && !mayHoldValues(output)) return output;
  const words = command.split(/[\s"'`;|&<>()=]+/).filter((word) => /^[^-]/.test(word));
  const named = [...words, ...output.matchAll(/^[^:\n]{1,300}(?=:)/gm).map(([name]) => name)];
  const paths = new Set(named.map((name) => (name.startsWith("/") ? name : `${cwd}/${name}`)));
  return maskAcross(output, await secretsNear(paths, place, { inFolder: holdsRows }));
}

const mayHoldValues = (text: string): boolean =>
  text
    .matchAll(/[^\s"'`,;|()]{8,200}/g)
    .take(RUNS_MAX)
    .some(([run]) => isDrawn(run));

const mayHoldRows = (text: string): boolean =>
  text
    .matchAll(RUN)
    .take(RUNS_MAX)
    .some(([run]) => /[a-z]/.test(run) && /[A-Z]/.test(run) && isRandom(run, 20));

async function secretsNear(
  named: ReadonlySet<string>,
  { workspace, search }: Place,
  { inFolder }: { readonly inFolder: boolean },
): Promise<AcrossLines> {
  const look = new AcrossLinesSearch();
  const paths = new Set([...named].slice(0, inFolder ? FILES_MAX : NAMED_FILES_MAX));
  let isAll = true;
  for (const path of inFolder ? workspace.roots : []) {
    const query = { pattern: KEY_MARK, path, literal: false, ignoreCase: false, contextLines: 0 };
    // What a command has written before it was cancelled is shown, too.
    const { matches, stopped } = await search.search({ ...query, matchesMax: FILES_MAX }, new AbortController().signal);
    isAll &&= stopped === undefined;
    for (const match of matches) paths.add(match.path);
  }
  for (const path of paths) isAll = (await pushFile(path, look, workspace)) && isAll;
  const secrets = look.end();
  // Values below a name are ordinary words as often as not.
  const values = new Map([...secrets.values].filter(([value]) => isDrawn(value)));
  return { ...secrets, values, isAll, areAllValues: true };
}

/** @returns whether all of it was looked through; of what is no file, or may not be shown, there is nothing */
async function pushFile(path: string, look: AcrossLinesSearch, workspace: Place["workspace"]): Promise<boolean> {
  try {
    const stat = await workspace.stat(path);
    if (stat?.kind !== "file") return true;
    const length = Math.min(stat.sizeBytes, FILE_BYTES_MAX);
    look.push(`${lettersOf(await workspace.readBytes(path, { offset: 0, length }))}\n`);
    return length === stat.sizeBytes;
  } catch (error) {
    if (error instanceof ToolFailure) return true;
    throw error;
  }
}
