import { loadedSkill } from "./skill-commands.ts";
import type { SlashCommand } from "./slash-command.ts";

const SKILL_CHARS_SHOWN = 2_000;

/** Written knowledge: skills, notes, instructions. */
export const KNOWLEDGE_COMMANDS: readonly SlashCommand[] = [
  {
    name: "skills",
    summary: "the skills of this folder and of your own",
    whileRunning: true,
    run(_, { agent, say }) {
      const { skills } = agent.knowledge;
      if (skills.length === 0)
        return say("There are no skills here. `waymark skills` tells where they are looked for, and makes one.");
      say(skills.map(({ name, description, origin }) => `- \`${name}\` (${origin}) ${description}`).join("\n"));
    },
  },
  {
    name: "load",
    summary: "shows a skill, and gives it to the model with your next prompt",
    argument: "NAME",
    complete: (_, { agent }) => agent.knowledge.skills.map(({ name }) => name),
    async run(argument, { agent, say, warn, tellModel }) {
      if (argument === "") return warn("Usage: /load NAME. /skills lists them, /search QUERY finds them.");
      const skill = agent.knowledge.skills.find(({ name }) => name === argument);
      if (!skill) {
        const near = agent.knowledge.skills
          .map(({ name }) => name)
          .filter((name) => name.toLowerCase().includes(argument.toLowerCase()));
        const hint = near.length > 0 ? ` Did you mean ${near.slice(0, 3).join(" or ")}?` : " /skills lists them.";
        return warn(`There is no skill "${argument}".${hint}`);
      }
      const { body } = skill;
      say(body.slice(0, SKILL_CHARS_SHOWN));
      if (body.length > SKILL_CHARS_SHOWN)
        say(`… ${body.length - SKILL_CHARS_SHOWN} more characters, in \`${skill.path}\`.`);
      tellModel(loadedSkill(skill));
    },
  },
  {
    name: "search",
    summary: "searches the skills",
    argument: "QUERY",
    run(argument, { warn, runTool, agent }) {
      if (argument === "") return warn("Usage: /search QUERY");
      if (!agent.toolNames.includes("search_skills"))
        return warn("There are no skills here to search. `waymark skills` tells where they are looked for.");
      runTool("search_skills", { query: argument }, { isExpanded: true });
    },
  },
  {
    name: "memory",
    summary: "what is remembered, and which instruction files were read",
    whileRunning: true,
    run(_, { agent, say }) {
      const { notes, instructionFiles } = agent.knowledge;
      say(
        [
          instructionFiles.length === 0
            ? "No instruction file was read; `/init` writes a first AGENTS.md."
            : `Instructions: ${instructionFiles.map((path) => `\`${path}\``).join(", ")}`,
          "",
          ...(notes.length === 0
            ? ["Nothing is remembered yet; `/remember TEXT` notes something."]
            : notes.map(({ scope, text, date }) => `- (${scope}${date ? `, ${date}` : ""}) ${text}`)),
        ].join("\n"),
      );
    },
  },
  {
    name: "remember",
    summary: "notes something for later sessions of this folder",
    argument: "TEXT",
    run(argument, { agent, warn, runTool }) {
      if (argument === "") return warn("Usage: /remember TEXT");
      if (!agent.toolNames.includes("remember")) return warn("Notes are turned off here.");
      runTool("remember", { text: argument, scope: "project" });
    },
  },
  {
    name: "init",
    summary: "writes a first AGENTS.md from what is there",
    async run(_, { lendTerminal }) {
      await lendTerminal(["init"]);
    },
  },
  {
    name: "doctor",
    summary: "looks at what a session needs",
    run: (_, { subcommand }) => subcommand(["doctor"]),
  },
  {
    name: "config",
    aliases: ["settings"],
    summary: "shows or changes settings",
    argument: "[get|set|path|explain] [KEY] [VALUE]",
    complete: () => ["get", "set", "path", "explain"],
    run: (argument, { subcommand }) =>
      subcommand(["config", ...(words(argument).length > 0 ? words(argument) : ["get"])]),
  },
  {
    name: "diff",
    summary: "what the calls of this session changed; line by line for the one with that number",
    argument: "[N]",
    run: (argument, { agent, subcommand }) =>
      subcommand([
        "checkpoint",
        ...(argument === "" ? ["list"] : ["diff", argument]),
        ...["--session", agent.sessionId],
      ]),
  },
  {
    name: "review",
    summary: "asks for a review of what is not committed yet",
    argument: "[WHAT]",
    isReplaceable: true,
    run(argument, { prompt }) {
      const what = argument === "" ? "the changes of this repository that are not committed yet" : argument;
      prompt(
        `Review ${what}. Look at them with git, read what surrounds them, and report mistakes first, the worst one first, each with file and line. Change nothing.`,
      );
    },
  },
  {
    name: "version",
    summary: "the version of Waymark",
    whileRunning: true,
    run: (_, { subcommand }) => subcommand(["--version"]),
  },
];

/** Words as a shell would part them, quotes taken away. */
export function words(text: string): readonly string[] {
  return Array.from(
    text.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g),
    ([, double, single, bare]) => double ?? single ?? bare ?? "",
  );
}
