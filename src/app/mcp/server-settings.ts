import * as z from "zod";
import { sandboxSetting } from "../hooks/hook-settings.ts";

/** What a server may be called: its name ends at the two low lines in the names of its tools, and a rule may name it alone. */
export const SERVER_NAME = /^[A-Za-z0-9](?:[A-Za-z0-9-]|_(?!_|$)){0,40}$/;

const words = z.record(z.string(), z.string());

/** One server, as `.mcp.json` files write it (https://modelcontextprotocol.io); what only others know is left alone. */
export const serverSettings = z
  .looseObject({
    type: z
      .enum(["stdio", "http", "streamable-http", "sse", "sdk"])
      .optional()
      .describe("How it is spoken to; sdk: it lives in the program that leads a conversation over stream-json."),
    command: z.string().min(1).optional().describe("The program that is the server."),
    args: z.array(z.string()).optional(),
    env: words.optional().describe("Variables that the program gets besides those that commands get."),
    cwd: z
      .string()
      .optional()
      .describe(
        "Where the program starts, seen from the working folder. Absent: the working folder where it is trusted, else an empty one.",
      ),
    url: z.string().min(1).optional().describe("Where a server of the network is."),
    headers: words.optional(),
    oauth: z
      .strictObject({
        grant: z
          .enum(["browser", "client_credentials"])
          .optional()
          .describe("client_credentials: the program logs itself in, without a person."),
        clientId: z.string().optional().describe("Absent: it registers itself."),
        clientSecret: z.string().optional(),
        issuer: z
          .url()
          .optional()
          .describe(
            "The authorisation server that knows this client: a secret or key goes to no other. Absent: to the one that it went to first.",
          ),
        privateKey: z.string().optional().describe("A key in PEM that signs in place of a secret."),
        algorithm: z.string().optional().describe("Of the key; RS256 when absent."),
        clientMetadataUrl: z
          .url()
          .optional()
          .describe("Where a document about this client is, for servers that read one."),
        scopes: z.array(z.string()).optional(),
        callbackPort: z
          .int()
          .min(1)
          .max(65_535)
          .optional()
          .describe("Where the browser comes back to; any when absent."),
      })
      .optional()
      .describe("How `waymark mcp login` logs in; may be absent."),
    sandbox: sandboxSetting.optional(),
    enabled: z.boolean().optional().describe("False: it is left out."),
    timeout: z
      .int()
      .min(1)
      .optional()
      .describe("Milliseconds that a call may take without progress; 600000 when absent."),
    startTimeout: z.int().min(1).optional().describe("Milliseconds until its first answer; 30000 when absent."),
    tools: z
      .strictObject({ allow: z.array(z.string()).optional(), deny: z.array(z.string()).optional() })
      .optional()
      .describe("Which of its tools are offered, by their names there."),
  })
  .describe("A server of the Model Context Protocol.");

export type ServerSettings = Readonly<z.infer<typeof serverSettings>>;
