import { describe, expect, test } from "vitest";
import { plainName } from "../../base/plain-name.ts";
import { TOOLS } from "../index.ts";
import { asMeant } from "./as-meant.ts";
import { ARGUMENT_NAMES, TEXT_IS, TOOL_NAMES } from "./habit-names.ts";
import { ARGUMENT_SHAPES } from "./habit-shapes.ts";

const tools = new Map(TOOLS.map((tool) => [tool.name, tool]));
const meant = (name: string, input: unknown) => asMeant({ id: "1", name, input }, tools).call;
const told = (name: string, input: unknown) => asMeant({ id: "1", name, input }, tools).told;

/** As the other agent's manual or source writes the call, and as ours. */
const CALLS: readonly (readonly [name: string, input: unknown, ours: string, asOurs: unknown])[] = [
  ["Read", { file_path: "a", offset: 3, limit: 2 }, "read_file", { path: "a", offset: 3, limit: 2 }],
  ["read", { filePath: "a", offset: 0 }, "read_file", { path: "a", offset: 1 }],
  ["read_file", { file_path: "a", start_line: 5, end_line: 8 }, "read_file", { path: "a", offset: 5, limit: 4 }],
  ["read_file", { path: "a", view_range: [3, 9] }, "read_file", { path: "a", offset: 3, limit: 7 }],
  ["read_file", { path: "a", view_range: [3, -1] }, "read_file", { path: "a", offset: 3 }],
  ["read_file", { path: "a", lines: "280-294" }, "read_file", { path: "a", offset: 280, limit: 15 }],
  ["ReadFile", { absolute_path: "/a" }, "read_file", { path: "/a" }],
  ["LS", { path: "." }, "list_files", { path: "." }],
  ["list_directory", { dir_path: "src" }, "list_files", { path: "src" }],
  ["list_files", { path: "src", recursive: true }, "list_files", { path: "src", depth: 10 }],
  ["Glob", { pattern: "*.ts", path: "src" }, "find_files", { pattern: "*.ts", path: "src" }],
  ["glob", { pattern: "*", respect_git_ignore: false }, "find_files", { pattern: "*", ignored: true }],
  [
    "Grep",
    { pattern: "x", "-i": true, "-A": 2, "-B": 5, "-n": true, type: "py", output_mode: "content" },
    "search_code",
    { pattern: "x", ignore_case: true, context: 5, glob: "*.py" },
  ],
  ["grep_search", { query: "x" }, "search_code", { pattern: "x" }],
  ["search_code", { pattern: "x", path: ["src"] }, "search_code", { pattern: "x", path: "src" }],
  [
    "search_code",
    { pattern: "x", paths: ["./a.ts", "src/"] },
    "search_code",
    { pattern: "x", glob: "{a.ts,a.ts/**,src,src/**}" },
  ],
  ["grep", { pattern: "x", include: "*.ts" }, "search_code", { pattern: "x", glob: "*.ts" }],
  [
    "search_files",
    { path: "src", regex: "x", file_pattern: "*.ts" },
    "search_code",
    { path: "src", pattern: "x", glob: "*.ts" },
  ],
  [
    "grep_search",
    { pattern: "x", dir_path: "s", case_sensitive: false, fixed_strings: true },
    "search_code",
    { pattern: "x", path: "s", ignore_case: true, literal: true },
  ],
  [
    "Edit",
    { file_path: "a", old_string: "x", new_string: "y" },
    "edit_file",
    { path: "a", old_string: "x", new_string: "y" },
  ],
  [
    "edit",
    { filePath: "a", oldString: "x", newString: "y", replaceAll: true },
    "edit_file",
    { path: "a", old_string: "x", new_string: "y", replace_all: true },
  ],
  [
    "edit",
    { path: "a", edits: [{ oldText: "x", newText: "y" }] },
    "edit_file",
    { path: "a", edits: [{ old_string: "x", new_string: "y" }] },
  ],
  [
    "MultiEdit",
    { file_path: "a", edits: [{ old_string: "x", new_string: "y" }] },
    "edit_file",
    { path: "a", edits: [{ old_string: "x", new_string: "y" }] },
  ],
  [
    "replace",
    { file_path: "a", instruction: "why", old_string: "x", new_string: "y", allow_multiple: true },
    "edit_file",
    { path: "a", old_string: "x", new_string: "y", replace_all: true },
  ],
  [
    "str_replace",
    { path: "a", old_str: "x", new_str: "y" },
    "edit_file",
    { path: "a", old_string: "x", new_string: "y" },
  ],
  ["Write", { file_path: "a", content: "x" }, "write_file", { path: "a", content: "x" }],
  ["write_to_file", { path: "a", content: "x" }, "write_file", { path: "a", content: "x" }],
  ["apply_patch", "*** Begin Patch\n*** End Patch", "apply_diff", { diff: "*** Begin Patch\n*** End Patch" }],
  ["apply_patch", { input: "*** Begin Patch" }, "apply_diff", { diff: "*** Begin Patch" }],
  ["apply_patch", { patchText: "*** Begin Patch" }, "apply_diff", { diff: "*** Begin Patch" }],
  ["replace_in_file", { path: "a", diff: "d" }, "apply_diff", { path: "a", diff: "d" }],
  [
    "str_replace_editor",
    { command: "view", path: "a", view_range: [1, 9] },
    "file_action",
    { command: "view", path: "a", view_range: [1, 9] },
  ],
  [
    "str_replace_based_edit_tool",
    { command: "str_replace", path: "a", old_str: "x", new_str: "y" },
    "file_action",
    { command: "str_replace", path: "a", old_string: "x", new_string: "y" },
  ],
  [
    "str_replace_editor",
    { command: "insert", path: "a", insert_line: 2, new_str: "y" },
    "file_action",
    { command: "insert", path: "a", insert_line: 2, content: "y" },
  ],
  [
    "str_replace_based_edit_tool",
    { command: "create", path: "a", file_text: "x" },
    "file_action",
    { command: "create", path: "a", content: "x" },
  ],
  [
    "Bash",
    { command: "ls", description: "List", timeout: 120_000, run_in_background: true },
    "shell",
    { command: "ls", timeout: 120, background: true },
  ],
  ["bash", { command: "ls", timeout: 60 }, "shell", { command: "ls", timeout: 60 }],
  [
    "shell",
    { command: ["bash", "-lc", "a | b"], workdir: "src", timeout_ms: 1500 },
    "shell",
    { command: "a | b", cwd: "src", timeout: 2 },
  ],
  ["shell", { command: ["grep", "a b", "c"] }, "shell", { command: "grep 'a b' c" }],
  ["exec_command", { cmd: "ls", yield_time_ms: 1000 }, "shell", { command: "ls" }],
  [
    "run_shell_command",
    { command: "ls", directory: "src", is_background: false },
    "shell",
    { command: "ls", cwd: "src", background: false },
  ],
  ["execute_command", { command: "ls", requires_approval: false }, "shell", { command: "ls" }],
  ["BashOutput", { bash_id: "bg-1" }, "shell_output", { handle: "bg-1" }],
  ["KillShell", { shell_id: "bg-1" }, "shell_stop", { handle: "bg-1" }],
  ["TaskStop", { task_id: "bg-1" }, "shell_stop", { handle: "bg-1" }],
  ["TaskOutput", { task_id: "bg-1" }, "shell_output", { handle: "bg-1" }],
  [
    "TodoWrite",
    { todos: [{ content: "x", status: "pending", activeForm: "Doing x" }] },
    "todo",
    { items: [{ text: "x", status: "pending" }] },
  ],
  [
    "update_plan",
    { explanation: "e", plan: [{ step: "x", status: "completed" }] },
    "todo",
    { items: [{ text: "x", status: "completed" }] },
  ],
  [
    "write_todos",
    { todos: [{ description: "x", status: "in_progress" }] },
    "todo",
    { items: [{ text: "x", status: "in_progress" }] },
  ],
  [
    "AskUserQuestion",
    { questions: [{ question: "q?", header: "h", options: [{ label: "a", description: "d" }] }] },
    "ask_user",
    { question: "q?", options: ["a"] },
  ],
  ["WebFetch", { url: "https://a.example", prompt: "p" }, "fetch_url", { url: "https://a.example" }],
  ["read_many_files", { include: ["a.ts", "src/*.py"] }, "summarize_code", { glob: "{a.ts,src/*.py}" }],
  ["Skill", { skill: "s" }, "load_skill", { name: "s" }],
  ["view", { path: "a", view_range: [2, 4] }, "read_file", { path: "a", offset: 2, limit: 3 }],
  ["container.exec", { cmd: ["bash", "-lc", "ls"] }, "shell", { command: "ls" }],
  ["exit_plan_mode", { plan: "First this." }, "task_complete", { summary: "First this." }],
  ["attempt_completion", { result: "done" }, "task_complete", { summary: "done" }],
  [
    "citadel_get_callers",
    { function_name: "F", file_path: "a.cbl" },
    "citadel_get_callers",
    { name: "F", path: "a.cbl" },
  ],
];

