import { withoutEnclosed } from "../../base/enclosed.ts";
import { parseForeignJson } from "../../base/json-depth.ts";
import type { ProjectFiles } from "./check.ts";

/** What a project says of itself in its manifests. */
export interface ProjectFacts {
  readonly name?: string;
  readonly description?: string;
  /** What a person types, and where that is written. */
  readonly commands: readonly Fact[];
  /** Files in which work begins. */
  readonly entries: readonly Fact[];
}

export interface Fact {
  readonly what: string;
  /** What it is or does, a few words; empty where the manifest says nothing. */
  readonly about: string;
  /** The file that says so. */
  readonly source: string;
}

/** Manifests that say more than which checks there are. */
export const FACT_FILES = [
  "package.json",
  "pyproject.toml",
  "Cargo.toml",
  "go.mod",
  "pom.xml",
  "Makefile",
  "makefile",
  "settings.gradle",
  "settings.gradle.kts",
  "build.gradle",
  "build.gradle.kts",
] as const;

const COMMANDS_MAX = 20;
const ENTRIES_MAX = 20;
const JOBS_MAX = 20;

type Reader = (text: string, paths: readonly string[]) => ProjectFacts;

const READERS: Readonly<Partial<Record<(typeof FACT_FILES)[number], Reader>>> = {
  "package.json": ofPackage,
  "pyproject.toml": ofPyproject,
  "Cargo.toml": ofCargo,
  "go.mod": ofGo,
  "pom.xml": ofMaven,
  "settings.gradle": ofGradleSettings,
  "settings.gradle.kts": ofGradleSettings,
  "build.gradle": ofGradle,
  "build.gradle.kts": ofGradle,
  Makefile: ofMake,
  makefile: ofMake,
};

/**
 * @param files  the manifests at the top
 * @param paths  every path of the project; those of JCL have their text in `jobs`
 * @param jobs   texts of JCL by path
 */
export function projectFacts(
  { texts }: ProjectFiles,
  paths: readonly string[],
  jobs: ReadonlyMap<string, string>,
): ProjectFacts {
  const found = FACT_FILES.flatMap((file) => {
    const text = texts.get(file);
    const read = READERS[file];
    return text === undefined || read === undefined ? [] : [read(text, paths)];
  });
  const name = found.find((one) => one.name)?.name;
  const description = found.find((one) => one.description)?.description;
  return {
    ...(name === undefined ? {} : { name }),
    ...(description === undefined ? {} : { description }),
    commands: found.flatMap(({ commands }) => commands).slice(0, COMMANDS_MAX),
    entries: unique([...found.flatMap(({ entries }) => entries), ...ofJobs(jobs)]).slice(0, ENTRIES_MAX),
  };
}

const unique = (facts: readonly Fact[]): readonly Fact[] =>
  facts.filter(({ what }, index) => facts.findIndex((one) => one.what === what) === index);

const facts = (given: {
  name?: unknown;
  description?: unknown;
  commands?: readonly Fact[];
  entries?: readonly Fact[];
}): ProjectFacts => ({
  ...(isText(given.name) ? { name: oneLine(given.name) } : {}),
  ...(isText(given.description) ? { description: oneLine(given.description) } : {}),
  commands: given.commands ?? [],
  entries: given.entries ?? [],
});

const isText = (value: unknown): value is string => typeof value === "string" && value.trim() !== "";
const oneLine = (text: string): string => text.replace(/\s+/g, " ").trim().slice(0, 200);

/** https://docs.npmjs.com/cli/configuring-npm/package-json */
function ofPackage(text: string, paths: readonly string[]): ProjectFacts {
  const source = "package.json";
  let manifest: Record<string, unknown>;
  try {
    manifest = parseForeignJson(text) as Record<string, unknown>;
  } catch {
    return facts({});
  }
  const { name, description, scripts, bin, main } = manifest;
  const runner = paths.includes("pnpm-lock.yaml") ? "pnpm" : paths.includes("yarn.lock") ? "yarn" : "npm run";
  const named = Object.entries((scripts ?? {}) as Record<string, unknown>).filter(
    // Npm runs these around others.
    ([script], _, all) =>
      !all.some(([other]) => script === `pre${other}` || script === `post${other}`) && script !== "prepack",
  );
  const programs = typeof bin === "string" ? { [String(name)]: bin } : ((bin ?? {}) as Record<string, unknown>);
  return facts({
    name,
    description,
    commands: named.map(([script, does]) => ({
      what: `${runner} ${script}`,
      about: `\`${oneLine(String(does))}\``,
      source,
    })),
    entries: [
      ...Object.entries(programs).map(([program, path]) => ({
        what: String(path),
        about: `the program \`${program}\``,
        source,
      })),
      ...(isText(main) ? [{ what: main, about: "what is imported", source }] : []),
    ],
  });
}

