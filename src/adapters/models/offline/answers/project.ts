import { isAside } from "../aside.ts";
import { firstNames, shortLists } from "../cut-lists.ts";
import type { Folder } from "../folder.ts";
import { type Looking, look } from "../looking.ts";
import { readPaths } from "../result-text.ts";
import {
  type Answer,
  type Asked,
  answered,
  cited,
  counted,
  type Intent,
  isEstate,
  listed,
  report,
  search,
  sectionText,
  unanswered,
} from "./answer.ts";
import { opening, quoted, readmeOf, sectionsAbout } from "./documents.ts";
import { entriesOf, fieldsOf, type Manifest, readManifests, scriptsOf } from "./manifests.ts";

const FOLDERS_MAX = 14;
const TOP_FILES_MAX = 12;
const ABOUT_CHARS_MAX = 900;

/** Questions about a folder as a whole. */
export const PROJECT_INTENTS: readonly Intent[] = [
  {
    id: "overview",
    usesThings: true,
    means: "what this folder is and holds",
    needs: "nothing",
    forms:
      "what does this project do | what is this project | what is this | what is here | what is in this folder | overview | project overview | explain this project | describe this repository | summarize this codebase | what is this repo about | tell me about this application | what is the purpose of this project | what kind of system is this | give me an overview of the code | o que faz este projeto | qual o objetivo deste projeto | o que e este sistema | o que tem nesta pasta | explique o projeto | what is the architecture | how is the project organized | how is the code structured | project structure | show the folder structure | how does this application work",
    answer: overview,
  },
  {
    id: "entry",
    isOfHowTo: true,
    means: "where it starts",
    needs: "nothing",
    forms:
      "where does the program start | where does it start | what is the entry point | entry points | where is main | which file is the entrypoint | where does execution begin | what starts the application | onde comeca o programa | qual o ponto de entrada | where is the main function | which file is run first | where should i start reading | where to start reading the code | onde comeco a ler | what file should i read first",
    answer: entry,
  },
  {
    id: "size",
    means: "how big it is",
    needs: "nothing",
    forms:
      "how big is it | how big is this project | how many lines of code | how many files are there | how many lines are here | size of the codebase | howbig project | howmany lines code | howmany lines of cobol are there | howbig language | quantas linhas tem | qual o tamanho do projeto | howmany file project | lines of code in total | which languages are used | what language is it written in | what languages | which programming language | tech stack | what technologies are used | quais linguagens | em que linguagem foi escrito | which frameworks are used",
    answer: size,
  },
  {
    id: "list",
    usesThings: true,
    of: /^folder$/,
    means: "the files in a folder",
    needs: "nothing",
    forms:
      "list files | list all files | show the files | what files are there | which files are in F | what is in the folder F | list F folder | show folder F | files in folder F | liste os arquivos | quais arquivos existem | o que ha na pasta F | list the files in F | what does the folder F hold | what is in F",
    answer: listFiles,
  },
];

function* overview(asked: Asked): Looking<Answer> {
  const { folder } = asked;
  const about = yield* aboutText(folder, yield* readManifests(folder));
  const wantsLayout = asked.concepts.has("overview");
  const sections = wantsLayout
    ? yield* sectionsAbout("structure|architecture|layout|organi[sz]ation|overview|directory", 1)
    : [];
  return answered(
    about ?? "No README or manifest here says what it is for; this is what there is.",
    yield* contents(folder),
    ...sections.map(quoted),
    folderRows(folder),
  );
}

