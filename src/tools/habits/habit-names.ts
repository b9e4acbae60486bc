// Names and shapes as the sources and manuals of other agents have them: Claude Code, Anthropic's text editor, Codex,
// Gemini CLI, opencode, Cline, pi, Cursor. A spelling apart from ours in case and separators alone needs no row.

/** Our tool, and what others call one that does the same. */
export const TOOL_NAMES: Readonly<Record<string, readonly string[]>> = {
  read_file: ["Read", "NotebookRead", "view", "view_file", "open_file"],
  edit_notebook: ["NotebookEdit"],
  list_files: ["LS", "list", "list_dir", "list_directory", "ReadFolder"],
  find_files: ["Glob", "find", "glob_file_search"],
  search_code: ["Grep", "grep_search", "search_file_content", "search_files", "grep_files", "SearchText"],
  edit_file: ["Edit", "MultiEdit", "replace", "str_replace", "search_replace"],
  write_file: ["Write", "write_to_file", "create_file"],
  apply_diff: ["apply_patch", "patch", "replace_in_file"],
  file_action: ["str_replace_editor", "str_replace_based_edit_tool", "file_editor"],
  shell: [
    ...[
      "Bash",
      "run_shell_command",
      "execute_command",
      "exec_command",
      "shell_command",
      "local_shell",
      "container.exec",
    ],
    ...["run_terminal_cmd", "run_command"],
  ],
  shell_output: ["BashOutput"],
  shell_stop: ["KillShell", "KillBash", "TaskStop"],
  todo: ["TodoWrite", "TodoRead", "write_todos", "update_plan"],
  ask_user: ["AskUserQuestion", "ask_followup_question"],
  fetch_url: ["WebFetch"],
  web_search: ["google_web_search"],
  summarize_code: ["read_many_files"],
  load_skill: ["Skill", "activate_skill", "use_skill"],
  find_tool: ["ToolSearch"],
  task: ["Agent", "spawn_agent", "delegate_task", "new_task"],
  task_action: ["TaskOutput", "AgentOutputTool"],
  task_complete: ["attempt_completion", "complete_task", "ExitPlanMode"],
};

/** Our argument, in whatever tool of ours has it, and what others call it. */
export const ARGUMENT_NAMES: Readonly<Record<string, readonly string[]>> = {
  path: [
    ...["file_path", "file", "filename", "absolute_path", "target_file", "relative_workspace_path", "notebook_path"],
    ...["directory", "dir", "dir_path", "folder", "target_directory"],
  ],
  cwd: ["workdir", "working_directory", "directory", "dir_path"],
  command: ["cmd"],
  background: ["run_in_background", "is_background"],
  content: ["file_text", "contents", "insert_text"],
  old_string: ["old_str", "old_text"],
  new_string: ["new_str", "new_text"],
  replace_all: ["allow_multiple"],
  diff: ["patch", "patch_text", "input"],
  offset: ["start_line", "start_line_one_indexed"],
  limit: ["head_limit", "max_lines", "max_results", "total_max_matches"],
  center: ["center_line"],
  pattern: ["regex", "glob_pattern"],
  glob: ["glob_pattern", "include", "include_pattern", "file_pattern"],
  literal: ["fixed_strings"],
  ignore_case: ["-i", "case_insensitive"],
  context: ["-C", "context_lines"],
  name: ["function_name", "skill_name", "skill", "paragraph", "symbol"],
  names: ["function_names"],
  exclude: ["exclude_types"],
  only: ["include_only_types"],
  source: ["new_source"],
  mode: ["edit_mode"],
  kind: ["cell_type"],
  cell: ["cell_number"],
  handle: ["id", "bash_id", "shell_id", "task_id"],
  items: ["todos", "plan"],
  agent: ["subagent_type", "agent_type", "agent_name"],
  task: ["task_id", "agent_id"],
  summary: ["result", "plan"],
};

/** What a call means instead whose id is another kind's. */
export const TOOL_BY_ID: Readonly<Record<string, { readonly id: RegExp; readonly tool: string }>> = {
  task_action: { id: /^bg-\d+$/, tool: "shell_output" },
};

/** The argument of ours that a bare text is. */
export const TEXT_IS: Readonly<Record<string, string>> = { apply_diff: "diff", shell: "command" };
