import { strayGitSettings } from "../../engines/shell/meaning/stray-git-settings.ts";
import type { GitSettingsWrite } from "../../engines/shell/programs/git/git-settings-written.ts";
import { contentAt, type Kept, statOf } from "./kept.ts";
import { gitSettingsFiles } from "./protected-paths.ts";
import type { PutBack, PutBackEnd } from "./taking-back/put-back.ts";

/** The configuration files that are open to a command, before it. */
export interface OpenedSettings {
  readonly paths: readonly string[];
  readonly before: ReadonlyMap<string, Kept | undefined>;
  /** Puts back what is more than its uses of git change. @returns what was put back, with the settings that it was for */
  end(
    putBack: PutBack,
  ): readonly { readonly path: string; readonly stray: readonly string[]; readonly end: PutBackEnd }[];
}

export const NOTHING_OPENED: OpenedSettings = { paths: [], before: new Map(), end: () => [] };

export const watchOpenedSettings = (roots: readonly string[], writes: readonly GitSettingsWrite[]): OpenedSettings =>
  openedSettings(new Map(gitSettingsFiles(roots).flatMap((path) => [[path, keptFile(path)] as const])), writes);

/** @param before  what they were */
export function openedSettings(
  before: ReadonlyMap<string, Kept | undefined>,
  writes: readonly GitSettingsWrite[],
): OpenedSettings {
  return {
    before,
    paths: [...before.keys()],
    end: (putBack) =>
      [...before].flatMap(([path, was]) => {
        const stray = was && strayIn(was, keptFile(path), writes);
        return was === undefined || stray?.length === 0 ? [] : [{ path, stray: stray ?? [], end: putBack(path, was) }];
      }),
  };
}

/** @returns undefined where not even its kind is what git leaves there */
function strayIn(was: Kept, now: Kept | undefined, writes: readonly GitSettingsWrite[]): readonly string[] | undefined {
  // By a second name it could be changed later.
  if (now?.hasOneName !== true || now.mode !== was.mode) return undefined;
  return strayGitSettings(`${was.content ?? ""}`, `${now.content ?? ""}`, writes);
}

function keptFile(path: string): Kept | undefined {
  const stat = statOf(path);
  const content = stat?.isFile() ? contentAt(path) : undefined;
  if (stat === undefined || content === undefined) return undefined;
  return { kind: "file", mode: stat.mode & 0o7777, stamp: "", content, hasOneName: stat.nlink === 1 };
}
