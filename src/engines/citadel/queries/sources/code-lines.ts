/** Languages whose fixed format has sequence numbers in columns 1 to 6 and from 73 on, and comments by column 7. */
const COLUMNS: ReadonlySet<string> = new Set(["cobol", "copybook", "dclgen"]);

const SLASHES = /^\s*(?:\/\/|\/?\*)/;
const HASH = /^\s*#/;
/** Comments that take a whole line, by language; those of the others count as code. */
const COMMENTS: Readonly<Record<string, RegExp>> = {
  ...Object.fromEntries(
    ["typescript", "tsx", "javascript", "java", "go", "c", "cpp", "csharp", "rust", "php"].map((name) => [
      name,
      SLASHES,
    ]),
  ),
  ...Object.fromEntries(["python", "ruby", "bash"].map((name) => [name, HASH])),
  jcl: /^\/\/\*/,
  sql: /^\s*--/,
  "control-cards": /^(?:\s*--|\*|\s*\/\*.*\*\/\s*$)/,
  hlasm: /^\.?\*/,
  easytrieve: /^\*/,
  rexx: /^\s*\/\*.*\*\/\s*$/,
  pli: /^\s*\/\*.*\*\/\s*$/,
};

/** Lines of a source without comments that take whole lines, blank lines and, in fixed format, sequence numbers. */
export function codeLines(source: string, language: string): { readonly text: string; readonly line: number }[] {
  return source.split(/\r?\n/).flatMap((raw, index) => {
    const text = codeOf(raw, language);
    return text.trim() === "" ? [] : [{ text, line: index + 1 }];
  });
}

function codeOf(line: string, language: string): string {
  if (COMMENTS[language]?.test(line)) return "";
  if (language === "jcl") return line.slice(0, 72).trimEnd();
  if (!COLUMNS.has(language)) return line.trimEnd();
  if (!/^[\d\s]{6}/.test(line)) return line.trim().startsWith("*>") ? "" : line.trimEnd();
  return /^[*/]/.test(line[6] ?? "") ? "" : line.slice(6, 72).trimEnd();
}
