import { isAside } from "../aside.ts";
import { foldersIn, stemOf } from "../file-names.ts";
import type { Folder } from "../folder.ts";
import { type Looking, look } from "../looking.ts";
import { formsOf, holdsWord } from "../reading/word-forms.ts";
import { readNumbered } from "../result-text.ts";
import { isOfTests } from "./qualities.ts";
import { linesOf } from "./rows/found.ts";
import type { Noun, Row, Scope } from "./shape.ts";

/** Where rows stand, as it was understood. */
export interface Place {
  readonly holds: (row: Row) => boolean;
  readonly said: string;
  /** The one file or folder that it is, where searches can be narrowed to it. */
  readonly path?: string;
}

/** What a scope means in this folder; undefined where nothing here is named or described so. */
export function* placeOf({ noun, preposition, isLeftOut }: Scope, folder: Folder): Looking<Place | undefined> {
  if (preposition === "since") return undefined;
  if (noun.kinds[0] === "test" || noun.qualities.includes("test"))
    return preposition === "about" && !isLeftOut
      ? ofWords(["test"], noun.text)
      : { holds: ({ path }) => isOfTests(path), said: "in tests" };
  if (noun.kinds.some((kind) => kind !== "file" && kind !== "folder") || hasWordBehind(noun)) return undefined;
  const paths = noun.names.length > 0 ? pathsNamed(noun.names, folder) : pathsOfWords(noun, folder);
  if (paths.length > 0) return inPaths(paths);
  if (preposition === "about") return ofWords([...noun.words, ...noun.names], noun.text);
  if (noun.words.some((word) => /^(?:examples?|samples?|demos?|exemplos?)$/i.test(word)))
    return { holds: ({ path }) => isAside(path) && !isOfTests(path), said: "in examples" };
  const describing = [...noun.qualities, ...noun.words];
  const described = describing.length === 1 ? yield* foldersDescribed(describing[0] ?? "", folder) : [];
  if (described.length === 0) return undefined;
  return inPaths(described, `, which a README calls ${describing.join(" ")}`);
}

/** "In source/utils throw": a word behind a path is none of its name. */
const hasWordBehind = ({ names, words }: Noun): boolean => names.length > 0 && words.length > 0;

function inPaths(paths: readonly string[], told = ""): Place {
  const [only] = paths;
  return {
    holds: ({ path }) => paths.some((place) => path === place || path.startsWith(`${place}/`)),
    said: `in ${paths.join(" or ")}${told}`,
    ...(only !== undefined && paths.length === 1 ? { path: only } : {}),
  };
}

const ofWords = (words: readonly string[], text: string): Place => ({
  holds: (row) => words.every((word) => holdsWord(`${row.path} ${row.text ?? ""} ${row.note ?? ""}`, word)),
  said: `named for "${text}"`,
});

/** Files and folders of those names, each by the end of its path. */
export function pathsNamed(names: readonly string[], { paths }: Folder): readonly string[] {
  const all = new Set([...paths, ...foldersIn(paths)]);
  const found = names.map((name) => {
    const wanted = name.toLowerCase().replace(/^\.\//, "").replace(/\/$/, "");
    const alike = [...all].filter((path) => `/${path.toLowerCase()}`.endsWith(`/${wanted}`));
    // A file without an ending hides none that is called the same and has one.
    const isBare = !/[./]/.test(wanted) && alike.every((path) => paths.includes(path));
    const stems = isBare ? paths.filter((path) => stemOf(path).toLowerCase() === wanted) : alike;
    return stems.includes(wanted) ? [wanted] : stems;
  });
  return found.some((own) => own.length === 0) ? [] : found.flat();
}

/** Folders that are called so, or whose name holds all the words as parts. */
function pathsOfWords({ words, qualities }: Noun, { paths }: Folder): readonly string[] {
  const said = [...words, ...qualities].map((word) => word.toLowerCase());
  if (said.length === 0) return [];
  const folders = foldersIn(paths);
  const named = folders.filter((folder) => lastOf(folder) === said.join("-") || lastOf(folder) === said.join(""));
  if (named.length > 0) return topmost(named);
  return topmost(folders.filter((folder) => said.every((word) => lastOf(folder).split(/[-_.]/).includes(word))));
}

const lastOf = (folder: string): string => folder.slice(folder.lastIndexOf("/") + 1).toLowerCase();

const topmost = (folders: readonly string[]): readonly string[] =>
  folders.filter((folder) => folders.every((other) => other === folder || !folder.startsWith(`${other}/`)));

const README_LINES_MAX = 1500;
/** A README says first what its folder is. */
const FIRST_LINES = 20;

/** Folders that a README calls so: their own at its beginning, or the first of all where it names them. */
export function* foldersDescribed(word: string, folder: Folder): Looking<readonly string[]> {
  const { lines } = yield* linesOf([{ pattern: formsOf(word), glob: "**/README*", limit: 300 }]);
  const own = lines.flatMap(({ path, line }) =>
    path.includes("/") && line <= FIRST_LINES ? [path.slice(0, path.lastIndexOf("/"))] : [],
  );
  const top = folder.paths.find((path) => /^readme(?:\.\w+)?$/i.test(path));
  const read = top === undefined ? undefined : yield* look("read_file", { path: top, limit: README_LINES_MAX });
  const texts = read === undefined || read.failed ? [] : readNumbered(read.text, "").map(({ text }) => text);
  const folders = new Set(foldersIn(folder.paths));
  const named = namedIn(texts, word).filter((place) => folders.has(place));
  return topmost([...new Set([...own, ...named])]).toSorted();
}

/** Paths in lines that say a word, and links below a heading that does. */
function namedIn(texts: readonly string[], word: string): readonly string[] {
  const named: string[] = [];
  // The level of the heading that says it; none outside of what stands below it.
  let section = 0;
  for (const text of texts) {
    const level = /^(#+) /.exec(text)?.[1]?.length ?? 0;
    if (level > 0 && holdsWord(text, word)) section = level;
    else if (level > 0 && level <= section) section = 0;
    const form = section > 0 ? /\]\(([^)#]+)\)/g : /(?:\]\()?([\w.-]*\/[\w./-]+)/g;
    if (section > 0 || holdsWord(text, word))
      named.push(...[...text.matchAll(form)].map(([, place = ""]) => place.replace(/^\.\//, "").replace(/\/$/, "")));
  }
  return named;
}