test.each(CALLS)("%s %j is a call of %s", (name, input, ours, asOurs) => {
  const call = meant(name, input);
  expect(call.name).toBe(ours);
  expect(tools.get(ours)?.parse(call.input)).toEqual(tools.get(ours)?.parse(asOurs));
});

describe("what would be a guess stays for the schema to refuse", () => {
  test.each([
    ["both names for one argument", "Read", { path: "a", file_path: "b" }, { path: "a", file_path: "b" }],
    ["two others for one of ours", "Read", { file: "a", file_path: "b" }, { path: "a", file_path: "b" }],
    ["a search over several lines", "Grep", { pattern: "x", multiline: true }, { pattern: "x", multiline: true }],
    ["a range that is none", "read_file", { path: "a", lines: "9-3" }, { path: "a", lines: "9-3" }],
    [
      "places outside the folder",
      "search_code",
      { pattern: "x", path: ["a", "../b"] },
      { pattern: "x", path: ["a", "../b"] },
    ],
    [
      "places beside a glob",
      "search_code",
      { pattern: "x", path: ["a", "b"], glob: "*.ts" },
      { pattern: "x", path: ["a", "b"], glob: "*.ts" },
    ],
    ["an unknown type of files", "Grep", { pattern: "x", type: "zig" }, { pattern: "x", type: "zig" }],
    ["several questions", "AskUserQuestion", { questions: [{}, {}] }, { questions: [{}, {}] }],
    ["what nobody has", "Read", { path: "a", colour: 1 }, { path: "a", colour: 1 }],
    ["a glob that may be of names or of files", "search_code", { glob_pattern: "x" }, { glob_pattern: "x" }],
  ])("%s", (_, name, input, left) => {
    const { call } = asMeant({ id: "1", name, input }, tools);
    expect(call.input).toEqual(left);
    expect(() => tools.get(call.name)?.parse(call.input)).toThrow();
  });
});

