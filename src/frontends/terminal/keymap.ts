import { readFileSync } from "node:fs";
import { errorCode, errorText } from "../../base/error-text.ts";
import { EDIT_ACTIONS, type EditAction } from "./editor/prompt-editor.ts";

const APP_ACTIONS = [
  "submit",
  "queue",
  "cancel",
  "interrupt",
  "leave",
  "suspend",
  "cycleMode",
  "expand",
  "externalEditor",
  "historySearch",
  "redraw",
  "todos",
  "background",
  "pastePicture",
  "pageUp",
  "pageDown",
  "help",
] as const;
export type AppAction = (typeof APP_ACTIONS)[number];
export type Action = AppAction | EditAction;

export type Keymap = ReadonlyMap<string, Action>;

/** Keys as the decoder names them: modifiers in the order ctrl, alt, shift. */
export const DEFAULT_KEYS: Readonly<Record<Action, readonly string[]>> = {
  submit: ["enter"],
  queue: ["tab", "ctrl+q"],
  cancel: ["escape"],
  interrupt: ["ctrl+c"],
  leave: ["ctrl+d"],
  suspend: ["ctrl+z"],
  cycleMode: ["shift+tab"],
  expand: ["ctrl+o"],
  externalEditor: ["ctrl+g"],
  historySearch: ["ctrl+r"],
  redraw: ["ctrl+l"],
  todos: ["ctrl+t"],
  background: ["ctrl+b"],
  pastePicture: ["ctrl+v"],
  pageUp: ["pageup"],
  pageDown: ["pagedown"],
  help: ["f1"],
  left: ["left"],
  right: ["right", "ctrl+f"],
  up: ["up", "ctrl+p"],
  down: ["down", "ctrl+n"],
  wordLeft: ["ctrl+left", "alt+left", "alt+b"],
  wordRight: ["ctrl+right", "alt+right", "alt+f"],
  lineStart: ["home", "ctrl+a"],
  lineEnd: ["end", "ctrl+e"],
  deleteLeft: ["backspace", "shift+backspace"],
  deleteRight: ["delete"],
  deleteWordLeft: ["ctrl+w", "alt+backspace", "ctrl+backspace"],
  deleteWordRight: ["alt+d", "alt+delete", "ctrl+delete"],
  deleteToLineStart: ["ctrl+u"],
  deleteToLineEnd: ["ctrl+k"],
  yank: ["ctrl+y"],
  undo: ["ctrl+_"],
  redo: ["alt+_", "ctrl+alt+_"],
  newLine: ["ctrl+j", "shift+enter", "alt+enter"],
};

export const ACTIONS: readonly Action[] = [...APP_ACTIONS, ...EDIT_ACTIONS];

/** The keys of each action; those a person sets replace the default ones of that action. */
export function createKeymap(own: Readonly<Record<string, readonly string[]>>): Keymap {
  const keymap = new Map<string, Action>();
  for (const action of ACTIONS) for (const key of own[action] ?? DEFAULT_KEYS[action]) keymap.set(key, action);
  // An own binding wins over another action's default for the same key.
  for (const action of ACTIONS) for (const key of own[action] ?? []) keymap.set(key, action);
  return keymap;
}

export interface ActionKeys {
  readonly action: Action;
  readonly keys: readonly string[];
  /** Other than the default ones. */
  readonly isOwn: boolean;
}

/** The keymap as it is in force, for people. */
export function keysByAction(keymap: Keymap): readonly ActionKeys[] {
  return ACTIONS.map((action) => {
    const keys = [...keymap].filter(([, bound]) => bound === action).map(([key]) => key);
    return { action, keys, isOwn: keys.join(" ") !== DEFAULT_KEYS[action].join(" ") };
  });
}

export interface LoadedKeymap {
  readonly keymap: Keymap;
  readonly problems: readonly string[];
}

/** Reads `keymap.json`, an object of action names and lists of keys: `{"submit": ["ctrl+j"]}`. A bad file is reported and left out. */
export function loadKeymap(path: string): LoadedKeymap {
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(path, "utf8"));
  } catch (error) {
    if (errorCode(error) === "ENOENT") return { keymap: createKeymap({}), problems: [] };
    return {
      keymap: createKeymap({}),
      problems: [`${path} cannot be read (${errorText(error)}); the default keys are used.`],
    };
  }
  if (typeof value !== "object" || value === null || Array.isArray(value))
    return { keymap: createKeymap({}), problems: [`${path} holds no JSON object; write {"submit": ["enter"]}.`] };
  const own: Record<string, readonly string[]> = {};
  const problems: string[] = [];
  for (const [name, keys] of Object.entries(value)) {
    const list = typeof keys === "string" ? [keys] : keys;
    if (!ACTIONS.some((action) => action === name))
      problems.push(`${path}: there is no action "${name}"; /keys lists them.`);
    else if (!Array.isArray(list) || !list.every((key) => typeof key === "string"))
      problems.push(`${path}: "${name}" takes a list of keys such as "ctrl+x".`);
    else own[name] = list.map((key) => key.toLowerCase());
  }
  return { keymap: createKeymap(own), problems };
}
