import { type Looking, look } from "./looking.ts";
import { type CitedLine, readPaths } from "./result-text.ts";

/** What a folder holds, by names alone. */
export interface Folder {
  readonly paths: readonly string[];
  /** False: there are more files than were listed. */
  readonly isWhole: boolean;
  readonly tools: ReadonlySet<string>;
  /** Which files a prompt wants to be regarded; all where absent. */
  readonly keeps?: (path: string) => boolean;
  /** True: it is asked several questions at once, so that each answer has less room. */
  readonly isAskedMore?: boolean;
  /** What the prompt asks before that, whose subject it may have. */
  readonly about?: string;
}

/** Something that a question names, as it stands in this folder. */
export interface Thing {
  /** As the question writes it. */
  readonly written: string;
  /** As the folder writes it. */
  readonly name: string;
  /** `file`, `folder`, what code intelligence calls it (`program`, `data-item`, `function` …), `symbol` for what a line declares, `text` for what only stands in lines; `unknown`: it is nowhere. */
  readonly kind: string;
  readonly places: readonly CitedLine[];
  /** Names that the same words describe less well. */
  readonly others?: readonly string[];
}

/** The file that a thing is, or is declared in; what only stands in lines has none. */
export function fileOf(thing: Thing | undefined): string | undefined {
  if (!thing || thing.kind === "text") return undefined;
  return thing.kind === "file" ? thing.name : thing.places[0]?.path;
}

const LISTED_MAX = 4_000;

/** Asks what files there are; a long list is cut. */
export function* listFolder(tools: ReadonlySet<string>): Looking<Folder> {
  return { ...(yield* listFiles("**/*")), tools };
}

/** The files of a pattern: of a long list of all files those of one kind may be what was cut. */
export function* listFiles(pattern: string): Looking<{ readonly paths: readonly string[]; readonly isWhole: boolean }> {
  const listed = yield* look("find_files", { pattern, limit: LISTED_MAX });
  const paths = listed.failed ? [] : readPaths(listed.text);
  return { paths, isWhole: !/^\(shown|\.\.\. |recall|^… \d+ characters left out/m.test(listed.text) };
}
