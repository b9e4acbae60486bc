import hljs from "highlight.js/lib/core";
import bash from "highlight.js/lib/languages/bash";
import c from "highlight.js/lib/languages/c";
import cpp from "highlight.js/lib/languages/cpp";
import csharp from "highlight.js/lib/languages/csharp";
import css from "highlight.js/lib/languages/css";
import diff from "highlight.js/lib/languages/diff";
import go from "highlight.js/lib/languages/go";
import ini from "highlight.js/lib/languages/ini";
import java from "highlight.js/lib/languages/java";
import javascript from "highlight.js/lib/languages/javascript";
import json from "highlight.js/lib/languages/json";
import kotlin from "highlight.js/lib/languages/kotlin";
import php from "highlight.js/lib/languages/php";
import python from "highlight.js/lib/languages/python";
import ruby from "highlight.js/lib/languages/ruby";
import rust from "highlight.js/lib/languages/rust";
import sql from "highlight.js/lib/languages/sql";
import typescript from "highlight.js/lib/languages/typescript";
import xml from "highlight.js/lib/languages/xml";
import yaml from "highlight.js/lib/languages/yaml";
import cobol from "highlightjs-cobol";
import type { Role, Theme } from "../theme.ts";
import { jcl } from "./jcl-grammar.ts";

const LANGUAGES = {
  bash,
  c,
  cpp,
  csharp,
  css,
  diff,
  go,
  ini,
  java,
  javascript,
  json,
  kotlin,
  php,
  python,
  ruby,
  rust,
  sql,
  typescript,
  xml,
  yaml,
  cobol,
  jcl,
};
for (const [name, grammar] of Object.entries(LANGUAGES)) hljs.registerLanguage(name, grammar);
hljs.registerAliases(["cbl", "cob", "cpy"], { languageName: "cobol" });

const CODE_CHARS_MAX = 100_000;

/** Source as coloured lines, as many as it has. An unknown language, or a huge text, stays as it is. */
export function highlightCode(code: string, language: string, theme: Theme): readonly string[] {
  const name = language.toLowerCase();
  if (code.length > CODE_CHARS_MAX || !hljs.getLanguage(name)) return code.split("\n");
  return paintHtml(hljs.highlight(code, { language: name, ignoreIllegals: true }).value, theme);
}

const ROLES: Readonly<Record<string, Role>> = {
  keyword: "keyword",
  built_in: "type",
  type: "type",
  literal: "number",
  number: "number",
  string: "string",
  regexp: "string",
  symbol: "number",
  comment: "comment",
  quote: "comment",
  doctag: "comment",
  meta: "comment",
  title: "title",
  section: "title",
  name: "keyword",
  attr: "type",
  attribute: "type",
  variable: "code",
  "template-variable": "code",
  addition: "added",
  deletion: "removed",
  property: "type",
  tag: "keyword",
  "selector-tag": "keyword",
  params: "code",
  operator: "keyword",
};

/** The highlighter speaks HTML; nested spans take the innermost colour, and no colour crosses a line's end. */
function paintHtml(html: string, theme: Theme): readonly string[] {
  const lines = [""];
  const open: (Role | undefined)[] = [];
  for (const [token] of html.matchAll(/<span class="[^"]*">|<\/span>|[^<]+/g)) {
    if (token === "</span>") open.pop();
    else if (token.startsWith("<")) open.push(roleOf(token) ?? open.at(-1));
    else addText(lines, decodeEntities(token), open.at(-1), theme);
  }
  return lines;
}

function roleOf(tag: string): Role | undefined {
  const name = /hljs-([a-z_-]+)/.exec(tag)?.[1];
  return name === undefined ? undefined : ROLES[name];
}

function addText(lines: string[], text: string, role: Role | undefined, theme: Theme): void {
  for (const [index, part] of text.split("\n").entries()) {
    if (index > 0) lines.push("");
    lines[lines.length - 1] += role ? theme.paint(role, part) : part;
  }
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&lt;": "<",
  "&gt;": ">",
  "&amp;": "&",
  "&quot;": '"',
  "&#x27;": "'",
};

function decodeEntities(text: string): string {
  return text.replace(/&(?:lt|gt|amp|quot|#x27);/g, (entity) => ENTITIES[entity] ?? entity);
}
