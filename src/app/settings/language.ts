import type { Environment } from "./locations.ts";

/** Whose words people are told in: the setting's own variable, then POSIX's in their order; the first that is not empty decides. */
export function languageOf(environment: Environment): "en" | "pt" {
  const names = ["WAYMARK_LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"];
  const locale = names.map((name) => environment[name]).find((value) => value) ?? "";
  return /^pt(?:[_.@-]|$)/i.test(locale) ? "pt" : "en";
}
