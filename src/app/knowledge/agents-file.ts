import { hiddenByOurs } from "../../adapters/instructions/instructions.ts";
import { createWorkspace } from "../../adapters/workspace/files.ts";
import type { Workspace } from "../../core/ports/workspace.ts";
import type { Check } from "../../engines/checks/check.ts";
import { detectChecks } from "../../engines/checks/detect-checks.ts";
import { FACT_FILES, type Fact, projectFacts } from "../../engines/checks/project-facts.ts";
import { commandText } from "../../engines/shell/command-text.ts";
import { decodeFile } from "../../engines/text/file-text.ts";
import { firstParagraph, readmeTitle } from "../../engines/text/readme-digest.ts";
import { readProjectFiles } from "../../tools/shell/project-files.ts";

const FILES_MAX = 50_000;
const FOLDERS_SHOWN_MAX = 20;
const LANGUAGES_SHOWN_MAX = 8;
const TEXT_BYTES_MAX = 64 * 1024;
const TITLE_CHARS_MAX = 80;
const README_CHARS_MAX = 400;
const JOBS_READ_MAX = 60;
/** Folders of what others wrote, and of what is made again. */
const NOT_BY_HAND =
  /^(?:vendor(?:ed)?|third[_-]?party|node_modules|dist|build|out|target|coverage|(?:__)?generated(?:__)?|gen|__snapshots__|__pycache__|\.?venv|site-packages)$/i;
/** And of what tests and manuals are about: none of it says what the project is. */
const NO_PART = /^(?:(?:__)?fixtures?(?:__)?|testdata|test-data|examples?|samples?|cassettes)$/i;
const isApart = (folder: string): boolean => NOT_BY_HAND.test(folder) || NO_PART.test(folder);

/** Extensions that say what a project is written in. */
const LANGUAGES: Readonly<Record<string, string>> = {
  ...{ ts: "TypeScript", tsx: "TypeScript", js: "JavaScript", mjs: "JavaScript", cjs: "JavaScript", jsx: "JavaScript" },
  ...{
    py: "Python",
    java: "Java",
    kt: "Kotlin",
    go: "Go",
    rs: "Rust",
    rb: "Ruby",
    php: "PHP",
    cs: "C#",
    c: "C",
    h: "C",
  },
  ...{ cpp: "C++", hpp: "C++", swift: "Swift", scala: "Scala", sh: "Shell", sql: "SQL", cbl: "COBOL", cob: "COBOL" },
  ...{ cpy: "COBOL copybooks", jcl: "JCL", bms: "BMS maps", pli: "PL/I", pl1: "PL/I", asm: "Assembler", rexx: "REXX" },
};
const FIXED_COLUMNS = new Set(["COBOL", "COBOL copybooks", "JCL", "BMS maps", "PL/I", "Assembler"]);

/**
 * An AGENTS.md for a folder, from its files alone: the same files give the same text.
 * @param root absolute, real path
 */
export async function describeFolder(root: string, name: string): Promise<string> {
  const workspace = createWorkspace({ root });
  const paths: string[] = [];
  for await (const path of workspace.walk(".")) {
    paths.push(path);
    if (paths.length >= FILES_MAX) break;
  }
  paths.sort();
  const ours = paths.filter((path) => !path.split("/").slice(0, -1).some(isApart));
  // Where all of it lies in such a folder, that is what there is.
  const counted = ours.some((path) => LANGUAGES[extension(path)]) ? ours : paths;
  const languages = countBy(counted, (path) => LANGUAGES[extension(path)]);
  const top = paths.filter((path) => !path.includes("/"));
  const facts = projectFacts(
    { texts: await textsOf(FACT_FILES, top, workspace), names: top },
    counted,
    await jobsOf(counted, workspace),
  );
  return [
    "# AGENTS.md",
    "What an agent should know of this project. `waymark init` wrote it from the files; correct it, and add what only people know.",
    ...(await aboutSection({ folder: name, ...facts }, languages, top, workspace)),
    ...factSection("Where it starts", facts.entries),
    ...layoutSection(paths),
    ...checkSection(detectChecks(await readProjectFiles(workspace, "."))),
    ...factSection("Commands", facts.commands),
    ...ruleSection(languages),
    ...othersSection(hiddenByOurs(root)),
  ]
    .join("\n\n")
    .concat("\n");
}

/** A file of another agent no longer speaks for itself beside an AGENTS.md: what people said there must not be lost. */
const othersSection = (file: string | undefined): string[] =>
  file === undefined ? [] : ["## Said before", "What stands there for agents counts as well:", `@${file}`];

