import type { Agent } from "../../app/agent.ts";
import type { TerminalFacts } from "../../app/settings/terminal-facts.ts";
import { spokenError } from "../../app/words/spoken.ts";
import { PERMISSION_MODES } from "../../core/permissions/decide.ts";
import type { PromptEditor } from "./editor/prompt-editor.ts";
import type { InputLine } from "./input-line.ts";
import type { Action, AppAction } from "./keymap.ts";
import type { RunControl } from "./run-control.ts";
import { editExternally } from "./screen/external-editor.ts";
import type { Screen } from "./screen/screen.ts";
import type { TerminalPort } from "./screen/tty.ts";
import type { SessionView } from "./session-view.ts";
import { modeHint } from "./slash/agent-commands.ts";
import { movedText } from "./slash/task-commands.ts";
import { lend } from "./slash-context.ts";
import type { TypedQueue } from "./typed/typed-queue.ts";
import { words } from "./words/words.ts";

export interface KeyHost {
  readonly editor: PromptEditor;
  readonly input: InputLine;
  readonly view: SessionView;
  readonly screen: Screen;
  readonly terminal: TerminalPort;
  readonly facts: Pick<TerminalFacts, "editor" | "editorFolder">;
  saveHistory(text: string): void;
  submit(text: string): void;
  hint(text: string): void;
  leave(): void;
  agent(): Agent | undefined;
  run(): RunControl | undefined;
  /** What waits for its turn. */
  readonly queue: TypedQueue;
  enqueue(text: string): void;
  expand(): void;
  command(name: string): void;
  togglePanel(): void;
}

export type KeyActions = (action: Action) => void;

const AGAIN_MS = 2_000;
const ESCAPE_AGAIN_MS = 600;
const PAGE_ROWS = 10;

/** What the keys do that are not about the text of the prompt. */
export function createKeyActions(host: KeyHost): KeyActions {
  let lastInterruptMs = Number.NEGATIVE_INFINITY;
  let lastEscapeMs = Number.NEGATIVE_INFINITY;
  const actions: Record<AppAction, () => void> = {
    submit() {
      const { givenBack } = host.queue;
      const isUnchanged = host.editor.expandedText === givenBack.join("\n");
      submit(host, isUnchanged ? givenBack : undefined);
      host.queue.giveBack([]);
    },
    queue: () => queue(host),
    cancel() {
      const now = performance.now();
      const isSecond = now - lastEscapeMs < ESCAPE_AGAIN_MS;
      lastEscapeMs = isSecond ? Number.NEGATIVE_INFINITY : now;
      if (host.run()?.isRunning || host.queue.texts.length > 0) {
        return cancel(host);
      }
      if (!isSecond) return;
      if (host.editor.isEmpty) host.command("rewind");
      else host.editor.clear();
    },
    interrupt() {
      const isSecond = performance.now() - lastInterruptMs < AGAIN_MS;
      if (host.run()?.isRunning && !host.run()?.isCancelling) {
        return cancel(host);
      }
      if (!host.editor.isEmpty) {
        host.editor.clear();
        return host.input.close();
      }
      if (isSecond) return host.leave();
      lastInterruptMs = performance.now();
      host.hint(words("keys.leave"));
    },
    leave() {
      if (host.editor.isEmpty) host.leave();
      else host.editor.act("deleteRight");
    },
    suspend: () => suspend(host),
    cycleMode: () => cycleMode(host),
    expand: () => host.expand(),
    externalEditor: () => void openEditor(host).catch((error: unknown) => host.view.warn(spokenError(error))),
    historySearch: () => {},
    redraw() {
      host.screen.resized();
      host.view.requestFrame();
    },
    todos: () => host.togglePanel(),
    background: () => background(host),
    pastePicture: () => void pastePicture(host).catch((error: unknown) => host.view.warn(spokenError(error))),
    pageUp: () => host.screen.scroll(-PAGE_ROWS),
    pageDown: () => host.screen.scroll(PAGE_ROWS),
    help: () => host.command("help"),
  };
  return (action) => {
    if (action in actions) actions[action as AppAction]();
  };
}

/** @param parts  of what is sent: texts that were given back together and go as they are, each by itself */
function submit({ editor, input, ...host }: KeyHost, parts?: readonly string[]): void {
  input.close();
  if (editor.text.trim() === "") return editor.clear();
  const shown = editor.text;
  const text = editor.submit();
  if (!shown.includes("[Paste #")) host.saveHistory(text);
  for (const part of parts ?? [text]) host.submit(part);
}

/** For after the run, whatever it is; with nothing typed the newest that waits comes back to be changed. */
function queue({ editor, enqueue, queue: waiting, run }: KeyHost): void {
  if (editor.text.trim() === "") {
    const text = waiting.takeNewest();
    if (text !== undefined) editor.replace(text);
  } else if (run()?.isRunning) enqueue(editor.submit());
}

/** One key ends the run; what waited for it stands in the prompt again, before what is being typed */
function cancel({ editor, run, queue: texts }: KeyHost): void {
  const waiting = run()?.isRunning ? (run()?.cancel() ?? []) : texts.takeAll();
  if (waiting.length > 0) editor.replace(texts.giveBack([...waiting, editor.expandedText]));
}

/** What is waited for goes on behind; with nothing running the key is readline's. */
function background({ run, editor, hint }: KeyHost): void {
  if (run()?.isRunning) hint(movedText(run()?.toBackground() ?? []));
  else editor.act("left");
}

/** The picture on the clipboard becomes a file that the prompt mentions. */
async function pastePicture({ agent, editor, hint, view }: KeyHost): Promise<void> {
  const cwd = agent()?.cwd;
  if (cwd === undefined) return;
  const { keepClipboardPicture } = await import("./screen/clipboard-picture.ts");
  const path = await keepClipboardPicture(cwd);
  if (path === undefined) return hint(words("picture.none"));
  editor.type(`@${path} `);
  view.requestFrame();
}

function cycleMode(host: KeyHost): void {
  const agent = host.agent();
  if (!agent) return;
  // Bypassing all questions is chosen by name, never by a slip of the finger.
  const modes = PERMISSION_MODES.filter((mode) => mode !== "bypassPermissions" && mode !== "dontAsk");
  const next = modes[(modes.indexOf(agent.permissionMode as (typeof modes)[number]) + 1) % modes.length] ?? "default";
  agent.permissionMode = next;
  host.hint(words("mode.set", { mode: next, hint: modeHint(next) }));
}

function suspend({ view, screen, terminal }: KeyHost): void {
  view.pause();
  screen.release();
  terminal.suspend(() => {
    screen.reclaim();
    view.resume();
  });
}

async function openEditor(host: KeyHost): Promise<void> {
  const { editor, facts, hint } = host;
  const end = await lend(host, () => editExternally(editor.expandedText, facts));
  if (end.kind === "edited") editor.replace(end.text);
  else hint(end.why);
}
