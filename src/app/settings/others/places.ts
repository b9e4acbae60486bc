import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { AGENTS_FILE } from "../../trust/trust-items.ts";
import type { Environment } from "../locations.ts";

export interface OthersPlace {
  readonly home: string;
  readonly cwd: string;
  readonly environment: Environment;
}

type Files = (place: OthersPlace) => readonly string[];

/** Where the agents keep their settings that are read as they stand, whatever else is taken over by an import. */
export const OTHERS_FILES = {
  buddyctl: ({ home }) => [join(home, ".buddyctl/config.json")],
  "cli-code": ({ home, environment }) => [
    environment["CLI_CODE_CONFIG_FILE"] ?? join(home, ".config/cli-code/config.yaml"),
  ],
  "codentis.project": ({ cwd }) => [join(cwd, AGENTS_FILE)],
  "codentis.setup": ({ home }) => [join(home, ".codentis/config.json")],
  codentis: ({ home }) => [join(home, ".codentis/codentis.toml")],
  codewhisper: ({ home }) => [join(home, ".codewhisper/.env"), join(home, ".config/codewhisper/.env")],
} satisfies Record<string, Files>;

/** Their variables, as far as they are not ours as well. */
export const OTHERS_VARIABLE = /^(?:CLI_CODE_\w+|CODEWHISPER_\w+|LLM_PROVIDER|LLM_DEFAULT_MODEL|IMPERATOR_MODEL)$/;

export const homeOf = (environment: Environment): string => environment["HOME"] ?? homedir();

/** Most people come from none of them: then nothing is loaded for it. */
export function hasOthers(cwd: string, environment: Environment): boolean {
  const place = { home: homeOf(environment), cwd, environment };
  return (
    Object.keys(environment).some((name) => OTHERS_VARIABLE.test(name)) ||
    Object.values(OTHERS_FILES).some((files) => files(place).some((file) => existsSync(file)))
  );
}
