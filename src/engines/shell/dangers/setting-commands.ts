import { isLiteral, type ShellWord } from "../words.ts";
import { type Danger, danger } from "./danger.ts";

/** Tools whose own settings say what they start and where from, whatever folder they run in, with the verbs that lead to these. */
const HAS_SETTINGS: Readonly<Record<string, RegExp>> = {
  ...Object.fromEntries(["npm", "pnpm"].map((name) => [name, /^(?:config|c|conf|set)$/])),
  ...Object.fromEntries(
    [
      "yarn",
      "pip",
      "pip3",
      "gh",
      "glab",
      "composer",
      "bundle",
      "poetry",
      "conda",
      "mamba",
      "hg",
      "jj",
      "stack",
      "opam",
      "luarocks",
      "nuget",
    ].map((name) => [name, /^config$/]),
  ),
  go: /^env$/,
  ...Object.fromEntries(["kubectl", "oc", "gcloud", "minikube"].map((name) => [name, /^config$/])),
  ...{
    docker: /^context$/,
    podman: /^context$/,
    helm: /^(?:repo|plugin)$/,
    aws: /^configure$/,
    az: /^config(?:ure)?$/,
  },
};
/** Editors that add to themselves what they then start. */
const EXTENDED = /^(?:code|code-insiders|codium|vscodium|cursor|windsurf)$/;
const EXTENDS = /^--(?:(?:un)?install-extension|add-mcp|update-extensions)(?:=|$)/;
const CHANGES =
  /^(?:set|update|add|append|prepend|delete|rm|remove|unset|edit|import|--set|--add|--append|--prepend|--remove|--unset|--edit|-w|-u|-e)$/;
const SHOWS =
  /^(?:get(?:-[a-z]+)?|list|ls|show|view|describe|inspect|export|index|search|debug|check|--list|--get|--show|--show-sources|-l|--json|--help|-h)$/;

/** `npm config set script-shell x`, `go env -w GOFLAGS=…`: it changes what later commands of the same tool start. */
export function settingDanger(name: string, words: readonly ShellWord[]): Danger | undefined {
  if (EXTENDED.test(name) && words.some(({ text }) => EXTENDS.test(text)))
    return danger("D11", `it changes what ${name} starts by itself`);
  const verbs = Object.hasOwn(HAS_SETTINGS, name) ? HAS_SETTINGS[name] : undefined;
  const at = words.findIndex(({ text }) => !text.startsWith("-"));
  const verb = words[at];
  if (verbs === undefined || verb === undefined || !verbs.test(verb.text)) return undefined;
  const rest = [...words.slice(0, at), ...words.slice(at + 1)];
  const changes =
    rest.some((word) => !isLiteral(word) || CHANGES.test(word.text)) ||
    (verb.text === "set" && rest.length > 0) ||
    // A key and its value.
    (name !== "go" &&
      rest.filter(({ text }) => !text.startsWith("-")).length > 1 &&
      !rest.some(({ text }) => SHOWS.test(text)));
  return changes ? danger("D11", `it changes the settings of ${name}, by which later commands go`) : undefined;
}
