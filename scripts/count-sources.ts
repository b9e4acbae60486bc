export type CobolCounts = Readonly<Record<string, number>>;

const CICS = new Set(["READ", "WRITE", "REWRITE", "DELETE", "STARTBR", "READNEXT", "READPREV", "ENDBR"]);
const NATIVE = new Set(["OPEN", "CLOSE", "READ", "WRITE", "REWRITE"]);

/** Counts statements of a COBOL text by words alone: columns 8 to 72, without comments and literals. Adds to `sum`. */
export function countCobol(text: string, sum: CobolCounts): CobolCounts {
  const counts: Record<string, number> = { ...sum };
  const add = (name: string): void => {
    counts[name] = (counts[name] ?? 0) + 1;
  };
  const code = text
    .split("\n")
    .filter((line) => !/^.{6}[*/]/.test(line))
    .map((line) => line.slice(7, 72).replace(/'[^']*'?|"[^"]*"?/g, " LITERAL "))
    .join(" ")
    .toUpperCase();
  const procedure = code.slice(Math.max(0, code.search(/\bPROCEDURE\s+DIVISION\b/)));
  const rest = procedure.replace(/\bEXEC\s+(CICS|DLI|SQL)\b(.*?)\bEND-EXEC\b/gs, (_, kind: string, body: string) => {
    const words = body.trim().split(/[\s(]+/);
    if (kind === "DLI") add("DLI");
    if (kind === "CICS" && CICS.has(words[0] ?? "")) add(`CICS ${words[0]}`);
    if (kind === "CICS" && /^\s*SEND\b/.test(body) && /\bMAP\s*\(/.test(body)) add("SEND MAP");
    if (kind === "CICS" && /^\s*RECEIVE\b/.test(body) && /\bMAP\s*\(/.test(body)) add("RECEIVE MAP");
    return " ";
  });
  const words = rest.split(/[\s.,;()]+/);
  words.forEach((word, at) => {
    if (word === "GO" && words[at + 1] === "TO") add("GO TO");
    if (NATIVE.has(word)) add(word);
  });
  return counts;
}

/** For each DSN= of a JCL text the lines of its statement, 1-based: comments and in-stream data have none. */
export function countDatasets(text: string): number[][] {
  const found: number[][] = [];
  let statement: number[] = [];
  let hasDataset = 0;
  const finish = (): void => {
    for (let count = 0; count < hasDataset; count += 1) found.push(statement);
    statement = [];
    hasDataset = 0;
  };
  text.split("\n").forEach((line, index) => {
    if (!line.startsWith("//") || line.startsWith("//*")) return;
    if (!/^\/\/\s+[A-Z]+=|^\/\/ {2,13}[^\s]+=/.test(line)) finish();
    statement.push(index + 1);
    hasDataset += (line.slice(0, 72).match(/\bDSN(?:AME)?=/g) ?? []).length;
  });
  finish();
  return found;
}
