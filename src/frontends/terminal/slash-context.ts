import type { Agent } from "../../app/agent.ts";
import { spokenError } from "../../app/words/spoken.ts";
import type { AttachedSession } from "./attached-session.ts";
import type { PickerItem } from "./dialogs/picker.ts";
import type { PromptEditor } from "./editor/prompt-editor.ts";
import type { Keymap } from "./keymap.ts";
import { lendToSubcommand, runSubcommand } from "./own-program.ts";
import type { Screen } from "./screen/screen.ts";
import type { TerminalPort } from "./screen/tty.ts";
import type { SessionView } from "./session-view.ts";
import type { SlashContext } from "./slash/slash-command.ts";
import type { Theme } from "./theme.ts";
import { words } from "./words/words.ts";

/** What the application lends to its commands. */
export interface SlashHost {
  readonly view: SessionView;
  readonly screen: Screen;
  readonly terminal: TerminalPort;
  readonly editor: PromptEditor;
  readonly keymap: Keymap;
  theme(): Theme;
  useTheme(name: string): boolean;
  useVim(): boolean;
  expand(number: number | undefined): boolean;
  pick<Item extends PickerItem>(title: string, items: readonly Item[]): Promise<Item | undefined>;
  ask(question: string, proposals: readonly string[]): Promise<string | undefined>;
  leave(): void;
  offerUnsent(agent: Agent): void;
}

/** The session as a command sees it. */
export function createSlashContext(
  host: SlashHost,
  { agent, house, run, files, commands }: AttachedSession,
): SlashContext {
  const { view, screen, terminal, editor } = host;
  const inBackground = (work: Promise<void>): void => {
    void work.catch((error: unknown) => view.warn(spokenError(error)));
  };
  return {
    ...{ agent, house, commands },
    wayOf: (command) => `/${command}`,
    transcript: () => view.transcript,
    themeName: () => host.theme().name,
    keymap: () => host.keymap,
    say: (text) => view.say(text),
    sayLines: (lines) => view.sayLines(lines),
    sayCode: (code, language) => view.sayCode(code, language),
    warn: (text) => view.warn(text),
    prompt: (given) => inBackground(run.prompt(given)),
    runTool: (name, input, options) =>
      inBackground(
        run.runTool(name, input, { isFolded: options?.isExpanded ?? false }).then(() => {
          if (options?.isExpanded) view.expandLast();
        }),
      ),
    later: inBackground,
    follow: (events) => {
      view.showTyped();
      inBackground(run.follow(events));
    },
    findFiles: async (query) => {
      await files.warm();
      return files.search(query, 20);
    },
    async subcommand(args) {
      const { text, code } = await runSubcommand(args, house.cwd, house.environment);
      const told = text.trimEnd();
      if (told === "")
        return code === 0 ? view.say(words("subcommand.done")) : view.warn(words("subcommand.code", { code }));
      // One sentence is our own, with words to type in it; of lists every sign is shown.
      if (/^[^\n]*[.]$/.test(told)) view.say(told);
      else view.sayLines(told.split("\n"));
    },
    async lendTerminal(args) {
      return await lend({ view, screen, terminal }, () => lendToSubcommand(args, house.cwd, house.environment));
    },
    toBackground: () => run.toBackground(),
    tellModel: (text) => run.tellModel(text),
    work: (work) => inBackground(run.work(work)),
    pick: (title, items) => host.pick(title, items),
    ask: (question, proposals) => host.ask(question, proposals),
    useTheme: (name) => host.useTheme(name),
    useVim: () => host.useVim(),
    showSession: async () => {
      await view.showHistory(agent.history);
      host.offerUnsent(agent);
    },
    expandCall: (number) => host.expand(number),
    clearScreen: () => screen.clear(),
    send: (sequence) => terminal.write(sequence),
    setPrompt: (text) => editor.replace(text),
    leave: () => host.leave(),
  };
}

/** Another program has the terminal until `work` is done; then everything is shown again. */
export async function lend<Result>(
  { view, screen, terminal }: Pick<SlashHost, "view" | "screen" | "terminal">,
  work: () => Promise<Result>,
): Promise<Result> {
  view.pause();
  screen.release();
  const resume = terminal.lend();
  try {
    return await work();
  } finally {
    resume();
    screen.reclaim();
    view.resume();
  }
}
