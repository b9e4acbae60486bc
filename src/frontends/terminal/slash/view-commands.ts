import { setOwnSetting } from "../../../app/settings/write-setting.ts";
import { summarizeDisplay } from "../../../core/protocol/display.ts";
import { keysByAction } from "../keymap.ts";
import { THEME_NAMES } from "../theme.ts";
import type { CallBlock } from "../transcript.ts";
import { words } from "../words/words.ts";
import type { BuiltInCommand } from "./slash-command.ts";

export const VIEW_COMMANDS: readonly BuiltInCommand[] = [
  {
    name: "help",
    aliases: ["?"],
    whileRunning: true,
    run(_, { agent, commands, say }) {
      const rows = commands.now().map(({ name, aliases = [], argument, summary }) => {
        const also =
          aliases.length > 0 ? words("help.also", { names: aliases.map((alias) => `/${alias}`).join(", ") }) : "";
        return `- \`/${name}${argument ? ` ${argument}` : ""}\` ${summary}${also}`;
      });
      say(
        [
          ...rows,
          "",
          words("help.signs"),
          "",
          words("help.toolNames", { names: agent.toolNames.map((name) => `\`${name}\``).join(" ") }),
        ].join("\n"),
      );
    },
  },
  {
    name: "keys",
    aliases: ["keybindings"],
    whileRunning: true,
    run(_, { say, keymap, house }) {
      const rows = keysByAction(keymap()).map(({ action, keys, isOwn }) => {
        const shown = keys.length === 0 ? words("keys.none") : keys.map((key) => `\`${key}\``).join(" ");
        return `- ${shown}${isOwn ? words("keys.own") : ""}: ${words(`keys.does.${action}`)} (\`${action}\`)`;
      });
      say([...rows, "", words("keys.file", { file: house.terminal.keymapFile })].join("\n"));
    },
  },
  {
    name: "e",
    atTerminal: {},
    aliases: ["expand"],
    argument: "[N]",
    whileRunning: true,
    run(argument, { expandCall, warn }) {
      const number = argument === "" ? undefined : Number(argument.replace("#", ""));
      if (number !== undefined && !Number.isInteger(number)) return warn(words("calls.noNumber", { text: argument }));
      if (expandCall(number)) return;
      warn(number === undefined ? words("calls.nothingFolded") : words("calls.unknown", { number }));
    },
  },
  {
    name: "list",
    aliases: ["calls"],
    whileRunning: true,
    run(_, { transcript, say, sayLines }) {
      const calls = transcript().blocks.filter((block): block is CallBlock => block.kind === "call");
      if (calls.length === 0) return say(words("calls.none"));
      sayLines(
        calls
          .slice(-50)
          .map(
            ({ number, name, intent, result }) =>
              `- #${number} ${result?.failed ? "✗" : "✓"} ${name} ${summarizeDisplay(intent)}`,
          ),
      );
    },
  },
  {
    name: "todos",
    whileRunning: true,
    run(_, { transcript, say, sayLines }) {
      const { todos } = transcript();
      if (todos.length === 0) return say(words("todos.empty"));
      const mark = { pending: "☐", in_progress: "▶", completed: "☑" };
      sayLines(todos.map(({ text, status }) => `- ${mark[status]} ${text}`));
    },
  },
  {
    name: "theme",
    atTerminal: { instead: "waymark config set theme NAME" },
    argument: "[NAME]",
    complete: () => THEME_NAMES,
    async run(argument, context) {
      const items = THEME_NAMES.map((name) => ({
        label: name,
        isCurrent: name === context.themeName(),
      }));
      const name = argument === "" ? (await context.pick(words("theme.which"), items))?.label : argument;
      if (name === undefined) return;
      if (!context.useTheme(name)) return context.warn(words("theme.unknown", { name, names: THEME_NAMES.join(", ") }));
      const file = await setOwnSetting("theme", name, context.house.environment);
      context.say(words("theme.kept", { name, file }));
    },
  },
  {
    name: "vim",
    atTerminal: {},
    whileRunning: true,
    run(_, { useVim, say, warn }) {
      const isOn = useVim();
      if (isOn === undefined) return warn(words("vim.none"));
      say(isOn ? words("vim.on") : words("vim.off"));
    },
  },
  {
    name: "exit",
    atTerminal: {},
    aliases: ["quit", "q"],
    whileRunning: true,
    run: (_, { leave }) => leave(),
  },
];
