import type { Agent } from "../../app/agent.ts";
import type { Environment } from "../../app/settings/locations.ts";
import { errorText } from "../../base/error-text.ts";
import { PERMISSION_MODES } from "../../core/permissions/decide.ts";
import type { PromptEditor } from "./editor/prompt-editor.ts";
import type { InputLine } from "./input-line.ts";
import type { Action, AppAction } from "./keymap.ts";
import type { RunControl } from "./run-control.ts";
import { editExternally } from "./screen/external-editor.ts";
import type { Screen } from "./screen/screen.ts";
import type { TerminalPort } from "./screen/tty.ts";
import type { SessionView } from "./session-view.ts";
import { MODE_HINTS } from "./slash/agent-commands.ts";
import { lend } from "./slash-context.ts";

export interface KeyHost {
  readonly editor: PromptEditor;
  readonly input: InputLine;
  readonly view: SessionView;
  readonly screen: Screen;
  readonly terminal: TerminalPort;
  readonly environment: Environment;
  saveHistory(text: string): void;
  submit(text: string): void;
  hint(text: string): void;
  leave(): void;
  agent(): Agent | undefined;
  run(): RunControl | undefined;
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
    submit: () => submit(host),
    queue: () => queue(host),
    cancel() {
      const now = performance.now();
      const isSecond = now - lastEscapeMs < ESCAPE_AGAIN_MS;
      lastEscapeMs = isSecond ? Number.NEGATIVE_INFINITY : now;
      if (host.run()?.isRunning) return host.run()?.cancel();
      if (!isSecond) return;
      if (host.editor.isEmpty) host.command("rewind");
      else host.editor.clear();
    },
    interrupt() {
      const isSecond = performance.now() - lastInterruptMs < AGAIN_MS;
      if (host.run()?.isRunning && !host.run()?.isCancelling) return host.run()?.cancel();
      if (!host.editor.isEmpty) {
        host.editor.clear();
        return host.input.close();
      }
      if (isSecond) return host.leave();
      lastInterruptMs = performance.now();
      host.hint("Ctrl-C again leaves; /exit does too.");
    },
    leave() {
      if (host.editor.isEmpty) host.leave();
      else host.editor.act("deleteRight");
    },
    suspend: () => suspend(host),
    cycleMode: () => cycleMode(host),
    expand: () => host.expand(),
    externalEditor: () => void openEditor(host).catch((error: unknown) => host.view.warn(errorText(error))),
    historySearch: () => {},
    redraw() {
      host.screen.resized();
      host.view.requestFrame();
    },
    todos: () => host.togglePanel(),
    pageUp: () => host.screen.scroll(-PAGE_ROWS),
    pageDown: () => host.screen.scroll(PAGE_ROWS),
    help: () => host.command("help"),
  };
  return (action) => {
    if (action in actions) actions[action as AppAction]();
  };
}

function submit({ editor, input, ...host }: KeyHost): void {
  input.close();
  if (editor.text.trim() === "") return editor.clear();
  const shown = editor.text;
  const text = editor.submit();
  if (!shown.includes("[Paste #")) host.saveHistory(text);
  host.submit(text);
}

/** A prompt for after the run; with nothing typed the newest one comes back to be changed. */
function queue(host: KeyHost): void {
  const { editor } = host;
  const run = host.run();
  if (!run?.isRunning) return;
  if (editor.text.trim() === "") {
    const text = run.unqueue();
    if (text !== undefined) editor.replace(text);
    return;
  }
  run.queue(editor.submit());
}

function cycleMode(host: KeyHost): void {
  const agent = host.agent();
  if (!agent) return;
  // Bypassing all questions is chosen by name, never by a slip of the finger.
  const modes = PERMISSION_MODES.filter((mode) => mode !== "bypassPermissions" && mode !== "dontAsk");
  const next = modes[(modes.indexOf(agent.permissionMode as (typeof modes)[number]) + 1) % modes.length] ?? "default";
  agent.permissionMode = next;
  host.hint(`Mode ${next}: ${MODE_HINTS[next]}`);
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
  const { editor, environment, hint } = host;
  const end = await lend(host, () => editExternally(editor.expandedText, environment));
  if (end.kind === "edited") editor.replace(end.text);
  else hint(end.why);
}
