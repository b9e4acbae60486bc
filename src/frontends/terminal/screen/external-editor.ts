import { spawn } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { TerminalFacts } from "../../../app/settings/terminal-facts.ts";
import { makeWorkFolder } from "../../../app/work-folder.ts";
import { words } from "../words/words.ts";

export type EditorEnd =
  | { readonly kind: "edited"; readonly text: string }
  | { readonly kind: "failed"; readonly why: string };

/** Lets the person's editor change a text in a private file. The terminal must have been given back before. */
export async function editExternally(
  text: string,
  { editor: command, editorFolder }: Pick<TerminalFacts, "editor" | "editorFolder">,
  fileName = "prompt.md",
): Promise<EditorEnd> {
  if (!command) return { kind: "failed", why: words("editor.none") };
  const folder = makeWorkFolder(editorFolder, "prompt");
  const file = join(folder, fileName);
  try {
    writeFileSync(file, text, { mode: 0o600 });
    // The variable may hold options, as in `code --wait`: that is for the shell to read.
    const code = await runInForeground(`${command} "$1"`, file);
    if (code !== 0) return { kind: "failed", why: words("editor.failed", { command, code: code ?? "?" }) };
    return { kind: "edited", text: readFileSync(file, "utf8").replace(/\n$/, "") };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function runInForeground(script: string, file: string): Promise<number | null> {
  // Not with the first screen, which is drawn without it.
  const { ownEnvironment } = await import("../../../app/own-process.ts");
  return await new Promise((resolve) => {
    const child = spawn("/bin/sh", ["-c", script, "sh", file], { env: ownEnvironment(), stdio: "inherit" });
    child.once("error", () => resolve(127));
    child.once("close", (code) => resolve(code));
  });
}
