import type { Agent } from "../../../app/agent.ts";
import type { House } from "../../../app/open-house.ts";
import { act, say } from "../../../app/report/standard-streams.ts";
import { spokenError } from "../../../app/words/spoken.ts";
import { cleanText } from "../clean-event.ts";
import type { FileIndex } from "../completion/file-index.ts";
import type { PickerItem } from "../dialogs/picker.ts";
import type { Keymap } from "../keymap.ts";
import { lendToSubcommand, runSubcommand } from "../own-program.ts";
import type { RunControl } from "../run-control.ts";
import type { CommandSource, SlashContext } from "../slash/slash-command.ts";
import { THEME_NAMES } from "../theme.ts";
import type { TypedQueue } from "../typed/typed-queue.ts";
import { offerUnsent } from "../typed/unsent.ts";
import { words } from "../words/words.ts";
import { askPlainly } from "./console-asker.ts";
import type { PlainView } from "./plain-view.ts";
import type { PromptInput } from "./prompt-input.ts";

export interface PlainHost {
  readonly agent: Agent;
  readonly run: RunControl;
  readonly view: PlainView;
  readonly files: FileIndex;
  readonly commands: CommandSource;
  readonly house: House;
  readonly keymap: Keymap;
  readonly input: PromptInput;
  readonly queue: TypedQueue;
}

export interface PlainState {
  readonly hasLeft: boolean;
  /** Resolves when what commands have started is done. */
  settled(): Promise<void>;
}

const CHOICES_SHOWN = 40;

/** The same commands as on a screen that is drawn: lists are numbered lines, and a choice is a number or a name. */
export function createPlainContext(host: PlainHost): { readonly context: SlashContext; readonly state: PlainState } {
  const { agent, run, view, files, commands, house, keymap, input } = host;
  let hasLeft = false;
  let work: Promise<void> = Promise.resolve();
  const later = (next: () => Promise<void>): void => {
    const release = host.input.onInterrupt(() => host.input.prefill(run.cancel().join("\n")));
    work = work
      .then(next)
      .catch((error: unknown) => view.warn(spokenError(error)))
      .finally(release);
  };
  const context: SlashContext = {
    ...{ agent, house, commands },
    wayOf: (command) => `/${command}`,
    transcript: () => view.transcript,
    themeName: () => "none",
    keymap: () => keymap,
    say: (text) => view.say(text),
    sayLines: (lines) => view.warn(lines.join("\n")),
    sayCode: (code) => view.warn(code),
    warn: (text) => view.warn(text),
    prompt: (given) => later(() => run.prompt(given)),
    runTool: (name, input, options) =>
      later(async () => {
        await run.runTool(name, input, { isFolded: options?.isExpanded ?? false });
        if (options?.isExpanded) view.expand(undefined);
      }),
    later: (work) => later(() => work),
    follow: (events) => later(() => run.follow(events)),
    findFiles: async (query) => {
      await files.warm();
      return files.search(query, 20);
    },
    async subcommand(args) {
      view.warn((await runSubcommand(args, house.cwd, house.environment)).text.trimEnd());
    },
    lendTerminal: (args) => host.input.lend(() => lendToSubcommand(args, house.cwd, house.environment)),
    toBackground: () => run.toBackground(),
    tellModel: (text) => run.tellModel(text),
    work: (own) => later(() => run.work(own)),
    pick: (title, items) => pick(title, items, host),
    ask: (question, options) => askPlainly(input, { question, options }),
    useVim: () => undefined,
    useTheme: (name) => THEME_NAMES.includes(name),
    showSession: async () => {
      view.take(agent.history);
      const unsent = offerUnsent(agent, host);
      if (unsent !== undefined) host.input.prefill(unsent);
    },
    expandCall: (number) => view.expand(number),
    clearScreen: () => say("\n"),
    send: act,
    setPrompt: (text) => host.input.prefill(text),
    leave: () => {
      hasLeft = true;
    },
  };
  return {
    context,
    state: {
      get hasLeft() {
        return hasLeft;
      },
      settled: () => work,
    },
  };
}

async function pick<Item extends PickerItem>(
  title: string,
  items: readonly Item[],
  { view, input }: PlainHost,
): Promise<Item | undefined> {
  for (let shown = items; ; ) {
    view.say(listText(title, shown));
    const answer = (await input.ask(words("plain.number")))?.trim() ?? "";
    if (answer === "") return undefined;
    const chosen = shown[Number(answer) - 1] ?? items.find(({ label }) => label === answer);
    if (chosen) return chosen;
    shown = /^\d+$/.test(answer) ? [] : items.filter((item) => hasWords(item, answer));
    if (shown.length > 0) continue;
    view.warn(words("plain.notInList", { text: answer }));
    return undefined;
  }
}

function listText(title: string, items: readonly PickerItem[]): string {
  const lines = items
    .slice(0, CHOICES_SHOWN)
    .map(({ label, hint, isCurrent }, index) =>
      cleanText(`${index + 1}. ${label}${hint ? `, ${hint}` : ""}${isCurrent ? words("plain.inUse") : ""}`),
    );
  const more = items.length > lines.length ? [words("plain.moreItems", { count: items.length - lines.length })] : [];
  return [title, ...lines, ...more].join("\n");
}

/** Each of the words stands somewhere in it, capitals or not. */
function hasWords({ label, hint = "", detail = "" }: PickerItem, asked: string): boolean {
  const text = `${label} ${hint} ${detail}`.toLowerCase();
  return asked
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