/** Values of one table of TOML that are a plain string; enough for manifests. */
function tomlStrings(text: string, table: string): readonly (readonly [string, string])[] {
  const body = text.split(/^\[/m).find((part) => part.startsWith(`${table}]`)) ?? "";
  return [...body.matchAll(/^[ \t]*"?([\w.-]+)"?[ \t]*=[ \t]*["']([^"'\n]*)["']/gm)].map(([, key = "", value = ""]) => [
    key,
    value,
  ]);
}

/** https://packaging.python.org/en/latest/specifications/pyproject-toml/ */
function ofPyproject(text: string, paths: readonly string[]): ProjectFacts {
  const source = "pyproject.toml";
  const own = Object.fromEntries([...tomlStrings(text, "tool.poetry"), ...tomlStrings(text, "project")]);
  const scripts = ["project.scripts", "tool.poetry.scripts"].flatMap((table) => tomlStrings(text, table));
  return facts({
    name: own["name"],
    description: own["description"],
    commands: scripts.map(([program]) => ({ what: program, about: "once it is installed", source })),
    entries: scripts.map(([program, target]) => {
      const module = (target.split(":")[0] ?? "").replaceAll(".", "/");
      const path = paths.find((one) =>
        [`${module}.py`, `${module}/__init__.py`].some((end) => one === end || one === `src/${end}`),
      );
      return { what: path ?? target, about: `the program \`${program}\` (${target})`, source };
    }),
  });
}

/** https://doc.rust-lang.org/cargo/reference/manifest.html */
function ofCargo(text: string, paths: readonly string[]): ProjectFacts {
  const source = "Cargo.toml";
  const own = Object.fromEntries(tomlStrings(text, "package"));
  const usual = { "src/main.rs": "the program", "src/lib.rs": "the library" };
  return facts({
    ...own,
    commands: paths.includes("src/main.rs") ? [{ what: "cargo run", about: "the program", source }] : [],
    entries: [
      ...[...text.matchAll(/^\[\[bin\]\][^[]*?^path\s*=\s*"([^"]+)"/gm)].map(([, path = ""]) => ({
        what: path,
        about: "a program",
        source,
      })),
      ...Object.entries(usual).flatMap(([path, about]) =>
        paths.includes(path) ? [{ what: path, about, source }] : [],
      ),
      ...programsBelow(paths, /^src\/bin\/(?:[^/]+\.rs|[^/]+\/main\.rs)$/, source),
    ],
  });
}

const programsBelow = (paths: readonly string[], pattern: RegExp, source: string): readonly Fact[] =>
  paths.filter((path) => pattern.test(path)).map((path) => ({ what: path, about: "a program", source }));

/** https://go.dev/ref/mod#go-mod-file */
function ofGo(text: string, paths: readonly string[]): ProjectFacts {
  const programs = programsBelow(paths, /^(?:cmd\/(?:[^/]+\/)?)?main\.go$/, "go.mod");
  return facts({
    name: /^module\s+(\S+)/m.exec(text)?.[1],
    commands: programs.map(({ what, source }) => ({
      what: `go run ./${what.replace(/\/?main\.go$/, "")}`,
      about: "a program",
      source,
    })),
    entries: programs,
  });
}

/** https://maven.apache.org/pom.html */
function ofMaven(text: string, paths: readonly string[]): ProjectFacts {
  const own = withoutEnclosed(
    text,
    /<(parent|dependencies|build|profiles)>/g,
    ([, name = ""]) => new RegExp(`</${name}>`, "g"),
  );
  return facts({
    name: /<name>([^<$]+)<\/name>/.exec(own)?.[1] ?? /<artifactId>([^<]+)<\/artifactId>/.exec(own)?.[1],
    description: /<description>([^<]+)<\/description>/.exec(own)?.[1],
    entries: classes(text, /<(?:mainClass|start-class)>([^<$]+)</g, paths, "pom.xml"),
  });
}

function classes(text: string, pattern: RegExp, paths: readonly string[], source: string): readonly Fact[] {
  return [...text.matchAll(pattern)].map(([, name = ""]) => {
    const file = `${name.trim().replaceAll(".", "/")}`;
    const path = paths.find((one) =>
      new RegExp(`(?:^|/)${file.replace(/[^\w/]/g, "\\$&")}\\.(?:java|kt|scala)$`).test(one),
    );
    return { what: path ?? name.trim(), about: "the main class", source };
  });
}

function ofGradleSettings(text: string): ProjectFacts {
  return facts({ name: /rootProject\.name\s*=\s*["']([^"']+)/.exec(text)?.[1] });
}

function ofGradle(text: string, paths: readonly string[]): ProjectFacts {
  const pattern = /mainClass(?:Name)?(?:\.set\()?\s*(?:=\s*)?["']([^"']+)/g;
  return facts({ entries: classes(text, pattern, paths, "build.gradle") });
}

/** Targets that a person is told of: with a comment behind `##`, or phony ones. */
function ofMake(text: string): ProjectFacts {
  const source = "Makefile";
  const phony = new Set(
    [...text.matchAll(/^\.PHONY\s*:\s*(.+)$/gm)].flatMap(([, names = ""]) => names.trim().split(/\s+/)),
  );
  const targets = [...text.matchAll(/^([A-Za-z][\w./-]*)\s*:(?!=)[^#\n]*(?:##\s*(.+))?$/gm)].filter(
    ([, target = "", about], index, all) =>
      (phony.has(target) || about) && all.findIndex(([, one]) => one === target) === index,
  );
  return facts({
    commands: targets.map(([, target, about]) => ({ what: `make ${target}`, about: about?.trim() ?? "", source })),
  });
}

/** The jobs of JCL, and the programs that each runs. */
function ofJobs(jobs: ReadonlyMap<string, string>): readonly Fact[] {
  return [...jobs].slice(0, JOBS_MAX).flatMap(([path, text]) => {
    const job = /^\/\/(\S+)\s+JOB\b/m.exec(text)?.[1];
    const programs = [
      ...new Set([...text.matchAll(/^\/\/\S*\s+EXEC\s+(?:PGM=)([\w$#@]+)/gm)].map(([, name = ""]) => name)),
    ];
    if (job === undefined) return [];
    const runs = programs.length === 0 ? "" : `, runs ${programs.slice(0, 6).join(", ")}`;
    return [{ what: path, about: `the job ${job}${runs}`, source: path }];
  });
}
