import type { SourceText } from "../../frontend.ts";
import type { FileFacts, NodeKind, ReferenceFact } from "../../model.ts";
import { readCallee } from "./callee.ts";
import { type Definition, Definitions, shown } from "./definitions.ts";
import type { Findings, FoundCall } from "./findings.ts";
import type { CallRule, Grammar, Import, ImportReader } from "./grammar.ts";
import { mainframeUses } from "./mainframe-uses.ts";
import { CallResolver } from "./resolve-calls.ts";
import { SourceLines } from "./source-lines.ts";
import { sqlUses } from "./sql-uses.ts";
import type { SyntaxNode } from "./syntax.ts";
import { syntaxProblems } from "./syntax-problems.ts";
import { copyTree, type TreeNode } from "./tree.ts";
import { typeNames } from "./type-names.ts";

const IMPORT_TEXT_MAX = 20_000;
const BEFORE_IMPORT_LENGTH = 300;
const typesOf = new WeakMap<Grammar, ReadonlySet<string>>();

/**
 * The facts of a parsed file: its definitions with their extents, calls, imports and inheritance, and the mainframe
 * programs and tables that its literals name.
 * @param root  the tree's root; only read during the call
 */
export function fileFacts({ path, text: source }: SourceText, root: SyntaxNode, grammar: Grammar): FileFacts {
  const lines = new SourceLines(source);
  const walk = new Walk(path, source, grammar, lines);
  const cursor = root.walk();
  const tree = copyTree(cursor, grammar);
  cursor.delete();
  visitWanted(tree, wantedTypes(grammar), walk);
  const { definitions, calls, imports } = walk;
  const symbolOf = (node: TreeNode): string | undefined => {
    const definition = walk.defined.get(node);
    return definition && shown(definition).key;
  };
  const scopes = grammar.scopes?.({ path, source, symbolOf });
  scopes?.read(tree);
  const resolver = new CallResolver(source, grammar, definitions, imports);
  const ownerAt = ownerFinder(definitions);
  const found: Findings = { path, source, root, grammar, definitions, lines, calls, resolver, ownerAt };
  const problems = syntaxProblems(root, source, lines);
  const references = [
    ...walk.references(),
    ...calls.map((call) => callReference(call, scopes?.calls ?? resolver, lines)),
    ...mainframeUses(found),
    ...sqlUses(found),
  ].sort((left, right) => left.line - right.line);
  return {
    path,
    language: grammar.language,
    lines: source === "" ? 0 : lines.count,
    parse: problems.length === 0 ? "full" : "partial",
    problems,
    symbols: definitions.facts(lines),
    references,
    members: [],
    ...(scopes && { scope: scopes.facts() }),
  };
}

/** Visits the nodes of some types in source order, a parent before what it holds. */
function visitWanted(root: TreeNode, wanted: ReadonlySet<string>, walk: Walk): void {
  let level = root.children;
  let at = 0;
  const open: { readonly level: readonly TreeNode[]; readonly at: number }[] = [];
  for (;;) {
    const node = level[at];
    at += 1;
    if (node) {
      if (wanted.has(node.type)) walk.visit(node);
      if (node.children.length === 0) continue;
      open.push({ level, at });
      level = node.children;
      at = 0;
      continue;
    }
    const above = open.pop();
    if (!above) return;
    ({ level, at } = above);
  }
}

function wantedTypes(grammar: Grammar): ReadonlySet<string> {
  const known = typesOf.get(grammar);
  if (known) return known;
  const { symbols, calls, imports, heritage = {} } = grammar;
  const types = new Set([symbols, calls, imports, heritage].flatMap((part) => Object.keys(part)));
  typesOf.set(grammar, types);
  return types;
}

type Building = { -readonly [Name in keyof ReferenceFact]: ReferenceFact[Name] };

/** Built field by field: there are more calls than anything else, and spreading objects is slow. */
function callReference(
  call: FoundCall,
  known: CallResolver | ReadonlyMap<number, number>,
  lines: SourceLines,
): ReferenceFact {
  const line = lines.lineOf(call.offset);
  const text = lines.textAt(call.offset);
  const from = shown(call.owner).key;
  if (!(known instanceof CallResolver)) {
    const { name, receiver, constructs } = call;
    const targets = constructs ? CONSTRUCTED : receiver === undefined ? BARE : MEMBER;
    const reference: Building = { kind: "calls", from, name, targets, line, text, value: known.get(call.offset) ?? 0 };
    if (receiver) reference.detail = { receiver };
    return reference;
  }
  const { name, targets, to, resolved, reason, detail } = known.resolve(call, call.owner, call.constructs);
  const reference: Building = { kind: "calls", from, name, targets, line, text };
  if (to !== undefined) reference.to = to;
  if (resolved !== undefined) reference.resolved = resolved;
  if (reason !== undefined) reference.reason = reason;
  if (detail !== undefined) reference.detail = detail;
  return reference;
}

const CONSTRUCTED: readonly NodeKind[] = ["class"];
const BARE: readonly NodeKind[] = ["function", "class", "method"];
const MEMBER: readonly NodeKind[] = ["method", "function", "class"];

interface Open {
  readonly definition: Definition;
  readonly end: number;
}

/** Takes the nodes in source order; the definitions that are open at a node are those it stands in. */
class Walk {
  readonly definitions: Definitions;
  readonly calls: FoundCall[] = [];
  readonly imports: Import[] = [];
  /** Definitions by the node that makes them. */
  readonly defined = new Map<TreeNode, Definition>();
  private readonly found: ReferenceFact[] = [];
  private readonly inherits: { readonly name: string; readonly owner: Definition; readonly offset: number }[] = [];
  private readonly open: Open[] = [];
  private readonly source: string;
  private readonly grammar: Grammar;
  private readonly lines: SourceLines;

