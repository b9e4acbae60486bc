import type { CallToolResult, ContentBlock, GetPromptResult, ReadResourceResult } from "@modelcontextprotocol/client";

/** What a model can read of an answer. */
export function answerText({ content, structuredContent }: CallToolResult): string {
  const text = content.map(partText).join("\n");
  if (text !== "" || structuredContent === undefined) return text === "" ? "(an empty answer)" : text;
  return JSON.stringify(structuredContent);
}

const PICTURES_MAX = 10;

export function answerPictures({ content }: CallToolResult): readonly Uint8Array[] {
  const parts = content.filter((part) => part.type === "image").slice(0, PICTURES_MAX);
  return parts.map(({ data }) => Buffer.from(data, "base64"));
}

export function resourceText({ contents }: ReadResourceResult): string {
  return contents.map((one) => ("text" in one ? one.text : `[${one.uri}: ${sizeOf(one.blob)}]`)).join("\n");
}

/** What others said in it is told as such. */
export function promptText({ messages }: GetPromptResult): string {
  return messages
    .map(({ role, content }) => (role === "user" ? partText(content) : `(${role}:) ${partText(content)}`))
    .join("\n\n");
}

export function partText(part: ContentBlock): string {
  switch (part.type) {
    case "text":
      return part.text;
    case "resource":
      return "text" in part.resource
        ? `${part.resource.uri}:\n${part.resource.text}`
        : `[${part.resource.uri}: ${sizeOf(part.resource.blob)}]`;
    case "resource_link":
      return `[${part.name}](${part.uri})`;
    case "image":
    case "audio":
      return `[${part.mimeType}: ${sizeOf(part.data)}]`;
  }
}

/** @param base64  four characters are three bytes */
const sizeOf = (base64: string): string => `${Math.ceil((base64.length * 3) / 4 / 1024)} KB`;
