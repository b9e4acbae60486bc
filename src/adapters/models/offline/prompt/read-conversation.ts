import type { ModelMessage, ModelRequest, ToolMessage } from "../../../../core/ports/model.ts";
import { MENTION, typedPart } from "../../../../core/prompts/typed-part.ts";
import type { Found } from "../looking.ts";
import { earlierOf } from "./earlier-prompts.ts";
import { behindPrompts } from "./in-full.ts";
import { type Given, readMaterial } from "./material.ts";

/** The last prompt as a person typed it, those before it whose subject it has, and what was found since by the key of each call. */
export function readConversation(messages: ModelRequest["messages"]): {
  readonly given: Given;
  readonly earlier: readonly string[];
  readonly found: ReadonlyMap<string, Found>;
  readonly isFirst: boolean;
} {
  const at = messages.findLastIndex((message) => message.role === "user" && message.isAside !== true);
  const prompt = messages[at];
  const results = messages.slice(at + 1).flatMap((message) => (message.role === "tool" ? message.results : []));
  const found = new Map(results.map((result: ToolMessage) => [result.callId.replace(/^guide-\d+-/, ""), result]));
  const before = messages.slice(0, Math.max(0, at)).map(typedIn);
  const given = readMaterial(behindPrompts(typedIn(prompt), before));
  return {
    given,
    earlier: earlierOf(
      given.asked,
      before.map((one) => readMaterial(one).asked),
    ),
    found,
    isFirst: !messages.slice(0, at).some(isAnswer),
  };
}

/** What the person ran or attached is for a model to read: none of its lines is a question. */
function typedIn(message: ModelMessage | undefined): string {
  if (message?.role !== "user" || message.isAside === true) return "";
  const text = message.saidLast ?? message.text;
  const typed = typedPart(text);
  const added = text.slice(typed.length);
  return typed.replace(MENTION, (said, quoted?: string, bare = "") => {
    const name = quoted ?? bare;
    return FILE_NAME.test(name) || added.includes(` path="${name.replace(TAIL, "")}`) ? said.replace("@", "") : said;
  });
}

/** A file or folder that is attached, or that was too large for that, is what its name means; a package or a decorator keeps its sign. */
const FILE_NAME = /[^.]\.[A-Za-z][A-Za-z0-9]{0,9}(?:(?::|#L)\d+(?:-L?\d+)?)?[.:!?]*$/;
const TAIL = /(?:(?::|#L)\d+(?:-L?\d+)?)?[.:!?/]*$/;

function isAnswer(message: ModelMessage): boolean {
  return message.role === "assistant" && message.content.some((part) => part.kind === "text");
}
