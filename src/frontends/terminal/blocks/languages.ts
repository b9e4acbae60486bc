/** The highlighter's name for a file's language; empty when it knows none. */
export function languageOf(path: string): string {
  const name = path.slice(path.lastIndexOf("/") + 1).toLowerCase();
  const extension = name.includes(".") ? name.slice(name.lastIndexOf(".") + 1) : name;
  return BY_EXTENSION[extension] ?? "";
}

const BY_EXTENSION: Readonly<Record<string, string>> = {
  ts: "typescript", tsx: "typescript", mts: "typescript", cts: "typescript", js: "javascript", jsx: "javascript", mjs: "javascript",
  cjs: "javascript", py: "python", java: "java", kt: "kotlin", c: "c", h: "c", cc: "cpp", cpp: "cpp", hpp: "cpp", cs: "csharp",
  go: "go", rs: "rust", rb: "ruby", php: "php", sh: "bash", bash: "bash", zsh: "bash", sql: "sql", json: "json", jsonc: "json",
  yaml: "yaml", yml: "yaml", toml: "ini", ini: "ini", xml: "xml", html: "xml", css: "css", md: "markdown", diff: "diff", patch: "diff",
  cbl: "cobol", cob: "cobol", cpy: "cobol", cobol: "cobol", jcl: "jcl", makefile: "makefile", dockerfile: "dockerfile",
};
