import type { Dirent } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { realOr } from "../../adapters/inside.ts";
import { factsFor } from "../../adapters/workspace/command-facts.ts";
import type { GitPast } from "../../adapters/workspace/git/git-past.ts";
import { expandGlob, Listings, readProblem } from "../../adapters/workspace/read-reach.ts";
import { classifyCommand } from "../../engines/shell/classify-command.ts";
import type { ReadingWay } from "../../engines/shell/policy-types.ts";

export interface CommandPlace {
  readonly root: string;
  readonly home: string | undefined;
  readonly addDirs?: readonly string[];
  /** Where the command starts, relative to the root. */
  readonly folder: string | undefined;
  /** That it is started with: what a name starts is looked up on its PATH. */
  readonly environment: Readonly<Record<string, string | undefined>>;
}

export const inReadProfile = ({ root, home, folder, addDirs = [], environment }: CommandPlace, past?: GitPast) => ({
  ...{ root, home, cwd: folder === undefined ? root : resolve(root, folder) },
  added: addDirs.map((one) => resolve(root, one)),
  facts: factsOnce(new Listings(), [], past, environment["PATH"]),
  hasReadProfile: true,
});

/** What one judgement is told of the files: each folder is read once for it. */
export const factsOnce = (listings: Listings, ...about: Parameters<typeof factsFor>): ReturnType<typeof factsFor> => ({
  ...factsFor(...about),
  namesFound: (pattern) => expandGlob(pattern, listings),
});

/**
 * Of files and folders that are masked those that a command which is proven to only read comes to: it reads them, or tells how large they are. What
 * lies in a folder is not even listed.
 * @param masked  absolute, with a slash behind folders
 */
export function masksMet(command: string, place: CommandPlace, masked: readonly string[]): readonly string[] {
  const listings = new MeetingListings(masked);
  const options = inReadProfile(place);
  const roots = [place.root, ...options.added];
  const look = (path: string, way: ReadingWay): undefined => {
    if (way.deniedOnly) return undefined;
    const tellsNames = way.namesOnly && !way.counts;
    const found = (way.glob ? expandGlob(path) : [path]).map(realOr);
    for (const one of found) listings.meetAround(one);
    const reading = tellsNames ? listings.ofFolders() : listings;
    readProblem(path, { ...way, namesOnly: false }, { roots, home: place.home, listings: reading });
    // What lists a folder tells of what lies in it.
    if (way.counts) for (const folder of found) listings.meetIn(folder);
    return undefined;
  };
  classifyCommand(command, { ...options, facts: { ...options.facts, readProblem: look } });
  return masked.filter((mask) => listings.met.has(mask));
}

/** Nothing is a problem, so that all that is read is looked at; folders without a mask below are passed over. */
class MeetingListings extends Listings {
  readonly met: Set<string>;
  private readonly masks: ReadonlyMap<string, string>;
  private readonly around = new Set<string>();

  constructor(masked: readonly string[], met = new Set<string>()) {
    super();
    this.met = met;
    this.masks = new Map(masked.map((mask) => [mask.replace(/\/$/, ""), mask]));
    for (const mask of this.masks.keys())
      for (let folder = mask; !this.around.has(folder); folder = dirname(folder)) this.around.add(folder);
  }

  /** The same for whole folders alone. */
  ofFolders(): MeetingListings {
    return new MeetingListings(
      [...this.masks.values()].filter((mask) => mask.endsWith("/")),
      this.met,
    );
  }

  override in(folder: string, max?: number): readonly Dirent[] | undefined {
    return super.in(folder, max)?.filter((one) => !one.isDirectory() || this.around.has(join(folder, one.name)));
  }

  override mayHoldSecret(path: string): boolean {
    const mask = this.masks.get(path);
    if (mask !== undefined) this.met.add(mask);
    return false;
  }

  /** A folder that is masked, and holds a path or is it. */
  meetAround(path: string): void {
    for (let folder = path; folder !== dirname(folder); folder = dirname(folder)) {
      const mask = this.masks.get(folder);
      if (mask?.endsWith("/")) this.met.add(mask);
    }
  }

  meetIn(folder: string): void {
    for (const [path, mask] of this.masks) if (dirname(path) === folder) this.met.add(mask);
  }
}
