import type { SandboxState } from "../../../core/ports/processes.ts";
import type { GitSettingsWrite } from "../../../engines/shell/programs/git/git-settings-written.ts";
import type { SeenOfGit } from "../git-look.ts";
import type { Kept } from "../kept.ts";
import { ProtectedLook } from "../protected-look.ts";

/** All that the end of a look needs of its beginning. */
export interface KeptLook {
  readonly roots: readonly string[];
  readonly repositories: readonly string[];
  /** What a person had named in the roots. */
  readonly given: readonly string[];
  readonly own: readonly string[];
  readonly notes: readonly string[];
  readonly tier: SandboxState["tier"];
  readonly writes: readonly GitSettingsWrite[] | undefined;
  readonly coveredThen: ReadonlyMap<string, string | undefined>;
  readonly opened: ReadonlyMap<string, Kept | undefined>;
  readonly gitSettings: readonly GitSettingsWrite[] | undefined;
  readonly before: SeenThen;
  readonly ownBefore: SeenThen;
}

interface SeenThen {
  readonly entries: ReadonlyMap<string, Kept>;
  readonly folders: ReadonlyMap<string, string>;
  readonly unknown: ReadonlyMap<string, string>;
  readonly unseen: ReadonlySet<string>;
  readonly recalled: ReadonlySet<string>;
  readonly unread: string | undefined;
  readonly outside: readonly string[];
  readonly git: SeenOfGit;
}

/** Of more than that an index is only told, not put back, by whoever has nothing but the file: git makes it again. */
const INDEX_BYTES_MAX = 1024 * 1024;
export const seenThen = (look: ProtectedLook): SeenThen => ({
  entries: new Map([...look.entries].map(([path, kept]) => [path, withoutLargeIndex(kept)])),
  folders: look.folders,
  unknown: look.unknown,
  unseen: look.unseen,
  recalled: look.recalled,
  unread: look.unread,
  outside: look.outside,
  git: look.repositories.seen,
});

function withoutLargeIndex({ content, ...kept }: Kept): Kept {
  const isKept = content !== undefined && !(kept.isIndex && content.length > INDEX_BYTES_MAX);
  return isKept ? { ...kept, content } : kept;
}

/** The look as it was. */
export function lookThen(seen: SeenThen): ProtectedLook {
  const look = new ProtectedLook([]);
  for (const [path, kept] of seen.entries) look.entries.set(path, kept);
  for (const [path, identity] of seen.folders) look.folders.set(path, identity);
  for (const [path, why] of seen.unknown) look.unknown.set(path, why);
  for (const path of seen.unseen) look.unseen.add(path);
  for (const path of seen.recalled) look.recalled.add(path);
  look.unread = seen.unread;
  look.outside.push(...seen.outside);
  look.repositories.recall(seen.git);
  return look;
}
