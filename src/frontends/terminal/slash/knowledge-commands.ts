import { loadedSkill } from "../../../app/knowledge/loaded-skill.ts";
import { GUIDE_ID } from "../../../app/models/guide-id.ts";
import { partedWords } from "../../../base/parted-words.ts";
import { words } from "../words/words.ts";
import type { BuiltInCommand } from "./slash-command.ts";

const SKILL_CHARS_SHOWN = 2_000;

/** Written knowledge: skills, notes, instructions. */
export const KNOWLEDGE_COMMANDS: readonly BuiltInCommand[] = [
  {
    name: "skills",
    whileRunning: true,
    run(_, { agent, say }) {
      const { skills } = agent.knowledge;
      if (skills.length === 0) return say(words("skills.none"));
      say(skills.map(({ name, description, origin }) => `- \`${name}\` (${origin}) ${description}`).join("\n"));
    },
  },
  {
    name: "load",
    atTerminal: {},
    argument: "NAME",
    complete: (_, { agent }) => agent.knowledge.skills.map(({ name }) => name),
    async run(argument, { agent, say, warn, tellModel }) {
      if (argument === "") return warn(words("load.usage"));
      const skill = agent.knowledge.skills.find(({ name }) => name === argument);
      if (!skill) {
        const near = agent.knowledge.skills
          .map(({ name }) => name)
          .filter((name) => name.toLowerCase().includes(argument.toLowerCase()));
        const hint = near.length > 0 ? words("load.near", { names: near.slice(0, 3).join(", ") }) : words("load.all");
        return warn(words("load.unknown", { name: argument, hint }));
      }
      const { body } = skill;
      say(body.slice(0, SKILL_CHARS_SHOWN));
      if (body.length > SKILL_CHARS_SHOWN)
        say(words("load.more", { count: body.length - SKILL_CHARS_SHOWN, path: skill.path }));
      tellModel(loadedSkill(skill));
    },
  },
  {
    name: "search",
    argument: "QUERY",
    run(argument, { say, warn, runTool, agent }) {
      if (argument === "") return warn(words("search.usage"));
      if (!agent.toolNames.includes("search_skills")) return say(words("search.none"));
      runTool("search_skills", { query: argument }, { isExpanded: true });
    },
  },
  {
    name: "memory",
    whileRunning: true,
    run(_, { agent, say, wayOf }) {
      const { notes, instructionFiles } = agent.knowledge;
      say(
        [
          instructionFiles.length === 0
            ? words("memory.noFile", { init: wayOf("init") })
            : words("memory.files", { files: instructionFiles.map((path) => `\`${path}\``).join(", ") }),
          "",
          ...(notes.length === 0
            ? [words("memory.none")]
            : notes.map(({ scope, text, date }) => `- (${scope}${date ? `, ${date}` : ""}) ${text}`)),
        ].join("\n"),
      );
    },
  },
  {
    name: "remember",
    argument: "TEXT",
    run(argument, { agent, warn, runTool }) {
      if (argument === "") return warn(words("remember.usage"));
      if (!agent.toolNames.includes("remember")) return warn(words("remember.off"));
      runTool("remember", { text: argument, scope: "project" });
    },
  },
  {
    name: "remedies",
    argument: "[list|show|edit|remove|clear] [ID] [WORDS]",
    whileRunning: (argument) => /^(?:(?:list|show)\b|$)/.test(argument),
    complete: () => ["list", "show", "edit", "remove", "clear"],
    run: (argument, { subcommand }) =>
      subcommand(["remedies", ...(argument === "" ? ["list"] : partedWords(argument))]),
  },
  {
    name: "init",
    atTerminal: { instead: "waymark init" },
    async run(_, { lendTerminal }) {
      await lendTerminal(["init", "--yes"]);
    },
  },
  {
    name: "hooks",
    whileRunning: true,
    run: (_, { subcommand }) => subcommand(["hooks", "list"]),
  },
  {
    name: "plugin",
    aliases: ["plugins"],
    whileRunning: true,
    run: (_, { subcommand }) => subcommand(["plugin", "list"]),
  },
  {
    name: "doctor",
    whileRunning: true,
    // Of the model that answers here, whatever the settings would choose.
    run: (_, { agent, subcommand }) => subcommand(["doctor", "--model", agent.modelId]),
  },
  {
    name: "config",
    aliases: ["settings"],
    argument: "[get|set|path|explain] [KEY] [VALUE]",
    whileRunning: (argument) => !/^set\b/.test(argument),
    complete: () => ["get", "set", "path", "explain"],
    run: (argument, { subcommand }) =>
      subcommand(["config", ...(partedWords(argument).length > 0 ? partedWords(argument) : ["get"])]),
  },
  {
    name: "diff",
    argument: "[N]",
    async run(argument, { agent, house, say, sayCode, warn }) {
      const { diffCheckpoint, hasChanged } = await import("../../../app/session/undo.ts");
      const number = argument === "" ? undefined : Number(argument);
      if (number !== undefined && !Number.isSafeInteger(number)) return warn(words("diff.usage", { text: argument }));
      const place = { stateFolder: house.places.state, cwd: house.cwd, session: agent.sessionId, isOpen: true };
      if (number === undefined && !hasChanged(place)) return say(words("diff.untouched"));
      const text = await diffCheckpoint(place, number);
      if (text === "") say(words("diff.none"));
      else sayCode(text.trimEnd(), "diff");
    },
  },
  {
    name: "review",
    argument: "[WHAT]",
    isReplaceable: true,
    run(argument, { agent, prompt, warn, wayOf }) {
      if (agent.modelId === GUIDE_ID) return warn(words("review.needsModel", { model: wayOf("model") }));
      const what = argument === "" ? "the changes of this repository that are not committed yet" : argument;
      prompt(
        `Review ${what}. Look at them with git, read what surrounds them, and report mistakes first, the worst one first, each with file and line. Change nothing.`,
      );
    },
  },
  {
    name: "version",
    whileRunning: true,
    run: (_, { subcommand }) => subcommand(["--version"]),
  },
];
