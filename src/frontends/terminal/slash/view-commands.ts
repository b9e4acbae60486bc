import { setOwnSetting } from "../../../app/settings/write-setting.ts";
import { summarizeDisplay } from "../../../core/protocol/display.ts";
import { keysByAction } from "../keymap.ts";
import { THEME_NAMES } from "../theme.ts";
import type { CallBlock } from "../transcript.ts";
import type { SlashCommand } from "./slash-command.ts";

export const VIEW_COMMANDS: readonly SlashCommand[] = [
  {
    name: "help",
    aliases: ["?"],
    summary: "this list",
    whileRunning: true,
    run(_, { agent, commands, say }) {
      const rows = commands.map(({ name, aliases = [], argument, summary }) => {
        const also = aliases.length > 0 ? ` (also ${aliases.map((alias) => `/${alias}`).join(", ")})` : "";
        return `- \`/${name}${argument ? ` ${argument}` : ""}\` ${summary}${also}`;
      });
      say(
        [
          ...rows,
          "",
          "`@` names a file, `!` runs a shell line, `/keys` shows the keys. While the model works, Enter steers it and Tab puts a prompt in the queue.",
          "",
          `Tools of the model: ${agent.toolNames.map((name) => `\`${name}\``).join(" ")}`,
        ].join("\n"),
      );
    },
  },
  {
    name: "keys",
    summary: "the keys and what they do",
    whileRunning: true,
    run(_, { say, keymap, house }) {
      const rows = keysByAction(keymap()).map(({ action, keys, isOwn }) => {
        const shown = keys.length === 0 ? "no key" : keys.map((key) => `\`${key}\``).join(" ");
        return `- ${action}: ${shown}${isOwn ? " (yours)" : ""}`;
      });
      say([...rows, "", `\`${house.places.config}/keymap.json\` changes them.`].join("\n"));
    },
  },
  {
    name: "clear",
    summary: "clears the screen; the conversation goes on",
    run: (_, { clearScreen }) => clearScreen(),
  },
  {
    name: "e",
    aliases: ["expand"],
    summary: "shows a call in full, the last one without a number",
    argument: "[N]",
    whileRunning: true,
    run(argument, { expandCall, warn }) {
      const number = argument === "" ? undefined : Number(argument.replace("#", ""));
      if (number !== undefined && !Number.isInteger(number))
        return warn(`"${argument}" is no number of a call; /list shows them.`);
      expandCall(number);
    },
  },
  {
    name: "list",
    aliases: ["calls"],
    summary: "the calls of this session with their numbers",
    whileRunning: true,
    run(_, { transcript, say }) {
      const calls = transcript().blocks.filter((block): block is CallBlock => block.kind === "call");
      if (calls.length === 0) return say("No tool has been called yet.");
      say(
        calls
          .slice(-50)
          .map(
            ({ number, name, intent, result }) =>
              `- #${number} ${result?.failed ? "✗" : "✓"} ${name} ${summarizeDisplay(intent)}`,
          )
          .join("\n"),
      );
    },
  },
  {
    name: "todos",
    aliases: ["tasks"],
    summary: "the list of things to do",
    whileRunning: true,
    run(_, { transcript, say }) {
      const { todos } = transcript();
      if (todos.length === 0) return say("The list is empty.");
      const mark = { pending: "☐", in_progress: "▶", completed: "☑" };
      say(todos.map(({ text, status }) => `- ${mark[status]} ${text}`).join("\n"));
    },
  },
  {
    name: "theme",
    summary: "the colours",
    argument: "[NAME]",
    complete: () => THEME_NAMES,
    async run(argument, context) {
      const items = THEME_NAMES.map((name) => ({
        label: name,
        isCurrent: name === context.themeName(),
      }));
      const name = argument === "" ? (await context.pick("Which colours?", items))?.label : argument;
      if (name === undefined) return;
      if (!context.useTheme(name))
        return context.warn(`There is no theme "${name}"; there are ${THEME_NAMES.join(", ")}.`);
      const file = await setOwnSetting("theme", name, context.house.environment);
      context.say(`Theme ${name}, kept in \`${file}\`.`);
    },
  },
  {
    name: "exit",
    aliases: ["quit", "q"],
    summary: "leaves",
    whileRunning: true,
    run: (_, { leave }) => leave(),
  },
];
