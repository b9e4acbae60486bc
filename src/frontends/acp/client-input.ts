import { type ContentBlock, type McpServer, RequestError } from "@agentclientprotocol/sdk";
import { imageOf } from "../../app/knowledge/fitted-picture.ts";
import { PROMPT_CHARS_MAX, type Prompt } from "../../app/prompt-text.ts";
import { errorText } from "../../base/error-text.ts";

/** What a client sends: what its person wrote, and what came with it. */
export interface ClientPrompt extends Pick<Prompt, "text" | "images"> {
  /** The words alone, without the names of what it links. */
  readonly written: string;
  /** Named, to be put behind; it names nothing. */
  readonly attached: string;
}

/** A prompt's blocks: what a client attaches stands apart from what a person wrote. @throws {RequestError} where one cannot be taken */
export async function promptOf(blocks: readonly ContentBlock[]): Promise<ClientPrompt> {
  const pictures: string[] = [];
  const attached: string[] = [];
  const written: string[] = [];
  const texts = blocks.map((block) => {
    switch (block.type) {
      case "text":
        written.push(block.text);
        return block.text;
      case "resource_link":
        return `[${block.name}](${block.uri})`;
      case "resource":
        if ("text" in block.resource) attached.push(`Contents of ${block.resource.uri}:\n${block.resource.text}`);
        return "";
      case "image":
        pictures.push(block.data);
        return "";
      default:
        throw RequestError.invalidParams(undefined, `a prompt may hold text, images and resources, no ${block.type}`);
    }
  });
  const chars = [...texts, ...attached].reduce((sum, { length }) => sum + length, 0);
  if (chars > PROMPT_CHARS_MAX)
    throw RequestError.invalidParams(
      undefined,
      `a prompt may hold ${PROMPT_CHARS_MAX} characters with what is attached, this one has ${chars}; name the file instead`,
    );
  const images = await Promise.all(pictures.map(imageOf)).catch((error: unknown) => {
    throw RequestError.invalidParams(undefined, errorText(error));
  });
  const text = texts.filter((one) => one !== "").join("\n\n");
  return { text, written: written.join("\n\n"), images, attached: attached.join("\n\n") };
}

/** The servers of a client, as settings have them; a name of other characters gets those that ours may have. */
export function serversOf(servers: readonly McpServer[]): Readonly<Record<string, object>> {
  return Object.fromEntries(
    servers.map((server) => {
      const name = server.name.replace(/[^A-Za-z0-9]+/g, "-").replace(/^-+|-+$/g, "") || "server";
      if ("command" in server) {
        const { command, args, env } = server;
        return [name, { command, args, env: pairs(env) }];
      }
      const { type, url, headers } = server;
      return [name, { type, url, headers: pairs(headers) }];
    }),
  );
}

const pairs = (list: readonly { readonly name: string; readonly value: string }[]): Readonly<Record<string, string>> =>
  Object.fromEntries(list.map(({ name, value }) => [name, value]));
