import { globSync, readFileSync } from "node:fs";
import { parseSync } from "oxc-parser";

/** What reads questions, or is Portuguese itself, says nothing. */
const SAYS_NOTHING = /\.test\.ts$|\/(?:portuguese|reading|unknowable)\/|\/(?:frames|material-frames|asides|words)\.ts$/;
/** Functions that are given the title of a list, and at which place. */
const TITLED: Readonly<Record<string, number>> = { listed: 0, listedInOrder: 0, sectionText: 1 };
/** A sentence, and no pattern. */
const SENTENCE = /^[A-Z{][^|\\]*\p{L}{2,}[^|\\]* [^|\\]*\p{L}{2,}[^|\\]*[.:]$/u;

/** The sentences that the guide says itself, each with `{}` for what it names. */
export function guideSentences(): readonly string[] {
  const files = globSync("src/adapters/models/offline/**/*.ts").filter((file) => !SAYS_NOTHING.test(file));
  return [...new Set(files.flatMap((file) => sentencesOf(readFileSync(file, "utf8"))))].sort();
}

/** Those of one source. */
export function sentencesOf(source: string): readonly string[] {
  const found = new Set<string>();
  visit(parseSync("source.ts", source).program, (node) => {
    const title = node.type === "CallExpression" ? node.arguments?.[TITLED[node.callee?.name ?? ""] ?? -1] : undefined;
    for (const text of title ? textsOf(title) : []) found.add(`${text} ({}):`);
    for (const text of textsOf(node)) for (const line of text.split("\n")) if (SENTENCE.test(line)) found.add(line);
  });
  return [...found];
}

interface Node {
  readonly type?: string;
  readonly value?: unknown;
  readonly quasis?: readonly { readonly value: { readonly cooked: string } }[];
  readonly callee?: { readonly name?: string };
  readonly arguments?: readonly Node[];
  readonly consequent?: Node;
  readonly alternate?: Node;
}

/** What a literal says, or either side of a choice. */
function textsOf(node: Node): readonly string[] {
  if (node.type === "Literal") return typeof node.value === "string" ? [node.value] : [];
  if (node.type === "TemplateLiteral") return [node.quasis?.map(({ value }) => value.cooked).join("{}") ?? ""];
  if (node.type !== "ConditionalExpression" || !node.consequent || !node.alternate) return [];
  return [...textsOf(node.consequent), ...textsOf(node.alternate)];
}

function visit(node: unknown, see: (node: Node) => void): void {
  if (typeof node !== "object" || node === null) return;
  if (!Array.isArray(node)) see(node);
  for (const child of Object.values(node)) visit(child, see);
}
