import { strayGitSettings } from "../../../engines/shell/meaning/stray-git-settings.ts";
import type { GitSettingsWrite } from "../../../engines/shell/programs/git/git-settings-written.ts";
import { HARMLESS, type Kept } from "../kept.ts";

/**
 * Whether what was there is what is there, be it written anew.
 * @param writes  what may be changed in the configuration of a repository besides where branches go; absent: what git does not start
 */
export function isUnchanged(was: Kept, now: Kept, writes?: readonly GitSettingsWrite[]): boolean {
  // What could not be read before is not made worse by being written anew.
  if (now.isIndex && (now.stamp === HARMLESS || was.stamp !== HARMLESS)) return true;
  if (was.kind !== now.kind) return false;
  // A second name that is new is one by which it could be changed later.
  const isAsReachable = now.hasOneName === true || was.hasOneName === false;
  if (was.mode === now.mode && isAsReachable && hasSameContent(was, now)) return true;
  if (writes !== undefined && was.isGitSettings && now.isGitSettings)
    return strayGitSettings(`${was.content}`, `${now.content}`, [{ kind: "branches" }, ...writes])?.length === 0;
  return was.stamp === now.stamp;
}

const hasSameContent = (was: Kept, now: Kept): boolean =>
  was.content !== undefined && now.content !== undefined && was.content.equals(now.content);
