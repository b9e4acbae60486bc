import { globSync, readFileSync } from "node:fs";
import { Command } from "commander";
import { parseSync } from "oxc-parser";
import type { CommandContext } from "../src/frontends/commands/command.ts";
import { COMMANDS } from "../src/frontends/commands/index.ts";
import { defineRunOptions } from "../src/frontends/commands/run/run-options.ts";

/** What a translation is found by, as `phrase` makes it, of every template that it, or what a page tags its texts with, tags in the sources. */
export function phrasesOf(source: string, file = "source.ts", tagName = "phrase"): readonly string[] {
  const found: string[] = [];
  visit(parseSync(file, source).program, (node) => {
    const { tag, quasi } = node as { readonly tag?: { readonly name?: string }; readonly quasi?: Template };
    if (node.type !== "TaggedTemplateExpression" || tag?.name !== tagName || quasi === undefined) return;
    found.push(
      quasi.quasis.map(({ value }) => value.cooked).reduce((text, part, index) => `${text}{${index - 1}}${part}`),
    );
  });
  // Only what has words can be said in other words; ends of lines belong to where it is shown.
  return found
    .map((pattern) => pattern.trimEnd())
    .filter((pattern) => /\p{L}{2}/u.test(pattern.replace(/\{\d+\}/g, "")));
}

const SAID_BY = new Set(["out", "error", "answered", "say", "tell", "complain", "UserError"]);

/** Sentences of a source that are said to a person as they are written, so that no language can have its own. */
export function unspokenIn(source: string, file = "source.ts"): readonly string[] {
  const found: string[] = [];
  const look = (node: Said): void => {
    if (node.type === "ConditionalExpression") for (const one of [node.consequent, node.alternate]) one && look(one);
    const text = node.quasis?.map(({ value }) => value.cooked).join("{}") ?? node.value;
    if (typeof text === "string" && /\p{L}{2,} \p{Ll}{2,}/u.test(text)) found.push(`${file}: ${text.trimEnd()}`);
  };
  visit(parseSync(file, source).program, (node) => {
    const { callee, arguments: given = [] } = node as Said;
    if (
      (node.type === "CallExpression" || node.type === "NewExpression") &&
      SAID_BY.has(callee?.name ?? callee?.property?.name ?? "")
    )
      given.forEach(look);
  });
  return found;
}

interface Said {
  readonly type?: string;
  readonly name?: string;
  readonly property?: { readonly name?: string };
  readonly callee?: Said;
  readonly arguments?: readonly Said[];
  readonly consequent?: Said;
  readonly alternate?: Said;
  readonly value?: unknown;
  readonly quasis?: readonly { readonly value: { readonly cooked: string } }[];
}

export function phrasesOfSources(): readonly string[] {
  const files = globSync("src/**/*.ts").filter((file) => !file.endsWith(".test.ts"));
  return files.flatMap((file) => phrasesOf(readFileSync(file, "utf8"), file));
}

/** Whatever `--help` says of ours, of every command. */
export async function helpTexts(): Promise<readonly string[]> {
  const texts: string[] = [];
  const read = (command: Command): void => {
    texts.push(command.description());
    texts.push(...command.options.map(({ description }) => description));
    texts.push(...command.registeredArguments.map(({ description }) => description));
    command.commands.forEach(read);
  };
  const silent = (): void => {};
  const context: CommandContext = {
    ...{ environment: {}, cwd: ".", version: "", commands: COMMANDS },
    ...{ out: silent, data: silent, taken: async () => {}, json: silent, error: silent, exit: silent },
  };
  for (const { name, summary, load } of COMMANDS) {
    const command = new Command(name).description(summary);
    (await load()).define(command, context);
    read(command);
  }
  read(defineRunOptions(new Command("waymark")));
  return texts.filter((text) => text !== "");
}

/** Texts that stand in a page as they are written, so that no language can have its own. */
export function unspokenInPage(source: string, file = "page.ts"): readonly string[] {
  const found: string[] = [];
  const see = (text: string | undefined): void => {
    if (text !== undefined && /\p{L}{2}/u.test(text.replace("Waymark", ""))) found.push(`${file}: ${text.trim()}`);
  };
  visit(parseSync(file, source).program, (node) => {
    const { tag, quasi, key, value } = node as PageNode;
    if (node.type === "TaggedTemplateExpression" && tag?.name === "html") markupTexts(cookedText(quasi)).forEach(see);
    if (node.type === "Property" && SHOWN_PROPERTIES.has(key?.name ?? ""))
      see(typeof value?.value === "string" ? value.value : value?.quasis && cookedText(value));
  });
  return found;
}

/** What a person sees or hears of an element. */
const SHOWN_PROPERTIES = new Set(["textContent", "placeholder", "ariaLabel", "alt", "text"]);

/** Of markup whose values are left out: what stands between its tags, and in the attributes that are read to people. */
const markupTexts = (markup: string): readonly string[] => [
  ...markup.split(/<[^>]*>/),
  ...[...markup.matchAll(/\b(?:aria-label|placeholder|alt|label|button)="([^"]*)"/g)].map(([, text = ""]) => text),
];

const cookedText = (template: Partial<Template> | undefined): string =>
  template?.quasis?.map(({ value }) => value.cooked).join("") ?? "";

interface PageNode {
  readonly tag?: { readonly name?: string };
  readonly quasi?: Template;
  readonly key?: { readonly name?: string };
  readonly value?: Partial<Template> & { readonly value?: unknown };
}

interface Template {
  readonly quasis: readonly { readonly value: { readonly cooked: string } }[];
}

function visit(node: unknown, see: (node: { readonly type?: string }) => void): void {
  if (typeof node !== "object" || node === null) return;
  if (!Array.isArray(node)) see(node);
  for (const child of Object.values(node)) visit(child, see);
}
