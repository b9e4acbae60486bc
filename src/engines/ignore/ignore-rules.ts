import ignore, { type Ignore } from "ignore";

/** The rules of one ignore file. */
export interface IgnoreFile {
  /** Where the file lies, relative to the root with `/`; empty for the root. */
  readonly folder: string;
  readonly text: string;
}

export interface IgnoreRules {
  /** Whether git would leave the path out.
   *  @param path      relative to the root with `/`
   *  @param isFolder  patterns that end in `/` match folders only */
  isIgnored(path: string, isFolder?: boolean): boolean;
  /** The same rules and those of a file found deeper, as a walker meets it. */
  with(file: IgnoreFile): IgnoreRules;
}

/** Ignore rules as git reads them: a deeper file beats a higher one, a later line beats an earlier one, and nothing below
 *  an ignored folder comes back. Letter case counts, as in git on Linux. */
export function ignoreRules(files: readonly IgnoreFile[]): IgnoreRules {
  const layers = files
    .map(({ folder, text }) => ({ folder: folder.replace(/^\.?\/+|\/+$/g, ""), matcher: matcherOf(text) }))
    .toSorted((one, other) => other.folder.length - one.folder.length);

  const isPathIgnored = (path: string): boolean => {
    for (const { folder, matcher } of layers) {
      const below = folder === "" ? path : path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : "";
      if (below === "" || below === "/") continue;
      const { ignored, unignored } = matcher.test(below);
      if (ignored) return true;
      if (unignored) return false;
    }
    return false;
  };
  return {
    isIgnored(path, isFolder = path.endsWith("/")) {
      const names = path.split("/").filter((name) => name !== "" && name !== ".");
      // A rule of a higher file that ignores a folder also ends what a deeper file could take back.
      for (let depth = 1; depth < names.length; depth++)
        if (isPathIgnored(`${names.slice(0, depth).join("/")}/`)) return true;
      return names.length > 0 && isPathIgnored(names.join("/") + (isFolder ? "/" : ""));
    },
    with: (file) => ignoreRules([...files, file]),
  };
}

function matcherOf(text: string): Ignore {
  return ignore({ ignorecase: false, allowRelativePaths: true }).add(text.replace(/^\ufeff/, ""));
}
