import { isObject } from "../../base/is-object.ts";
import { commandText } from "../../engines/shell/command-text.ts";

type Arguments = Readonly<Record<string, unknown>>;
/** What an argument is as ours; undefined where that would be a guess. */
type Reading = (value: unknown, given: Arguments) => Arguments | undefined;

const nothing: Reading = () => ({});
const unless =
  (harmless: unknown): Reading =>
  (value) =>
    value === harmless ? {} : undefined;

const CONTEXT_MAX = 50;
const MATCHES_MAX = 500;
const SECONDS_MAX = 600;
/** Nobody means so many seconds: others count milliseconds. */
const MS_FROM = 1000;

/** Types of files as ripgrep calls them. */
const TYPES: Readonly<Record<string, string>> = {
  ...{ py: "*.py", js: "*.{js,jsx,mjs,cjs}", ts: "*.{ts,tsx,mts,cts}", go: "*.go", rust: "*.rs", java: "*.java" },
  ...{ c: "*.{c,h}", cpp: "*.{cc,cpp,cxx,hh,hpp,h}", cs: "*.cs", rb: "*.rb", ruby: "*.rb", php: "*.php", sh: "*.sh" },
  ...{
    md: "*.md",
    json: "*.json",
    yaml: "*.{yaml,yml}",
    html: "*.{html,htm}",
    css: "*.css",
    sql: "*.sql",
    cobol: "*.{cob,cbl,cpy}",
  },
};

/** `undefined`: a field that has nothing of ours behind it. */
const TODO_FIELDS: Readonly<Record<string, string | undefined>> = {
  ...Object.fromEntries(["content", "description", "step", "title", "task"].map((name) => [name, "text"])),
  ...{ active_form: undefined, id: undefined, priority: undefined },
};

/** Arguments of another shape, or with nothing of ours behind them, by our tool and their name. */
export const ARGUMENT_SHAPES: Readonly<Record<string, Readonly<Record<string, Reading>>>> = {
  read_file: {
    offset: (value) => (value === 0 ? { offset: 1 } : undefined),
    end_line: lastLine,
    end_line_one_indexed_inclusive: lastLine,
    view_range: fromTo,
    line_range: fromTo,
    lines: fromTo,
    should_read_entire_file: unless(true),
    explanation: nothing,
  },
  task: { description: nothing, team_name: nothing },
  list_files: {
    recursive: (value) => (value === true ? { depth: 10 } : {}),
    ignore: (value) => (Array.isArray(value) && value.length === 0 ? {} : undefined),
    file_filtering_options: nothing,
  },
  find_files: {
    respect_git_ignore: (value) => (value === false ? { ignored: true } : {}),
    respect_gemini_ignore: nothing,
    case_sensitive: unless(true),
    include: (value) => ({ pattern: value }),
    query: (value) => ({ pattern: value }),
  },
  search_code: {
    query: (value) => ({ pattern: value }),
    path: inEach,
    paths: inEach,
    type: (value) => (typeof value === "string" && TYPES[value] !== undefined ? { glob: TYPES[value] } : undefined),
    output_mode: nothing,
    "-n": nothing,
    "-A": widest,
    "-B": widest,
    after: widest,
    before: widest,
    context: (value, given) => (Number(value) > CONTEXT_MAX ? widest(value, given) : undefined),
    head_limit: (value) => (value === 0 ? {} : { limit: Math.min(Number(value), MATCHES_MAX) }),
    limit: (value) => (Number(value) > MATCHES_MAX ? { limit: MATCHES_MAX } : undefined),
    case_sensitive: (value) => (value === false ? { ignore_case: true } : {}),
    multiline: unless(false),
    names_only: unless(false),
    no_ignore: unless(false),
  },
  edit_file: {
    edits: list("edits", {
      old_text: "old_string",
      old_str: "old_string",
      new_text: "new_string",
      new_str: "new_string",
    }),
    instruction: nothing,
    expected_replacements: unless(1),
  },
  file_action: {
    new_str: (value, given) => (given["command"] === "insert" ? { content: value } : undefined),
  },
  shell: {
    command: (value) => (Array.isArray(value) ? { command: commandOf(value) } : undefined),
    timeout: (value) => (Number(value) >= MS_FROM ? { timeout: seconds(value) } : undefined),
    timeout_ms: (value) => ({ timeout: seconds(value) }),
    ...Object.fromEntries(
      [
        ...["description", "explanation", "justification", "requires_approval", "is_safe"],
        ...["yield_time_ms", "max_output_tokens"],
      ].map((name) => [name, nothing]),
    ),
  },
  todo: {
    todos: list("items", TODO_FIELDS),
    plan: list("items", TODO_FIELDS),
    items: list("items", TODO_FIELDS),
    explanation: nothing,
  },
  ask_user: {
    questions: (value) =>
      Array.isArray(value) && value.length === 1 && isObject(value[0]) ? questionOf(value[0]) : undefined,
    options: (value) => (Array.isArray(value) && value.some(isObject) ? { options: labels(value) } : undefined),
  },
  fetch_url: {
    prompt: nothing,
    timeout: nothing,
    format: (value) => (value === "html" ? { raw: true } : {}),
  },
  summarize_code: {
    include: oneGlob,
    paths: oneGlob,
    exclude: (value) => (Array.isArray(value) && value.length === 0 ? {} : undefined),
    recursive: nothing,
    useDefaultExcludes: unless(true),
  },
  task_complete: { command: unless("") },
};