/** What the README says first, or what a manifest says of it. */
function* aboutText(folder: Folder, manifests: readonly Manifest[]): Looking<string | undefined> {
  const readme = readmeOf(folder);
  const said = readme === undefined ? undefined : yield* opening(readme);
  const declared = describedBy(manifests);
  const isWhole = said?.title !== undefined && isTopTitle(said.title.text);
  if (!said || said.lines.length === 0 || (!isWhole && declared !== undefined)) return declared;
  const title = said.title ? said.title.text.replace(/^#+\s*|<[^>]+>/g, "").trim() : readme;
  const text = shortText(said.lines.map((line) => line.text.trim()).join(" "));
  return `${title}: ${text} (${readme}:${said.title?.line ?? 1}-${said.lines.at(-1)?.line})`;
}

/** A heading farther down tells of a part. */
const isTopTitle = (text: string): boolean => !/^##/.test(text);

function describedBy(manifests: readonly Manifest[]): string | undefined {
  for (const manifest of manifests)
    for (const field of fieldsOf(manifest))
      if (field.key === "description") return `${field.value} (${field.path}:${field.line})`;
  return undefined;
}

/** What parsers counted, in one line. */
function* contents(folder: Folder): Looking<string | undefined> {
  const summary = yield* report("citadel_get_file_summary", { path: ".", limit: 1 }, folder);
  if (!summary) return undefined;
  const keys = [
    "Files",
    "Lines",
    "Languages",
    "Programs",
    "Copybooks",
    "Jobs",
    "Procedures",
    "Transactions",
    "Mapsets",
    "Tables",
    "Datasets",
    "Classes",
  ];
  const facts = keys.flatMap((key) =>
    summary.facts.has(key) ? [`${key.toLowerCase()} ${summary.facts.get(key)}`] : [],
  );
  return facts.length > 0 ? `Source, as the parsers read it: ${facts.join("; ")}.` : undefined;
}

const shortText = (text: string): string =>
  text.length <= ABOUT_CHARS_MAX ? text : `${text.slice(0, ABOUT_CHARS_MAX)}…`;

function folderRows({ paths, isWhole }: Folder): string {
  const counts = new Map<string, number>();
  const files: string[] = [];
  for (const path of paths) {
    const [top = "", ...rest] = path.split("/");
    if (rest.length === 0) files.push(path);
    else counts.set(`${top}/`, (counts.get(`${top}/`) ?? 0) + 1);
  }
  const rows = [...counts]
    .sort(([, one], [, other]) => other - one)
    .map(([name, count]) => `${name}: ${counted(count, "file")}`);
  const loose = files.length > 0 ? [`at the top: ${firstNames(files, TOP_FILES_MAX)}`] : [];
  return listed(
    `In this folder, ${paths.length}${isWhole ? "" : "+"} files`,
    [...rows.slice(0, FOLDERS_MAX), ...loose],
    rows.length + loose.length,
    FOLDERS_MAX + 1,
  );
}

/** Lines with which a program of its own begins, in the languages that have such lines. */
const MAIN = String.raw`if __name__ ?== ?['"]__main__['"]|\bfunc main\(\)|\bfn main\(\)|static void main\(|\bint main\(|require\.main ?=== ?module|import\.meta\.main\b|createServer\(|\.listen\(|^#!/usr/bin/env node`;

function* entry({ folder, concepts }: Asked): Looking<Answer> {
  const manifests = yield* readManifests(folder);
  const declared = manifests.flatMap((manifest) => [
    ...fieldsOf(manifest).filter(({ key }) => /^(?:main|module|bin|types)$/.test(key)),
    ...entriesOf(manifest, /^(?:bin|project\.scripts|tool\.poetry\.scripts|console_scripts)$/),
  ]);
  const starts = scriptsOf(manifests).filter(({ key }) => /^(?:start|dev|serve|run)$/.test(key));
  const { lines } = yield* search(MAIN, { glob: "*.{ts,tsx,js,mjs,cjs,py,go,rs,java,c,cpp,cs}" });
  const mains = lines.filter(({ path }) => !/(?:^|\/)(?:tests?|__tests__|fixtures?)\/|\.(?:test|spec)\./.test(path));
  const ranked = [...mains].sort((one, other) => exampleRank(one.path) - exampleRank(other.path));
  const named = folder.paths.filter(
    (path) =>
      /(?:^|\/)(?:main|index|cli|app|server|__main__|__init__|manage)\.(?:[cm]?[jt]sx?|py|go|rs|java)$/.test(path) &&
      path.split("/").length <= 4 &&
      !/tests?\//.test(path),
  );
  const batch = isEstate(folder) ? yield* estateEntries(folder) : [];
  const parts = [
    ...batch,
    listed(
      "Declared by the manifest",
      declared.map(({ key, value, path, line }) => `${key}: ${value} — ${path}:${line}`),
    ),
    listed(
      "Commands that start it",
      starts.map(({ command, value, path, line }) => `${command} (${value}) — ${path}:${line}`),
    ),
    listed("Lines with which a program of its own begins", ranked.map(cited), ranked.length, 6),
    (declared.length + starts.length + mains.length === 0 && batch.length === 0) || isBuiltFirst(declared, folder)
      ? listed("Files that are named like an entry", named, named.length, 6)
      : "",
  ].filter((text) => text !== "");
  if (parts.length === 0)
    return unanswered(
      "Nothing here is declared as an entry point, and no line begins a program of its own.",
      folderRows(folder),
    );
  if (!concepts.has("readfirst")) return answered("Where it starts:", ...parts);
  return answered(
    ...(yield* toReadFirst(folder)),
    "Where it starts:",
    ...parts.map((part) => shortLists(part, STARTS_OF_READER_MAX)),
  );
}

/** Who begins to read wants the way in, and not every one. */
const STARTS_OF_READER_MAX = 4;
const DOCUMENTS_MAX = 4;

/** The README with its first sentences, and what other documents lie near the root. */
function* toReadFirst(folder: Folder): Looking<readonly (string | undefined)[]> {
  const readme = readmeOf(folder);
  if (readme === undefined) return [];
  const depth = (path: string): number => path.split("/").length;
  const others = folder.paths
    .filter((path) => path !== readme && /\.(?:md|rst|adoc)$/i.test(path) && !isAside(path) && !NO_WAY_IN.test(path))
    .toSorted((one, other) => depth(one) - depth(other));
  return [
    `To read first: ${readme}:1`,
    yield* aboutText(folder, yield* readManifests(folder)),
    listed(
      "Then",
      others.map((path) => `${path}:1`),
      others.length,
      DOCUMENTS_MAX,
    ),
  ];
}

const NO_WAY_IN = /(?:^|\/)(?:CHANGE|HISTORY|NEWS|LICEN|CODE_OF_CONDUCT|SECURITY|NOTICE)[^/]*$|(?:^|\/)\./i;

/** Whether what a manifest names as an entry is a file that is only built from those that are here. */
function isBuiltFirst(declared: readonly { readonly value: string }[], { paths }: Folder): boolean {
  const files = declared
    .map(({ value }) => value.replace(/^\.\//, ""))
    .filter((value) => /\.[cm]?[jt]sx?$/.test(value));
  return files.length > 0 && !files.some((file) => paths.includes(file));
}

const exampleRank = (path: string): number => (/examples?\/|samples?\/|scripts?\//.test(path) ? 1 : 0);

/** Programs of the system that a step runs. */
const UTILITY = /EXEC +(?:PGM=)?(?:IDCAMS|IE[FB]|SORT|ICE|SDSF|IKJ|DFSRRC|DSN|IGY|DFH|HEWL|IEWL|FTP)/;

/** On a mainframe nothing is main: jobs and transactions start programs. */
function* estateEntries(folder: Folder): Looking<readonly string[]> {
  const screens = yield* report("citadel_screens", { path: ".", limit: 100 }, folder);
  const transactions = screens?.sections.find(({ title }) => title.startsWith("Transactions"));
  const { lines } = yield* search(String.raw`^//\S+ +EXEC +\S+`, {
    glob: "*.{jcl,JCL,prc}",
  });
  const own = lines.filter(({ text }) => !UTILITY.test(text));
  return [
    listed("Online: a transaction starts its program", transactions?.rows ?? [], transactions?.total ?? 0, 8),
    listed("Batch: a step of a job starts its program", own.map(cited), own.length, 10),
  ].filter((text) => text !== "");
}

function* size({ folder }: Asked): Looking<Answer> {
  const stats = yield* report("citadel_get_file_stats", { path: ".", limit: 20 }, folder);
  const counts = endings(folder.paths);
  const languages = stats?.sections.find(({ title }) => title === "Languages");
  if (!stats || !languages)
    return answered(
      `${folder.paths.length}${folder.isWhole ? "" : "+"} files; lines are not counted, as no parser reads them.`,
      listed("By ending", counts),
    );
  return answered(
    `${folder.paths.length}${folder.isWhole ? "" : "+"} files in all; ${stats.facts.get("Files")} of them are source that the parsers read, ${stats.facts.get("Total lines")} lines.`,
    sectionText(languages, "Source by language", 20),
    listed("All files by ending", counts, counts.length, 8),
    sectionText(
      stats.sections.find(({ title }) => title === "Longest files"),
      undefined,
      3,
    ),
  );
}

function endings(paths: readonly string[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const path of paths) {
    const ending = /[^/](\.\w+)$/.exec(path)?.[1]?.toLowerCase() ?? "(none)";
    counts.set(ending, (counts.get(ending) ?? 0) + 1);
  }
  return [...counts]
    .sort(([, one], [, other]) => other - one)
    .map(([ending, count]) => `${ending}: ${counted(count, "file")}`);
}

function* listFiles({ folder, things }: Asked): Looking<Answer> {
  const at = things.find(({ kind }) => kind === "folder")?.name ?? ".";
  const found = yield* look("list_files", { path: at, hidden: false });
  const rows = found.failed ? [] : readPaths(found.text);
  const below = folder.paths.filter((path) => at === "." || path.startsWith(`${at}/`));
  return answered(
    `${at === "." ? "This folder" : at} holds ${counted(below.length, "file")}${folder.isWhole ? "" : " or more"}, folders below it included.`,
    listed(
      "Directly in it",
      rows.map((row) => (at === "." ? row : `${at}/${row}`)),
      rows.length,
      40,
    ),
  );
}