  constructor(path: string, source: string, grammar: Grammar, lines: SourceLines) {
    this.source = source;
    this.grammar = grammar;
    this.lines = lines;
    this.definitions = new Definitions(path, source);
  }

  visit(node: TreeNode): void {
    const { type, startIndex } = node;
    while (this.open.length > 0 && (this.open.at(-1) as Open).end <= startIndex) this.open.pop();
    const owner = this.open.at(-1)?.definition ?? this.definitions.module;
    const { symbols, calls, imports, heritage } = this.grammar;
    const symbol = symbols[type];
    if (symbol) this.define(node, owner);
    const call = calls[type];
    if (call) this.call(node, call, owner);
    const reader = imports[type];
    if (reader) this.import(reader, node);
    const parent = heritage?.[type];
    if (parent && !(parent.unless && node.childForFieldName(parent.unless)) && owner.kind === "class")
      this.inherit(node, owner);
  }

  private define(node: TreeNode, owner: Definition): void {
    const rule = this.grammar.symbols[node.type];
    const definition = rule && this.definitions.define(node, rule, owner);
    if (!rule || !definition) return;
    this.defined.set(node, definition);
    this.open.push({ definition, end: node.endIndex });
    for (const field of rule.heritage ?? []) {
      const clause = node.childForFieldName(field);
      if (clause) this.inherit(clause, definition);
    }
  }

  private inherit(clause: TreeNode, owner: Definition): void {
    for (const { name, offset } of typeNames(this.textOf(clause))) {
      owner.parents.push(name);
      this.inherits.push({ name, owner, offset: clause.startIndex + offset });
    }
  }

  private call(node: TreeNode, rule: CallRule, owner: Definition): void {
    const field = rule.field === undefined ? undefined : node.childForFieldName(rule.field);
    if (rule.field !== undefined && !field) return;
    const constructs = rule.constructs === true;
    const start = constructs ? (field?.startIndex ?? node.startIndex + "new".length) : node.startIndex;
    const calleeEnd =
      field?.endIndex ?? start + (/^\s*[\w\\$]+/.exec(this.source.slice(start, start + 200))?.[0].length ?? 0);
    const callee = readCallee(this.source, start, calleeEnd);
    if (callee?.receiver === undefined) {
      const { importCalls = {} } = this.grammar;
      const name = callee?.name ?? this.source.slice(start, calleeEnd);
      const reader = Object.hasOwn(importCalls, name) ? importCalls[name] : undefined;
      if (reader && this.import(reader, node)) return;
      if (callee && this.grammar.mixins?.has(callee.name) && owner.kind === "class")
        return this.mixin(node, calleeEnd, owner);
    }
    if (!callee) return;
    const { name, offset, receiver } = callee;
    this.calls.push({ name, offset, receiver, owner, constructs, calleeEnd });
  }

  private mixin(node: TreeNode, from: number, owner: Definition): void {
    for (const { name, offset } of typeNames(this.source.slice(from, node.endIndex))) {
      owner.parents.push(name);
      this.inherits.push({ name, owner, offset: from + offset });
    }
  }

  /** @returns whether the statement imports anything */
  private import(reader: ImportReader, node: TreeNode): boolean {
    const text = this.textOf(node);
    const before = this.source.slice(Math.max(0, node.startIndex - BEFORE_IMPORT_LENGTH), node.startIndex);
    const imports = reader(text, before);
    for (const one of imports) {
      const { name, targets, specifier, isExternal } = one;
      const offset = node.startIndex + Math.max(0, text.indexOf(specifier));
      this.imports.push(one);
      this.found.push({
        kind: "imports",
        from: this.definitions.module.key,
        name,
        targets,
        line: this.lines.lineOf(offset),
        text: this.lines.textAt(offset),
        ...(isExternal && { resolved: "external" as const }),
        detail: { specifier },
      });
    }
    return imports.length > 0;
  }

  /** Imports and inheritance; call when every node was visited. */
  references(): ReferenceFact[] {
    const external = new Map(
      this.imports.flatMap((one) => (one.isExternal ? one.bindings.map(({ local }) => [local, one] as const) : [])),
    );
    const inherited = this.inherits.map(({ name, owner, offset }): ReferenceFact => {
      const parent = this.definitions.classNamed(name);
      const to = parent && parent !== owner ? { to: shown(parent).key } : {};
      const isExternal = !parent && (external.has(name) || this.grammar.builtIn.has(name));
      return {
        kind: "inherits",
        from: shown(owner).key,
        name,
        targets: isExternal ? [] : ["class", "module"],
        ...to,
        ...(isExternal && { resolved: "external" as const }),
        line: this.lines.lineOf(offset),
        text: this.lines.textAt(offset),
      };
    });
    return [...this.found, ...inherited];
  }

  private textOf(node: TreeNode): string {
    return this.source.slice(node.startIndex, Math.min(node.endIndex, node.startIndex + IMPORT_TEXT_MAX));
  }
}

/** The innermost definition around an offset. Definitions are in source order, so it is the last one that is open there. */
function ownerFinder(definitions: Definitions): (offset: number) => Definition {
  const { all, module } = definitions;
  return (offset) => {
    let low = 0;
    let high = all.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((all[middle]?.start ?? 0) <= offset) low = middle + 1;
      else high = middle;
    }
    for (let at: Definition | undefined = all[low - 1]; at; at = at.owner) if (at.end > offset) return shown(at);
    return module;
  };
}
