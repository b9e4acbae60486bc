import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join, relative, resolve } from "node:path";
import type { Command } from "commander";
import { createSkillLibrary } from "../../../adapters/skills/skill-library.ts";
import { skillPlaces } from "../../../app/knowledge/skills.ts";
import { loadConfig } from "../../../app/settings/load.ts";
import { locations } from "../../../app/settings/locations.ts";
import { isTrusted } from "../../../app/trust/trust.ts";
import { EXIT, UserError } from "../../../base/user-error.ts";
import type { Skill } from "../../../core/knowledge.ts";
import { rankSkills } from "../../../engines/bm25/rank-skills.ts";
import { decodeFile } from "../../../engines/text/file-text.ts";
import type { CommandContext } from "../command.ts";
import { cleanContext } from "../session/clean-context.ts";
import { workingFolder } from "../working-folder.ts";

interface SkillsFlags {
  readonly cd?: string;
  readonly json?: boolean;
  readonly tag?: string;
  readonly limit?: string;
  readonly root?: string;
  readonly outputDir?: string;
  readonly systemName?: string;
  readonly force?: boolean;
}

/** `waymark skills list|show|search|check|generate`. */
export function define(command: Command, given: CommandContext): void {
  const context = cleanContext(given);
  const sub = (name: string, summary: string): Command =>
    command
      .command(name)
      .description(summary)
      .option("-C, --cd <folder>", "the working folder")
      .option("--json", "print JSON");
  sub("list", "the skills that are found here")
    .option("--tag <tag>", "only those with this tag")
    .action(async (flags: SkillsFlags) => list(await open(flags, context), flags, context));
  sub("show <name>", "one skill, whole").action(async (name: string, flags: SkillsFlags) =>
    show(await open(flags, context), name, flags, context),
  );
  sub("search <words...>", "the skills that match these words, best first")
    .option("--limit <n>", "how many, 1 to 20", "5")
    .action(async (words: readonly string[], flags: SkillsFlags) =>
      search(await open(flags, context), words.join(" "), flags, context),
    );
  sub("check", "what is wrong with the skills here; exits 1 when something is").action(async (flags: SkillsFlags) =>
    check(await open(flags, context), flags, context),
  );
  sub("generate", "writes skills of an estate from what its parsers found; each fact names its line")
    .option("--root <folder>", "the folder whose code is read; the working folder by default")
    .option("-o, --output-dir <folder>", "where they are written; .waymark/skills/NAME by default")
    .option("--system-name <name>", "how the system is called; the folder's name by default")
    .option("-f, --force", "write over a folder that was not generated")
    .action((flags: SkillsFlags) => generate(flags, context));
}

type Library = ReturnType<typeof createSkillLibrary>;

/** A person sees the project's skills also where the folder is not trusted; a model does not, and that is said. */
async function open(flags: SkillsFlags, context: CommandContext): Promise<Library> {
  const cwd = workingFolder(context.cwd, flags.cd);
  const places = locations(context.environment);
  const trusted = isTrusted(cwd, places);
  const { config } = await loadConfig({ flags: {}, environment: context.environment, locations: places, cwd, trusted });
  const found = skillPlaces({
    cwd,
    trusted: true,
    environment: context.environment,
    configFolder: places.config,
    folders: config.skillFolders,
  });
  if (!trusted && found.some((place) => place.origin === "project"))
    context.error("waymark: models do not see the project's skills until you trust it: `waymark config trust`.\n");
  return createSkillLibrary(found);
}

function list(library: Library, flags: SkillsFlags, { out }: CommandContext): void {
  const tag = flags.tag?.toLowerCase();
  const skills = library
    .all()
    .filter((skill) => tag === undefined || skill.tags.some((own) => own.toLowerCase() === tag));
  if (flags.json) return out(`${JSON.stringify(skills.map(headOf), undefined, 2)}\n`);
  if (skills.length === 0) return out("No skills.\n");
  const width = Math.max(...skills.map((skill) => skill.name.length)) + 2;
  for (const { name, description } of skills)
    out(`${name.padEnd(width)}${description.replace(/\s+/g, " ").slice(0, 100)}\n`);
}

