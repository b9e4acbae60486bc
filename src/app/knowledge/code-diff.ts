import { join } from "node:path";
import { commitOf, exportCommit } from "../../adapters/code-index/commit-tree.ts";
import type { QueryResult } from "../../engines/citadel/queries/answer.ts";
import { type DiffSide, impactOfDiff } from "../../engines/citadel/queries/impact/impact-diff.ts";
import type { Rooms } from "../rooms.ts";
import { type CodeIndex, type EstateRequest, estatePlace, openAt, openEstate } from "./code-estate.ts";

type Sync = Parameters<CodeIndex["parts"]>[0];

/**
 * What the difference of two commits, or of a commit and the working tree, reaches.
 * @param range  `A..B`; `A` and `A..` are compared with the working tree; empty is HEAD; `A...B` begins where both parted
 * @throws {UserError} when the folder is in no repository, or has no such commit
 */
export async function diffImpact(
  rooms: Rooms,
  request: EstateRequest & { readonly range: string; readonly path: string },
  sync: Sync,
): Promise<QueryResult> {
  const { range, path } = request;
  const [, from = "", dots = "", to = ""] = /^(.*?)(?:(\.{2,3})(.*))?$/s.exec(range) ?? [];
  const start = dots === "..." ? `${from || "HEAD"}...${to || "HEAD"}` : from || "HEAD";
  const before = await sideOf(rooms, request, { commit: start, name: dots === "..." ? start : from || "HEAD" }, sync);
  const after = await sideOf(rooms, request, to === "" ? undefined : { commit: to, name: to }, sync);
  return impactOfDiff(before, after, path);
}

async function sideOf(
  rooms: Rooms,
  request: EstateRequest,
  at: { readonly commit: string; readonly name: string } | undefined,
  sync: Sync,
): Promise<DiffSide> {
  if (!at) return { ...(await openEstate(rooms, request).parts(sync)), name: "working tree" };
  const { environment } = rooms;
  const place = estatePlace(rooms, request);
  const tree = await exportCommit(place, await commitOf(place.root, at.commit, environment), environment);
  rooms.onClose(tree.remove);
  // Its index lies beside the files and goes with them.
  const index = openAt(rooms, { ...place, root: join(tree.folder, "files"), cacheFolder: join(tree.folder, "index") });
  return { ...(await index.parts(sync)), name: at.name };
}
