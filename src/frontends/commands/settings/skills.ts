import { relative } from "node:path";
import type { Command } from "commander";
import { findSkills, type Library, libraryForPeople } from "../../../app/knowledge/skill-library.ts";
import { counted, phrase, type Words } from "../../../base/phrase.ts";
import { EXIT, UserError } from "../../../base/user-error.ts";
import type { Skill } from "../../../core/knowledge.ts";
import type { CommandContext } from "../command.ts";
import { inHouse, subcommandOf } from "../in-house.ts";

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
export function define(command: Command, context: CommandContext): void {
  const sub = (name: string, summary: string): Command => subcommandOf(command, name, summary);
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

/** A person sees the project's skills also where the folder is not trusted; a model does not, and that is said. */
async function open(flags: SkillsFlags, context: CommandContext): Promise<Library> {
  const { library, hidesFromModels } = await inHouse(context, flags, libraryForPeople);
  if (hidesFromModels)
    context.error(
      phrase`waymark: models do not see the project's skills until you trust it: \`waymark config trust\`.\n`,
    );
  return library;
}

function list(library: Library, flags: SkillsFlags, { out, json }: CommandContext): void {
  const tag = flags.tag?.toLowerCase();
  const skills = library
    .all()
    .filter((skill) => tag === undefined || skill.tags.some((own) => own.toLowerCase() === tag));
  if (flags.json) return json(skills.map(headOf), { indent: 2 });
  if (skills.length === 0) return out(phrase`No skills.\n`);
  const width = Math.max(...skills.map((skill) => skill.name.length)) + 2;
  for (const { name, description } of skills)
    out(`${name.padEnd(width)}${description.replace(/\s+/g, " ").slice(0, 100)}\n`);
}

function show(library: Library, name: string, flags: SkillsFlags, { out, json }: CommandContext): void {
  const wanted = name.toLowerCase();
  const skill = library.all().find((candidate) => candidate.name.toLowerCase() === wanted);
  if (!skill)
    throw new UserError(phrase`There is no skill "${name}"; \`waymark skills search\` finds some.`, EXIT.badInput);
  if (flags.json) return json({ ...headOf(skill), body: skill.body }, { indent: 2 });
  out(phrase`# Skill: ${skill.name}\n\n${skill.description}\nSource: ${skill.path}\n\n${skill.body}\n`);
}

function search(library: Library, query: string, flags: SkillsFlags, { out, json }: CommandContext): void {
  const limit = Number(flags.limit);
  if (!Number.isInteger(limit) || limit < 1 || limit > 20)
    throw new UserError(phrase`--limit is "${flags.limit}"; give a whole number from 1 to 20.`, EXIT.usage);
  const skills = library.all();
  const found = findSkills(query, skills, limit).map(({ skill, score, matched }) => ({
    ...headOf(skill),
    score,
    matched,
  }));
  if (flags.json) return json(found, { indent: 2 });
  if (found.length === 0) return out(phrase`No skills found matching '${query}'\n`);
  for (const { name, score, description } of found) out(`${name}  ${score.toFixed(1)}  ${description.slice(0, 150)}\n`);
}

function check(library: Library, flags: SkillsFlags, context: CommandContext): void {
  const problems = library.check();
  if (problems.length > 0) context.exit(EXIT.failed);
  if (flags.json) return context.json(problems, { indent: 2 });
  if (problems.length === 0) return context.out(soundText(library.all().length));
  for (const { path, problem } of problems) context.out(`${path}: ${problem}\n`);
}

const soundText = (count: number): Words =>
  counted(count, phrase`1 skill, nothing wrong.\n`, phrase`${count} skills, nothing wrong.\n`);

async function generate(flags: SkillsFlags, context: CommandContext): Promise<void> {
  const { writeSkills } = await import("../../../app/knowledge/write-skills.ts");
  const { root, outputDir, systemName, force = false } = flags;
  const { folder, skills, cwd } = await inHouse(context, flags, async (house) => ({
    cwd: house.cwd,
    ...(await writeSkills(house, {
      force,
      ...(root === undefined ? {} : { root }),
      ...(outputDir === undefined ? {} : { outputDir }),
      ...(systemName === undefined ? {} : { systemName }),
    })),
  }));
  if (flags.json) return context.json({ folder, skills });
  context.out(phrase`${skills} skills in ${relative(cwd, folder) || folder}\n`);
}

function headOf({ name, description, tags, path, origin }: Skill): Omit<Skill, "body" | "depth"> {
  return { name, description, tags, path, origin };
}
