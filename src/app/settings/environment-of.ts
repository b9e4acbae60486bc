import type { LoadedConfig } from "./load.ts";
import type { Environment } from "./locations.ts";

type Environments = Pick<LoadedConfig, "environment" | "ownEnvironment">;

/** What somebody's words are filled in by: a project's variables are for what the project wrote down. */
export const environmentOf = (owner: "person" | "project", settings: Environments): Environment =>
  owner === "project" ? settings.environment : settings.ownEnvironment;

/** What a project's `.env` sets, each with its value there. */
export const setByProject = ({ environment, ownEnvironment }: Environments): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(environment).flatMap(([name, value]) =>
      value === undefined || value === ownEnvironment[name] ? [] : [[name, value]],
    ),
  );

/** How a program of the person's is started as if there was no such file. */
export function withoutProject(settings: Environments): {
  readonly without: readonly string[];
  readonly variables: Readonly<Record<string, string>>;
} {
  const without = Object.keys(setByProject(settings));
  const own = without.flatMap((name) => {
    const value = settings.ownEnvironment[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return { without, variables: Object.fromEntries(own) };
}
