import { type ContentBlock, type McpServer, RequestError } from "@agentclientprotocol/sdk";
import { imageOf } from "../../app/knowledge/fitted-picture.ts";
import type { Prompt } from "../../app/session/agent-session.ts";
import { errorText } from "../../base/error-text.ts";

/** A prompt's blocks as one text: what a client attaches stands behind it, named. @throws {RequestError} where one cannot be taken */
export async function promptOf(blocks: readonly ContentBlock[]): Promise<Prompt> {
  const pictures: string[] = [];
  const texts = blocks.map((block) => {
    switch (block.type) {
      case "text":
        return block.text;
      case "resource_link":
        return `[${block.name}](${block.uri})`;
      case "resource":
        return "text" in block.resource ? `Contents of ${block.resource.uri}:\n${block.resource.text}` : "";
      case "image":
        pictures.push(block.data);
        return "";
      default:
        throw RequestError.invalidParams(undefined, `a prompt may hold text, images and resources, no ${block.type}`);
    }
  });
  const images = await Promise.all(pictures.map(imageOf)).catch((error: unknown) => {
    throw RequestError.invalidParams(undefined, errorText(error));
  });
  return { text: texts.filter((text) => text !== "").join("\n\n"), images };
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
