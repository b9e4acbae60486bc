import { standaloneFacts } from "../../file-facts.ts";
import type { LanguageFrontend, SourceText } from "../../frontend.ts";
import type { EdgeKind, FileFacts, NodeKind, ReferenceFact, SymbolFact } from "../../model.ts";

/**
 * Projects of z/OS Connect for OpenAPI 3: `operations/PATH/METHOD/operation.yaml`, PATH percent-encoded, names a z/OS asset;
 * `zosAssets/ASSET/zosAsset.yaml` says which CICS program or IMS transaction that is.
 */
export const zosConnect: LanguageFrontend = {
  language: "zos-connect",
  extensions: ["zosAsset.yaml", "operation.yaml"],
  parse: parseProject,
};

const ASSET = /(?:^|\/)zosAssets\/([^/]+)\/zosAsset\.yaml$/;
const OPERATION = /(?:^|\/)operations\/([^/]+)\/([^/]+)\/operation\.yaml$/;

function parseProject(source: SourceText): FileFacts {
  const [, asset] = ASSET.exec(source.path) ?? [];
  const [, path, method] = OPERATION.exec(source.path) ?? [];
  const lines = source.text.split(/\r?\n/);
  if (asset !== undefined) return assetFacts(source, asset, lines);
  const used = entryOf(lines, "zasset");
  if (path === undefined || method === undefined || !used)
    return standaloneFacts(source, "zos-connect", { symbols: [], references: [] });
  const name = `${method.toUpperCase()} ${decoded(path)}`;
  const symbol = wholeSymbol(source, { kind: "transaction", name, lines }, { type: "api" });
  return standaloneFacts(source, "zos-connect", {
    symbols: [symbol],
    references: [use(symbol, used, { kind: "executes", targets: ["module"] })],
  });
}

/** What an asset's type runs: CICS programs by COMMAREA or channel, IMS transactions; a DB2 service is named by its own. */
function assetFacts(source: SourceText, name: string, lines: readonly string[]): FileFacts {
  const type = entryOf(lines, "type")?.value ?? "";
  const symbol = wholeSymbol(source, { kind: "module", name, lines }, { type: "z/OS asset", asset: type });
  const program = entryOf(lines, "program");
  const transaction = entryOf(lines, "transactionCode");
  const references = [
    ...(program ? [use(symbol, program, { kind: "executes", targets: ["program", "entry"] })] : []),
    ...(transaction ? [use(symbol, transaction, { kind: "executes", targets: ["transaction", "program"] })] : []),
  ];
  const isKnown = references.length > 0 || type.startsWith("db2");
  const problems = isKnown ? [] : [{ line: 1, message: "this z/OS asset names no program and no transaction" }];
  return standaloneFacts(source, "zos-connect", { symbols: [symbol], references, problems });
}

interface Entry {
  readonly value: string;
  readonly line: number;
  readonly text: string;
}

/** A value of one line, quoted or not. */
function entryOf(lines: readonly string[], key: string): Entry | undefined {
  for (const [index, text] of lines.entries()) {
    const [, name, quoted, plain] = /^\s*([A-Za-z]+):\s*(?:"([^"]*)"|'?([^'"#\s]+)'?)\s*(?:#.*)?$/.exec(text) ?? [];
    if (name === key) return { value: quoted ?? plain ?? "", line: index + 1, text: text.trim() };
  }
  return undefined;
}

function wholeSymbol(
  { path }: SourceText,
  { kind, name, lines }: { readonly kind: NodeKind; readonly name: string; readonly lines: readonly string[] },
  detail: Readonly<Record<string, unknown>>,
): SymbolFact {
  return { key: `${kind}:${name}`, kind, name, start: 1, end: Math.max(1, lines.length), detail: { ...detail, path } };
}

const use = (
  { key }: SymbolFact,
  { value, line, text }: Entry,
  { kind, targets }: { readonly kind: EdgeKind; readonly targets: readonly NodeKind[] },
): ReferenceFact => ({ kind, from: key, name: value, targets, line, text });

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    // A name that is not encoded stands for itself.
    return path;
  }
}
