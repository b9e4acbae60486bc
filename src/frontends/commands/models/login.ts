import type { Command } from "commander";
import { loginProvider, saveKey, withAccount } from "../../../app/models/credentials.ts";
import { readWholeStdin } from "../../../app/report/read-stdin.ts";
import { say, typedLines } from "../../../app/report/standard-streams.ts";
import type { LoadedConfig } from "../../../app/settings/load.ts";
import { phrase } from "../../../base/phrase.ts";
import { EXIT, UserError } from "../../../base/user-error.ts";
import type { CommandContext } from "../command.ts";
import { inHouse } from "../in-house.ts";

/**
 * `waymark login PROVIDER`: a key, an account or a login in the browser, as the provider and its settings want. Secrets are typed
 * unseen or read from standard input, never an argument.
 */
export function define(command: Command, context: CommandContext): void {
  command
    .argument("<provider>", "the provider's id, such as openai")
    .option("--account <name>", "one of several; the setting providers.ID.account says which is used")
    .option("--key", "store a key, though the settings name an authorisation server")
    .action(async (id: string, flags: { key?: boolean; account?: string }) => {
      const provider = loginProvider(id);
      const loaded = withAccount(await inHouse(context, {}, ({ settings }) => settings), id, flags.account);
      if (loaded.config.providers[id]?.oauth && !flags.key) {
        await loginWithServer(id, loaded, context);
        return context.out(
          phrase`You are logged in at ${provider.label}; \`waymark provider check ${id}\` tries it.\n`,
        );
      }
      if (provider.accountVariables) {
        const [clientId, key, realm] = await readAccount(provider.accountVariables, id);
        const { saveAccount } = await import("../../../app/models/logins.ts");
        await saveAccount(id, { clientId, key, realm }, loaded);
        return context.out(phrase`The account at ${provider.label} is stored and a token came.\n`);
      }
      const key = (process.stdin.isTTY ? await ask(`Key for ${provider.label}: `) : await readWholeStdin()).trim();
      if (key === "")
        throw new UserError(
          phrase`No key came; paste it, or pipe it in: printenv KEY | waymark login ${id}.`,
          EXIT.badInput,
        );
      if (key.length > KEY_CHARS_MAX || !/^[\x21-\x7e]+$/.test(key))
        throw new UserError(
          phrase`That is no key: it has spaces, line ends or other characters that no key has; pipe in the key of ${provider.label} alone.`,
          EXIT.badInput,
        );
      saveKey(id, key, loaded);
      context.out(phrase`The key for ${provider.label} is stored; \`waymark provider check ${id}\` tries it.\n`);
    });
}

/** Tokens of some providers are signed documents. */
const KEY_CHARS_MAX = 20_000;

async function loginWithServer(id: string, loaded: LoadedConfig, context: CommandContext): Promise<void> {
  const { oauthLogin } = await import("../../../app/models/oauth-login.ts");
  const cancel = new AbortController();
  process.once("SIGINT", () => cancel.abort());
  await oauthLogin(id, loaded, {
    signal: cancel.signal,
    show: ({ url, code }) => context.error(phrase`Open ${url}${code ? ` and enter the code ${code}` : ""}\n`),
  });
}

/** Client id, secret and realm: asked for, or lines `NAME=VALUE` from standard input. */
async function readAccount(names: readonly string[], id: string): Promise<[string, string, string]> {
  const given: Record<string, string> = {};
  if (process.stdin.isTTY) for (const name of names) given[name] = (await ask(`${name}: `)).trim();
  else {
    const { parseEnv } = await import("node:util");
    Object.assign(given, parseEnv(await readWholeStdin()));
  }
  const values = names.map((name) => given[name] ?? "");
  const missing = names.filter((_, index) => values[index] === "");
  if (missing.length > 0)
    throw new UserError(
      phrase`Missing required configuration. Please ensure ${missing.join(", ")} came: lines NAME=VALUE on standard input of \`waymark login ${id}\`.`,
      EXIT.badInput,
    );
  return values as [string, string, string];
}

/** A line from the terminal without its echo. */
function ask(question: string): Promise<string> {
  return new Promise((resolve) => {
    say(question);
    const lines = typedLines({ echoes: false, terminal: true });
    lines.once("line", (line) => {
      // Closing tells that nothing came.
      resolve(line);
      lines.close();
      say("\n");
    });
    lines.once("close", () => resolve(""));
  });
}
