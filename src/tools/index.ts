import type { Tool } from "../core/tool.ts";
import { applyDiff } from "./apply-diff.ts";
import { askUser } from "./ask-user.ts";
import { CITADEL_TOOLS } from "./citadel/index.ts";
import { editFile } from "./edit-file.ts";
import { fetchUrl } from "./fetch-url.ts";
import { fileAction } from "./file-action.ts";
import { findFiles } from "./find-files.ts";
import { listFiles } from "./list-files.ts";
import { loadSkill } from "./load-skill.ts";
import { python } from "./python.ts";
import { readFile } from "./read-file.ts";
import { recall } from "./recall.ts";
import { remember } from "./remember.ts";
import { runChecks } from "./run-checks.ts";
import { searchCode } from "./search-code.ts";
import { searchSkills } from "./search-skills.ts";
import { shell } from "./shell.ts";
import { shellOutput } from "./shell-output.ts";
import { shellStop } from "./shell-stop.ts";
import { summarizeCode } from "./summarize-code.ts";
import { taskComplete } from "./task-complete.ts";
import { todo } from "./todo.ts";
import { writeFile } from "./write-file.ts";

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
  shell,
  shellOutput,
  shellStop,
  python,
  runChecks,
  fetchUrl,
  todo,
  summarizeCode,
  searchSkills,
  loadSkill,
  remember,
  recall,
  askUser,
  ...CITADEL_TOOLS,
  taskComplete,
];