async function aboutSection(
  { name, description, folder }: { readonly name?: string; readonly description?: string; readonly folder: string },
  languages: ReadonlyMap<string, number>,
  top: readonly string[],
  workspace: Workspace,
): Promise<string[]> {
  const readme = top.find((path) => /^readme(?:\.md|\.txt)?$/i.test(path));
  const text = readme ? await textOf(readme, workspace) : "";
  const said = firstWords(text);
  const called = name ?? readmeTitle(text)?.slice(0, TITLE_CHARS_MAX) ?? folder;
  const words = said === "" ? (description ?? "") : `${said} (${readme})`;
  const written = [...languages]
    .slice(0, LANGUAGES_SHOWN_MAX)
    .map(([language, count]) => `${language} (${counted(count)})`);
  return [
    "## Project",
    [`${called}${words === "" ? "" : `: ${words}`}`, written.length === 0 ? "" : `Written in ${written.join(", ")}.`]
      .filter((line) => line !== "")
      .join("\n\n"),
  ];
}

const counted = (count: number): string => `${count} ${count === 1 ? "file" : "files"}`;

function factSection(title: string, facts: readonly Fact[]): string[] {
  if (facts.length === 0) return [];
  const lines = facts.map(({ what, about, source }) => `- \`${what}\`${about === "" ? "" : `: ${about}`} (${source})`);
  return [`## ${title}`, lines.join("\n")];
}

/** What is said of a folder besides its size: what it is written in, and that nobody edits it by hand. */
function layoutSection(paths: readonly string[]): string[] {
  const folders = [...countBy(paths, (path) => (path.includes("/") ? path.split("/")[0] : undefined))].sort(
    ([left], [right]) => (left < right ? -1 : 1),
  );
  if (folders.length === 0) return [];
  const lines = folders.slice(0, FOLDERS_SHOWN_MAX).map(([folder, count]) => {
    const inside = paths.filter((path) => path.startsWith(`${folder}/`));
    const [language] = [...countBy(inside, (path) => LANGUAGES[extension(path)]).keys()];
    const isTests = /^(?:tests?|specs?|__tests__|e2e)$/i.test(folder);
    const about = [
      language,
      isTests ? "tests" : undefined,
      NOT_BY_HAND.test(folder) ? "not edited by hand" : undefined,
    ];
    return `- \`${folder}/\`: ${[counted(count), ...about.filter((one) => one !== undefined)].join(", ")}`;
  });
  if (folders.length > lines.length) lines.push(`- … ${folders.length - lines.length} more folders`);
  return ["## Layout", lines.join("\n")];
}

function checkSection(checks: readonly Check[]): string[] {
  if (checks.length === 0) return [];
  return [
    "## Checks",
    checks.map(({ kind, argv, source }) => `- ${kind}: \`${commandText(argv)}\` (${source})`).join("\n"),
  ];
}

async function textsOf(
  names: readonly string[],
  top: readonly string[],
  workspace: Workspace,
): Promise<ReadonlyMap<string, string>> {
  const texts = new Map<string, string>();
  for (const name of names) if (top.includes(name)) texts.set(name, await textOf(name, workspace));
  return texts;
}

async function jobsOf(paths: readonly string[], workspace: Workspace): Promise<ReadonlyMap<string, string>> {
  const jobs = paths.filter((path) => extension(path) === "jcl").slice(0, JOBS_READ_MAX);
  return new Map(await Promise.all(jobs.map(async (path) => [path, await textOf(path, workspace)] as const)));
}

function ruleSection(languages: ReadonlyMap<string, number>): string[] {
  if (![...languages.keys()].some((language) => FIXED_COLUMNS.has(language))) return [];
  return [
    "## Rules",
    [
      "- Columns matter: keep sequence numbers, indicators and line lengths as they are.",
      "- `waymark code callers|impact|lineage|flow` answers questions about programs, jobs and data with line numbers; look there before guessing.",
    ].join("\n"),
  ];
}

/** Most frequent first; equal ones by name. */
function countBy(paths: readonly string[], keyOf: (path: string) => string | undefined): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const path of paths) {
    const key = keyOf(path);
    if (key !== undefined) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return new Map([...counts].sort((left, right) => right[1] - left[1] || (left[0] < right[0] ? -1 : 1)));
}

function extension(path: string): string {
  return /\.([A-Za-z0-9]+)$/.exec(path)?.[1]?.toLowerCase() ?? "";
}

async function textOf(path: string, workspace: Workspace): Promise<string> {
  const decoded = decodeFile(await workspace.readBytes(path, { offset: 0, length: TEXT_BYTES_MAX }));
  return decoded.kind === "text" ? decoded.text : "";
}

/** What the README says first, as long as one line of ours may be. */
function firstWords(text: string): string {
  return firstParagraph(text.replace(/\r\n/g, "\n")).slice(0, README_CHARS_MAX);
}
