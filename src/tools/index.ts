import type { Tool } from "../core/tool.ts";
import { taskTool } from "./agents/task.ts";
import { taskAction } from "./agents/task-action.ts";
import { CODE_TOOLS } from "./code/code-tools.ts";
import { summarizeCode } from "./code/summarize-code.ts";
import { applyDiff } from "./files/apply-diff.ts";
import { editFile } from "./files/edit-file.ts";
import { editNotebookCell } from "./files/edit-notebook.ts";
import { fileAction } from "./files/file-action.ts";
import { listFiles } from "./files/list-files.ts";
import { readFile } from "./files/read-file.ts";
import { writeFile } from "./files/write-file.ts";
import { loadSkill } from "./knowledge/load-skill.ts";
import { remember } from "./knowledge/remember.ts";
import { searchManual } from "./knowledge/search-manual.ts";
import { searchSkills } from "./knowledge/search-skills.ts";
import { askUser } from "./plan/ask-user.ts";
import { taskComplete } from "./plan/task-complete.ts";
import { todo } from "./plan/todo.ts";
import { findFiles } from "./search/find-files.ts";
import { findOutcomes } from "./search/find-outcomes.ts";
import { findPassages } from "./search/find-passages.ts";
import { searchCode } from "./search/search-code.ts";
import { python } from "./shell/python.ts";
import { recall } from "./shell/recall.ts";
import { runChecks } from "./shell/run-checks.ts";
import { shell } from "./shell/shell.ts";
import { shellOutput } from "./shell/shell-output.ts";
import { shellStop } from "./shell/shell-stop.ts";
import { fetchUrl } from "./web/fetch-url.ts";
import { webSearch } from "./web/web-search.ts";

/** The tools that every session has, in the order the model is told of them. */
export const TOOLS: readonly Tool[] = [
  readFile,
  listFiles,
  findFiles,
  searchCode,
  editFile,
  applyDiff,
  writeFile,
  fileAction,
  editNotebookCell,
  shell,
  shellOutput,
  shellStop,
  python,
  runChecks,
  fetchUrl,
  webSearch,
  todo,
  taskTool([]),
  taskAction,
  summarizeCode,
  findPassages,
  findOutcomes,
  searchSkills,
  loadSkill,
  remember,
  searchManual,
  recall,
  askUser,
  ...CODE_TOOLS,
  taskComplete,
];
