import * as z from "zod";

const oauthSettings = z
  .strictObject({
    issuer: z.url().describe("The authorisation server; its metadata is read from there."),
    clientId: z.string().describe("The client id it knows Waymark by."),
    scopes: z.array(z.string()).default([]).describe("What is asked for."),
    flow: z.enum(["device", "browser"]).default("device").describe("A code to type elsewhere, or a browser (PKCE)."),
    audience: z.string().optional().describe("Whom the token is for, where the server asks."),
  })
  .describe("How `waymark login` gets a token for this provider.");

export const providerSettings = z
  .strictObject({
    model: z.string().optional().describe("Model used when none is named."),
    baseUrl: z.url().optional().describe("Where the provider is reached."),
    api: z.enum(["chat", "responses"]).optional().describe("Which wire the `openai` provider speaks."),
    apiKey: z.string().optional().describe("The key itself; the environment or `waymark login` are safer places."),
    apiKeyCommand: z
      .string()
      .optional()
      .describe("A command that prints the key; run when it is needed, and again when it is refused."),
    account: z
      .string()
      .regex(/^[\w.-]+$/)
      .optional()
      .describe("Which of several stored accounts is used; `waymark login ID --account NAME` stores one."),
    contextTokens: z.int().min(1).optional().describe("Size of the context window."),
    nativeTools: z.boolean().optional().describe("Whether the models call tools by themselves."),
    retryAttempts: z.int().min(1).max(20).optional().describe("How often one step of its models is tried."),
    judgeModel: z.string().optional().describe("Model (agent) that decides what an answer without calls means."),
    clientId: z.string().optional().describe("Client id of the account, where it is not a key that opens it."),
    realm: z.string().optional().describe("Realm (tenant) of the account."),
    authUrl: z.url().optional().describe("Where the account's tokens come from."),
    conversation: z.boolean().optional().describe("The server keeps the conversation; only what is new is sent."),
    oauth: oauthSettings.optional(),
    options: z
      .record(z.string(), z.unknown())
      .optional()
      .describe("What a package of the AI SDK is opened with, such as region or resourceName."),
  })
  .describe("Settings of one provider.");
