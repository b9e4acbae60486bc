import { existsSync, rmSync } from "node:fs";
import { basename, dirname, join, relative, resolve } from "node:path";
import { openCodeIndex } from "../../adapters/code-index/code-intelligence.ts";
import { readSource } from "../../adapters/code-index/source-text.ts";
import { fileHead } from "../../adapters/read-plain-file.ts";
import { GENERATED_MARK, generateSkills, type SkillSources } from "../../adapters/skills/generate-skills.ts";
import { phrase } from "../../base/phrase.ts";
import { EXIT, UserError } from "../../base/user-error.ts";
import type { Graph } from "../../engines/citadel/model.ts";
import type { Rooms } from "../rooms.ts";
import { inOutput, outputPath, type SeenFolder, seenFolder, writeOutput } from "../settings/output-path.ts";
import { workingFolder } from "../settings/working-folder.ts";

/** The mark stands behind the name and the description. */
const HEAD_BYTES_MAX = 4096;

export interface SkillsRequest {
  /** The folder whose code is read; the working folder when absent. */
  readonly root?: string;
  /** Where they are written; `.waymark/skills/NAME` when absent. */
  readonly outputDir?: string | SeenFolder;
  /** How the system is called; by its folder when absent. */
  readonly systemName?: string;
  /** Write over a folder that was not generated. */
  readonly force: boolean;
  /** The graph of the root, where it is known already. */
  readonly graph?: Graph;
  readonly sentencesOf?: NonNullable<SkillSources["sentencesOf"]>;
}

/** Writes skills of an estate from what its parsers found. @throws {UserError} when there is no code, or the folder is another's */
export async function writeSkills(
  { cwd, places }: Pick<Rooms, "cwd" | "places">,
  request: SkillsRequest,
): Promise<{ readonly folder: string; readonly skills: number }> {
  const root = request.root === undefined ? workingFolder(cwd) : workingFolder(resolve(cwd, request.root), "--root");
  const index = openCodeIndex({ root, cacheFolder: places.cache });
  try {
    const graph = request.graph ?? (await index.graph({ signal: new AbortController().signal }));
    if (graph.nodes.length === 0)
      throw new UserError(phrase`${root} has no code that Citadel reads; name another --root.`, EXIT.badInput);
    const name = request.systemName ?? basename(root);
    const own = join(".waymark", "skills", name.toLowerCase().replace(/[^a-z0-9]+/g, "-"));
    const { outputDir = own } = request;
    const place = typeof outputDir === "object" ? outputDir : seenFolder(outputPath(outputDir, cwd));
    const { path: folder } = place;
    clear(place, [cwd, place], request.force);
    const below = relative(cwd, root);
    const prefix = below === "" || below.startsWith("..") ? "" : `${below}/`;
    const skills = generateSkills(graph, name, {
      prefix,
      sourceOf: (file) => sourceText(join(root, file)),
      ...(request.sentencesOf && { sentencesOf: request.sentencesOf }),
    });
    for (const { path, text } of skills) {
      writeOutput(join(folder, path), [cwd, place], text);
    }
    return { folder, skills: skills.length };
  } finally {
    index.close();
  }
}

function sourceText(path: string): string | undefined {
  const source = readSource(path, undefined);
  return source.kind === "text" ? source.text : undefined;
}

/** Only what was generated is written anew without --force. */
function clear({ path: folder }: SeenFolder, folders: readonly (string | SeenFolder)[], isForced: boolean): void {
  if (!existsSync(folder)) return;
  const isOurs = fileHead(join(folder, "SKILL.md"), HEAD_BYTES_MAX)?.includes(`\n${GENERATED_MARK}\n`) === true;
  if (!isOurs && !isForced)
    throw new UserError(
      phrase`${folder} exists and was not generated; name another folder, or add --force.`,
      EXIT.badInput,
    );
  if (isOurs)
    inOutput(join(folder, "SKILL.md"), folders, (at) => {
      for (const part of ["programs", "jobs", "copybooks"])
        rmSync(join(dirname(at), part), { recursive: true, force: true });
    });
}
