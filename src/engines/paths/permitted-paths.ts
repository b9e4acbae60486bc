import { globToRegExp } from "../../base/glob.ts";

/** A path, in the forms that a permission may speak of it. */
interface Place {
  readonly absolute: string;
  readonly relative: string;
  readonly fromRoot?: string | undefined;
}

/**
 * Whether a permission names a path. `src/**`, `/src/**`, `src/` and `src` start at the working folder, `../other/**` leaves it, `//…` is of the whole
 * disk; a name without a slash is meant in every folder below, and stars alone mean everything. A star stays in a folder, two cross
 * them, and a folder that is named by letters is meant with all in it.
 */
export function permits(pattern: string, { relative, absolute, fromRoot }: Place): boolean {
  if (/^\*\*?$/.test(pattern)) return true;
  const place = fromRoot ?? relative;
  if (pattern.startsWith("//")) return covers(plain(pattern.slice(1)), absolute);
  const glob = plain(pattern);
  if (glob.startsWith("/")) {
    const isOfDisk = absolute.startsWith(`${glob.split("/").slice(0, 2).join("/")}/`);
    return covers(glob.slice(1), place) || (isOfDisk && covers(glob, absolute));
  }
  const isName = !glob.includes("/") && fromRoot === undefined;
  return covers(glob, place) || (isName && whole(glob, relative.slice(relative.lastIndexOf("/") + 1)));
}

function covers(glob: string, path: string): boolean {
  const folder = glob.replace(/\/$/, "");
  if (folder === glob && whole(glob, path)) return true;
  return !/[*?][^/]*$/.test(folder) && whole(folder === "" ? "**" : `${folder}/**`, path);
}

const whole = (glob: string, text: string): boolean =>
  text !== "" && (glob === text || (globToRegExp(glob, { braces: false, wildcards: "stars" })?.test(text) ?? false));

/** Without `.`, empty names, and names that are taken back by `..`, by the text alone. */
function plain(pattern: string): string {
  const names: string[] = [];
  for (const name of pattern.split("/")) {
    if (name === "" || name === ".") continue;
    if (name === ".." && (names.at(-1) ?? "..") !== "..") names.pop();
    else names.push(name);
  }
  return `${pattern.startsWith("/") ? "/" : ""}${names.join("/")}${pattern.endsWith("/") && names.length > 0 ? "/" : ""}`;
}