function show(library: Library, name: string, flags: SkillsFlags, { out }: CommandContext): void {
  const wanted = name.toLowerCase();
  const skill = library.all().find((candidate) => candidate.name.toLowerCase() === wanted);
  if (!skill) throw new UserError(`There is no skill "${name}"; \`waymark skills search\` finds some.`, EXIT.badInput);
  if (flags.json) return out(`${JSON.stringify({ ...headOf(skill), body: skill.body }, undefined, 2)}\n`);
  out(`# Skill: ${skill.name}\n\n${skill.description}\nSource: ${skill.path}\n\n${skill.body}\n`);
}

function search(library: Library, query: string, flags: SkillsFlags, { out }: CommandContext): void {
  const limit = Number(flags.limit);
  if (!Number.isInteger(limit) || limit < 1 || limit > 20)
    throw new UserError(`--limit is "${flags.limit}"; give a whole number from 1 to 20.`, EXIT.usage);
  const skills = library.all();
  const hits = rankSkills(query, skills).slice(0, limit);
  const found = hits.flatMap(({ documentIndex, score, matched }) => {
    const skill = skills[documentIndex];
    return skill ? [{ ...headOf(skill), score, matched }] : [];
  });
  if (flags.json) return out(`${JSON.stringify(found, undefined, 2)}\n`);
  if (found.length === 0) return out(`No skills found matching '${query}'\n`);
  for (const { name, score, description } of found) out(`${name}  ${score.toFixed(1)}  ${description.slice(0, 150)}\n`);
}

function check(library: Library, flags: SkillsFlags, context: CommandContext): void {
  const problems = library.check();
  if (problems.length > 0) context.exit(EXIT.failed);
  if (flags.json) return context.out(`${JSON.stringify(problems, undefined, 2)}\n`);
  if (problems.length === 0) return context.out(`${library.all().length} skills, nothing wrong.\n`);
  for (const { path, problem } of problems) context.out(`${path}: ${problem}\n`);
}

async function generate(flags: SkillsFlags, context: CommandContext): Promise<void> {
  const cwd = workingFolder(context.cwd, flags.cd);
  const root = workingFolder(cwd, flags.root);
  const { openCodeIndex } = await import("../../../adapters/code-index/code-intelligence.ts");
  const { GENERATED_MARK, generateSkills } = await import("../../../adapters/skills/generate-skills.ts");
  const index = openCodeIndex({ root, cacheFolder: locations(context.environment).cache });
  try {
    const graph = await index.graph({ signal: new AbortController().signal });
    if (graph.nodes.length === 0)
      throw new UserError(`${root} has no code that Citadel reads; name another --root.`, EXIT.badInput);
    const name = flags.systemName ?? basename(root);
    const folder = resolve(
      cwd,
      flags.outputDir ?? join(".waymark", "skills", name.toLowerCase().replace(/[^a-z0-9]+/g, "-")),
    );
    clear(folder, GENERATED_MARK, flags);
    const below = relative(cwd, root);
    const prefix = below === "" || below.startsWith("..") ? "" : `${below}/`;
    const skills = generateSkills(graph, name, { prefix, sourceOf: (file) => sourceText(join(root, file)) });
    for (const { path, text } of skills) {
      const target = join(folder, path);
      mkdirSync(dirname(target), { recursive: true });
      writeFileSync(target, text);
    }
    const report = { folder, skills: skills.length };
    if (flags.json) return context.out(`${JSON.stringify(report)}\n`);
    context.out(`${skills.length} skills in ${relative(cwd, folder) || folder}\n`);
  } finally {
    index.close();
  }
}

function sourceText(path: string): string | undefined {
  const decoded = decodeFile(readFileSync(path));
  return decoded.kind === "binary" ? undefined : decoded.text;
}

/** Only what was generated is written anew without --force. */
function clear(folder: string, mark: string, { force }: SkillsFlags): void {
  if (!existsSync(folder)) return;
  const root = join(folder, "SKILL.md");
  const isOurs = existsSync(root) && readFileSync(root, "utf8").slice(0, 2_000).includes(`\n${mark}\n`);
  if (!isOurs && !force)
    throw new UserError(`${folder} exists and was not generated; name another folder, or add --force.`, EXIT.badInput);
  if (isOurs)
    for (const part of ["programs", "jobs", "copybooks"]) rmSync(join(folder, part), { recursive: true, force: true });
}

function headOf({ name, description, tags, path, origin }: Skill): Omit<Skill, "body" | "depth"> {
  return { name, description, tags, path, origin };
}
