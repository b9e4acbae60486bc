import * as z from "zod";

/** Where a hook or a server that a person sets runs. */
export const sandboxSetting = z
  .union([z.boolean(), z.literal("network")])
  .describe(
    "True: in the sandbox that commands run in; network: there, with the network; false, in your own settings: as you, whatever the folder holds. Absent: as you where nothing of the folder can decide what it does, else in the sandbox.",
  );

const hook = z
  .looseObject({
    type: z.string().default("command").describe("command or http."),
    command: z.string().optional().describe("Given to the shell; the event comes as JSON on its standard input."),
    url: z.string().optional().describe("Where the event is posted to as JSON."),
    headers: z.record(z.string(), z.string()).optional(),
    allowedEnvVars: z.array(z.string()).optional().describe("Variables that headers may name as $NAME."),
    timeout: z.number().positive().optional().describe("Seconds; 60 when absent."),
    async: z.boolean().optional().describe("Nobody waits for it, and its answer counts for nothing."),
    once: z.boolean().optional().describe("Runs once in a session."),
    sandbox: sandboxSetting.optional(),
    onFailure: z.enum(["continue", "block"]).optional().describe("block: where it fails, that is a refusal."),
  })
  .describe("One hook.");

/** Hooks by event, as Claude Code's settings have them. */
export const hookGroups = z.array(
  z.looseObject({
    matcher: z.string().optional().describe("Which tools, or which kinds of the event; all when absent."),
    hooks: z.array(hook),
  }),
);

export type HookDefinition = Readonly<z.infer<typeof hook>>;
