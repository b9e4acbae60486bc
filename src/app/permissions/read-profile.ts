import type { Dirent } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { realOr } from "../../adapters/inside.ts";
import { factsFor } from "../../adapters/workspace/command-facts.ts";
import { expandGlob, Listings, readProblem } from "../../adapters/workspace/read-reach.ts";
import { classifyCommand } from "../../engines/shell/classify-command.ts";
import type { ReadingWay } from "../../engines/shell/policy-types.ts";

export interface CommandPlace {
  readonly root: string;
  readonly home: string | undefined;
  readonly addDirs?: readonly string[];
  /** Where the command starts, relative to the root. */
  readonly folder: string | undefined;
}

export const inReadProfile = ({ root, home, folder, addDirs = [] }: CommandPlace) => ({
  ...{ root, home, cwd: folder === undefined ? root : resolve(root, folder) },
  added: addDirs.map((one) => resolve(root, one)),
  facts: factsOnce(new Listings(), []),
  hasReadProfile: true,
});

/** What one judgement is told of the files: each folder is read once for it. */
export const factsOnce = (listings: Listings, ...about: Parameters<typeof factsFor>): ReturnType<typeof factsFor> => ({
  ...factsFor(...about),
  namesFound: (pattern) => expandGlob(pattern, listings),
});

/**
 * Of files and folders that are masked those that a command which is proven to only read comes to: it reads them, or tells how large they are.
 * @param masked  absolute, with a slash behind folders
 */
export function masksMet(command: string, place: CommandPlace, masked: readonly string[]): readonly string[] {
  const byPath = new Map(masked.map((mask) => [mask.replace(/\/$/, ""), mask]));
  const met = new Set<string>();
  const listings = new MeetingListings(byPath, met);
  const options = inReadProfile(place);
  const roots = [place.root, ...options.added];
  const look = (path: string, way: ReadingWay): undefined => {
    if (way.deniedOnly || (way.namesOnly && !way.counts)) return undefined;
    readProblem(path, { ...way, namesOnly: false }, { roots, home: place.home, listings });
    if (!way.counts) return undefined;
    // What lists a folder tells of what lies in it.
    const folders = new Set((way.glob ? expandGlob(path, listings) : [path]).map(realOr));
    for (const [mask, told] of byPath) if (folders.has(dirname(mask))) met.add(told);
  };
  classifyCommand(command, { ...options, facts: { ...options.facts, readProblem: look } });
  return masked.filter((mask) => met.has(mask));
}

/** Nothing is a problem, so that all that is read is looked at; folders without a mask below are passed over. */
class MeetingListings extends Listings {
  private readonly masks: ReadonlyMap<string, string>;
  private readonly met: Set<string>;
  private readonly around = new Set<string>();

  constructor(masks: ReadonlyMap<string, string>, met: Set<string>) {
    super();
    this.masks = masks;
    this.met = met;
    for (const mask of masks.keys())
      for (let folder = mask; !this.around.has(folder); folder = dirname(folder)) this.around.add(folder);
  }

  override in(folder: string, max?: number): readonly Dirent[] | undefined {
    return super.in(folder, max)?.filter((one) => !one.isDirectory() || this.around.has(join(folder, one.name)));
  }

  override mayHoldSecret(path: string): boolean {
    const mask = this.masks.get(path);
    if (mask !== undefined) this.met.add(mask);
    return false;
  }
}
