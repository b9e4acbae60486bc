import { dirname } from "node:path";
import type { DecidedPath } from "../../core/permissions/decision.ts";
import { isBelow } from "../path-walk.ts";
import type { PathRefusal } from "./path-guard.ts";

/** What a decision on the paths of a call opens: those places, as they stood then. */
export interface PathLeave {
  leadsElsewhere(path: string, realPath: string): boolean;
  lifts(place: { readonly path: string; readonly realPath: string | undefined }, refusal: PathRefusal): boolean;
  mayChange(realPath: string): boolean;
  /** Folders elsewhere of files that may be changed; free of links. */
  readonly foldersElsewhere: readonly string[];
  /** Whether a file of secrets was decided about; undefined where the path was not decided. */
  isSecret(path: string): boolean | undefined;
}

export function leaveFor(decided: readonly DecidedPath[]): PathLeave {
  const placesOf = (path: string): readonly DecidedPath[] => decided.filter((one) => one.path === path);
  return {
    leadsElsewhere(path, realPath) {
      const places = placesOf(path);
      return places.length > 0 && !places.some((one) => one.realPath === realPath);
    },
    // A name that is no text has no path of its own; it is as it was declared.
    lifts: ({ path, realPath }, refusal) =>
      decided.some(
        (one) =>
          one.realPath === (realPath ?? "") &&
          (realPath !== undefined || one.path === path) &&
          one.lifts.includes(refusal),
      ),
    mayChange: (realPath) =>
      decided.some((one) => one.use !== "read" && one.realPath !== "" && isBelow(realPath, one.realPath)),
    foldersElsewhere: decided.flatMap(({ use, realPath, lifts }) =>
      use === "read" || !lifts.includes("outside") ? [] : [dirname(realPath)],
    ),
    isSecret(path) {
      const places = placesOf(path);
      return places.length === 0 ? undefined : places.some(({ lifts }) => lifts.includes("secret"));
    },
  };
}