function lastLine(value: unknown, given: Arguments): Arguments | undefined {
  const first = Number(
    given["start_line"] ?? given["startLine"] ?? given["start_line_one_indexed"] ?? given["offset"] ?? 1,
  );
  const last = Number(value);
  return last >= first ? { limit: last - first + 1 } : undefined;
}

/** `[first, last]` or "first-last"; a last of -1 is the end of the file. */
function fromTo(value: unknown): Arguments | undefined {
  const ends = typeof value === "string" ? value.split(/[-:,]/) : value;
  if (!Array.isArray(ends) || ends.length !== 2) return undefined;
  const [first, last] = ends.map(Number) as [number, number];
  if (last === -1 && first >= 1) return { offset: first };
  return first >= 1 && last >= first ? { offset: first, limit: last - first + 1 } : undefined;
}

/** Several places to search are one glob, where all of them are below the folder; the one of a list is that one. */
function inEach(value: unknown, given: Arguments): Arguments | undefined {
  if (!Array.isArray(value) || !value.every((path) => typeof path === "string")) return undefined;
  if (value.length === 1) return { path: value[0] };
  const paths = value.map((path) => path.replace(/^(?:\.\/)+/, "").replace(/\/+$/, ""));
  const isBelow = paths.length > 0 && paths.every((path) => /^[^/.]/.test(path) && !path.includes(".."));
  return isBelow && given["glob"] === undefined ? oneGlob(paths.flatMap((path) => [path, `${path}/**`])) : undefined;
}

/** The lines before and after a match are as many as the larger of the two. */
function widest(value: unknown, given: Arguments): Arguments {
  const wanted = ["-A", "-B", "after", "before", "context"].map((name) => Number(given[name] ?? 0));
  return { context: Math.min(CONTEXT_MAX, Math.max(Number(value), ...wanted)) };
}

/** Words to start, or a shell with a command in its last word. */
function commandOf(words: readonly unknown[]): string {
  const [program, flag, text] = words.map(String);
  const isShell = words.length === 3 && /(?:^|\/)(?:ba|z)?sh$/.test(program ?? "") && /^-l?c$/.test(flag ?? "");
  return isShell ? (text ?? "") : commandText(words.map(String));
}

function seconds(value: unknown): number {
  return Math.min(SECONDS_MAX, Math.max(1, Math.ceil(Number(value) / 1000)));
}

/** A list of objects whose fields have other names; undefined where it is as ours already. */
function list(name: string, fields: Readonly<Record<string, string | undefined>>): Reading {
  return (value) => {
    if (!Array.isArray(value) || !value.every(isObject)) return undefined;
    const renamed = value.map((item) =>
      Object.fromEntries(
        Object.entries(item).flatMap(([key, field]): [string, unknown][] => {
          const snake = key.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
          if (!Object.hasOwn(fields, snake)) return [[key, field]];
          const ours = fields[snake];
          return ours === undefined ? [] : [[ours, field]];
        }),
      ),
    );
    return { [name]: renamed };
  };
}

function questionOf({ question, options }: Record<string, unknown>): Arguments {
  return { question, ...(Array.isArray(options) ? { options: labels(options) } : {}) };
}

function labels(options: readonly unknown[]): readonly unknown[] {
  return options.map((option) => (isObject(option) && "label" in option ? option["label"] : option));
}

/** Several globs are one with braces; one that has braces of its own cannot be among them. */
function oneGlob(value: unknown): Arguments | undefined {
  const globs = [value].flat();
  if (globs.length === 1) return { glob: globs[0] };
  return globs.every((glob) => typeof glob === "string" && !/[{},]/.test(glob))
    ? { glob: `{${globs.join(",")}}` }
    : undefined;
}
