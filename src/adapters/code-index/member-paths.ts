import { distance } from "../../engines/citadel/graph/name-index.ts";
import { extensionOf } from "../../engines/citadel/languages/extensions.ts";
import { stemOf } from "./entry.ts";

export type MemberKind = "copybook" | "procedure" | "control-card";

/** How well an extension fits what is asked for: 0 is best; a missing row means that the file is none. */
const SUITABLE: Readonly<Record<MemberKind, Readonly<Record<string, number>>>> = {
  copybook: {
    ".cpy": 0,
    ".copy": 0,
    ".cpb": 0,
    ".copybook": 0,
    ".dcl": 1,
    ".dclgen": 1,
    ".inc": 1,
    ".include": 1,
    ".plinc": 1,
    ".mac": 1,
    ".macro": 1,
    "": 2,
    ".txt": 3,
    ".src": 3,
    ".mbr": 3,
    ".member": 3,
    ".cbl": 4,
    ".cob": 4,
    ".cobol": 4,
    ".pli": 4,
    ".asm": 4,
    ".hlasm": 4,
  },
  procedure: { ".prc": 0, ".proc": 0, ".jcl": 1, ".job": 2, ".inc": 2, ".include": 2, "": 2, ".txt": 3, ".mbr": 3 },
  "control-card": {
    ".ctl": 0,
    ".cntl": 0,
    ".ctc": 0,
    ".dc": 0,
    ".sysin": 0,
    ".card": 0,
    ".crd": 0,
    ".parm": 0,
    ".srt": 0,
    "": 1,
    ".sql": 2,
    ".ddl": 2,
    ".csd": 2,
    ".txt": 2,
    ".dat": 3,
    ".jcl": 4,
  },
};

export interface MemberQuestion {
  readonly name: string;
  readonly kind: MemberKind;
  readonly library: string | undefined;
  /** Path of the file that asks. */
  readonly from: string;
}

/** Which file a COPY, INCLUDE or procedure means. */
export class MemberPaths {
  private readonly isForeign: (path: string) => boolean;
  private readonly byStem = new Map<string, string[]>();
  /** Folders that win, and what the name in `OF NAME` stands for, both with a slash at their ends. */
  private readonly libraries: readonly string[];
  private readonly folderOf: ReadonlyMap<string, string>;

  /**
   * @param libraries  folders, relative to the root or absolute, that win over discovered ones, the first most;
   *                   `NAME=FOLDER` is the folder that a statement calls NAME
   * @param isForeign  whether a path is a file of a language that has no copybooks: any other extension may be one's
   */
  constructor(paths: Iterable<string>, libraries: readonly string[], isForeign: (path: string) => boolean) {
    this.isForeign = isForeign;
    const parted = libraries.map((library) => /^(?:([^=/]+)=)?(.*)$/s.exec(library) ?? [library, undefined, library]);
    const folders = parted.map(([, name, folder = ""]) => ({ name, folder: `${folder.replace(/^\.\/+|\/+$/g, "")}/` }));
    this.libraries = folders.filter(({ name }) => name === undefined).map(({ folder }) => folder);
    this.folderOf = new Map(folders.flatMap(({ name, folder }) => (name ? [[name.toUpperCase(), folder]] : [])));
    for (const path of paths) {
      const stem = stemOf(path);
      const list = this.byStem.get(stem);
      if (list) list.push(path);
      else this.byStem.set(stem, [path]);
    }
  }

  /**
   * All files that could be meant, the best first: the library named in the statement, configured libraries in their
   * order, the kind of file, the nearest folder, the exact spelling.
   */
  find(question: MemberQuestion): readonly string[] {
    const asked = question.name.replace(/^.*\//, "");
    const found = (this.byStem.get(stemOf(asked)) ?? []).filter((path) => this.fits(path, question.kind));
    if (found.length < 2) return found;
    const fits = SUITABLE[question.kind];
    const ranked = found.map((path) => ({ path, rank: this.rank(path, question, fits[extensionOf(path)] ?? 9) }));
    ranked.sort((left, right) => compareRanks(left.rank, right.rank) || (left.path < right.path ? -1 : 1));
    return ranked.map(({ path }) => path);
  }

  /** COPY decides what a copybook is: only files that are plainly something else are none. */
  private fits(path: string, kind: MemberKind): boolean {
    if (SUITABLE[kind][extensionOf(path)] !== undefined) return true;
    return kind === "copybook" && !this.isForeign(path);
  }

  private rank(path: string, { name, library, from }: MemberQuestion, suitability: number): readonly number[] {
    const configured = this.libraries.findIndex((folder) => path.startsWith(folder));
    const folders = path.toUpperCase().split("/").slice(0, -1);
    const spelled = path.slice(path.lastIndexOf("/") + 1);
    const mapped = library === undefined ? undefined : this.folderOf.get(library.toUpperCase());
    const isNamed = mapped === undefined ? folders.includes((library ?? "").toUpperCase()) : path.startsWith(mapped);
    // COPY "lib/NAME.ext" says which file it is.
    const isWritten = name.includes(".") && `/${path.toUpperCase()}`.endsWith(`/${name.toUpperCase()}`);
    return [
      isNamed ? 0 : 1,
      isWritten ? 0 : 1,
      configured < 0 ? this.libraries.length : configured,
      suitability,
      distance(path, from),
      spelled.startsWith(name) ? 0 : 1,
    ];
  }
}

function compareRanks(left: readonly number[], right: readonly number[]): number {
  for (const [index, rank] of left.entries()) {
    const other = right[index] ?? 0;
    if (rank !== other) return rank - other;
  }
  return 0;
}
