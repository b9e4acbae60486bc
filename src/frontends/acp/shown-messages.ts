import type { Stream } from "@agentclientprotocol/sdk";
import { mapStrings } from "../../core/plan/references.ts";
import { sanitizeTerminal } from "../../engines/terminal-text/sanitize-terminal.ts";

/**
 * The one door to a client: what it shows may reach a terminal or a page, so that no text of a message holds what acts there or hides.
 * Changes of files go to it to be looked at alone, never to be made, so that none of it need stay byte for byte; where a request is
 * for the client's files, the path is theirs.
 */
export function shownMessages({ readable, writable }: Stream): Stream {
  const door = new TransformStream<Message, Message>({
    transform: (message, controller) => controller.enqueue(isForFiles(message) ? message : inert(message)),
  });
  // A client that is gone is told by its input.
  door.readable.pipeTo(writable).catch(() => undefined);
  return { readable, writable: door.writable };
}

type Message = Stream["writable"] extends WritableStream<infer One> ? One : never;

const isForFiles = (message: Message): boolean => "method" in message && message.method.startsWith("fs/");

const inert = (message: Message): Message =>
  mapStrings(message, (text) => sanitizeTerminal(text, { context: "output" })) as Message;
