import { firstNames } from "../cut-lists.ts";
import type { Folder } from "../folder.ts";
import type { Looking } from "../looking.ts";
import { isTestFile } from "../test-files.ts";
import type { Context } from "./draft.ts";
import { git, pathsOf } from "./git.ts";
import { isOfCode } from "./rows/found.ts";
import type { Clause, History, Query, Row } from "./shape.ts";

const FILES_SHOWN_MAX = 8;

/** The files that commits changed, each commit with its own; undefined where something restricts them that git does not know. */
export function* changedFiles(
  { head, scopes, spans }: Query,
  clause: Clause,
  context: Context,
): Looking<History | undefined> {
  const holds = fileFilter(head.qualities);
  const places = yield* placesOf(scopes, context.folder);
  const selected = commitsOf(clause, context);
  if (!holds || !places || selected === undefined || head.words.length + spans.length > 0) return undefined;
  const lines = yield* git(
    `git log --date=short --format='@@ %h %ad %an: %s' --name-status --diff-merges=first-parent ${selected}`,
  );
  if (!lines) return undefined;
  const isMeant = ({ path }: { readonly path: string }): boolean =>
    holds(path) && places(path) && (context.folder.keeps?.(path) ?? true);
  const changes = changesIn(lines).map(({ said, files }) => ({ said, files: files.filter(isMeant) }));
  const paths = [...new Set(changes.flatMap(({ files }) => files.map(({ path }) => path)))];
  const rows = changes.map(changeText);
  const within = changes.length === 1 ? "the commit" : `these ${changes.length} commits`;
  const files = paths.map((path): Row => ({ kind: "file", name: path, path, line: 1 }));
  return {
    title: `${paths.length} ${paths.length === 1 ? "file" : "files"} changed in ${within} (A added, M modified, D deleted, R renamed)`,
    rows,
    total: rows.length,
    isOfKeptFiles: true,
    groups: [{ kind: "file", rows: files }],
  };
}

/** Which commits a clause speaks of, as arguments of git. */
function commitsOf({ other }: Clause, { before }: Context): string | undefined {
  const commits = before.find(({ kind }) => kind === "commit")?.rows ?? [];
  if (other.stands === "for-before")
    return commits.length === 0 ? undefined : `--no-walk ${commits.map(({ name }) => name).join(" ")}`;
  return other.choice?.by === "date" && !other.choice.isLeast ? `-n ${other.count ?? 1} HEAD` : undefined;
}

function changeText({ said, files }: Change): string {
  const shown = files.map(({ what, path }) => `${what} ${path}`);
  return `${said} — ${files.length === 0 ? "none of them" : firstNames(shown, FILES_SHOWN_MAX)}`;
}

interface Change {
  readonly said: string;
  readonly files: { readonly what: string; readonly path: string }[];
}

function changesIn(lines: readonly string[]): readonly Change[] {
  const changes: Change[] = [];
  for (const line of lines) {
    if (line.startsWith("@@ ")) changes.push({ said: line.slice(3), files: [] });
    const [, what, path] = /^([A-Z])\d*\t(?:[^\t]*\t)?([^\t]+)$/.exec(line) ?? [];
    if (what !== undefined && path !== undefined) changes.at(-1)?.files.push({ what, path });
  }
  return changes;
}

function fileFilter(qualities: readonly string[]): ((path: string) => boolean) | undefined {
  const filters = qualities.map((quality): ((path: string) => boolean) | undefined => {
    if (quality === "test") return isTestFile;
    return quality === "source" ? (path) => isOfCode(path) && !isTestFile(path) : undefined;
  });
  return filters.includes(undefined) ? undefined : (path) => filters.every((filter) => filter?.(path) ?? true);
}

function* placesOf(scopes: Query["scopes"], folder: Folder): Looking<((path: string) => boolean) | undefined> {
  const wanted: { readonly paths: readonly string[]; readonly isLeftOut: boolean }[] = [];
  for (const { noun, isLeftOut, preposition } of scopes) {
    if (preposition === "since") return undefined;
    const paths = yield* pathsOf(noun, folder);
    if (paths.length === 0) return undefined;
    wanted.push({ paths, isLeftOut });
  }
  return (path) =>
    wanted.every(
      ({ paths, isLeftOut }) => paths.some((one) => path === one || path.startsWith(`${one}/`)) !== isLeftOut,
    );
}