test("the same value under both names is one argument", () => {
  expect(meant("Read", { path: "a", file_path: "a" }).input).toEqual({ path: "a" });
});

test("a call of ours is left as it is, the very same object, and nothing is told", () => {
  const call = { id: "1", name: "read_file", input: { path: "a" } };
  expect(asMeant(call, tools)).toEqual({ call, told: [] });
  expect(asMeant(call, tools).call).toBe(call);
  expect(asMeant({ ...call, name: "launch" }, tools).call.name).toBe("launch");
});

test("each name that was another's is told, what only says something for people is not", () => {
  expect(told("Bash", { cmd: "ls", description: "List" })).toEqual(["Bash is shell here", "cmd is command"]);
  expect(told("edit_file", { path: "a", oldString: "x", newString: "y" })).toEqual([]);
});

test("a tool that is not there is not meant", () => {
  expect(asMeant({ id: "1", name: "Bash", input: { cmd: "ls" } }, new Map()).call).toEqual({
    id: "1",
    name: "Bash",
    input: { cmd: "ls" },
  });
});

describe("the table", () => {
  test("no name of another agent stands for two of our tools, and none is a tool of ours", () => {
    const names = Object.values(TOOL_NAMES).flat().map(plainName);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
    expect(names.filter((name) => TOOLS.some((tool) => plainName(tool.name) === name))).toEqual([]);
  });

  test("every row is of a tool or an argument that there is", () => {
    const own = new Set(TOOLS.flatMap(({ schema }) => Object.keys(schema.properties ?? {})));
    const named = [...Object.keys(TOOL_NAMES), ...Object.keys(TEXT_IS), ...Object.keys(ARGUMENT_SHAPES)];
    expect(named.filter((name) => !tools.has(name) && name !== "find_tool")).toEqual([]);
    expect(Object.keys(ARGUMENT_NAMES).filter((name) => !own.has(name))).toEqual([]);
  });

  test("an argument's other name is an argument of no tool that has ours as well", () => {
    const clashes = Object.entries(ARGUMENT_NAMES).flatMap(([ours, others]) =>
      TOOLS.filter(({ schema }) => schema.properties?.[ours] && others.some((other) => schema.properties?.[other])),
    );
    expect(clashes.map(({ name }) => name)).toEqual([]);
  });
});

test("one idea has one name in all tools of ours", () => {
  const names = TOOLS.flatMap(({ schema }) => Object.keys(schema.properties ?? {}));
  const others = new Set(["path", "name", "names", "query"].flatMap((ours) => ARGUMENT_NAMES[ours] ?? []));
  expect(names.filter((name) => others.has(name))).toEqual([]);
});

test("a number that is another as ours is told to be counted", () => {
  expect(told("read_file", { path: "a", start_line: 3, end_line: 5 })).toEqual([
    "start_line is offset",
    "limit is counted from end_line",
  ]);
});

test("a number that is cut to the most there may be is told of", () => {
  expect(told("search_code", { pattern: "x", context: 80 })).toEqual(["context is at most 50"]);
  expect(told("grep", { pattern: "x", "-A": 60, head_limit: 9000 })).toEqual([
    "grep is search_code here",
    "-A is context",
    "context is at most 50",
    "head_limit is limit",
    "limit is at most 500",
  ]);
  expect(told("search_code", { pattern: "x", context: 50, limit: 500 })).toEqual([]);
  expect(told("shell", { command: "x", timeout: 600_000 })).toEqual([]);
});
