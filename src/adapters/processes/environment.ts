const SECRET_NAME = /KEY|SECRET|TOKEN|PASSWORD|PASSWD|PASSPHRASE|CREDENTIAL/i;

/** Keep programs from waiting for a person: no pager, no editor, no password prompt, no colours. */
const UNATTENDED: Readonly<Record<string, string>> = {
  PAGER: "cat",
  GIT_PAGER: "cat",
  MANPAGER: "cat",
  GIT_TERMINAL_PROMPT: "0",
  GIT_EDITOR: "true",
  TERM: "dumb",
  NO_COLOR: "1",
};

/**
 * The environment of a command: that of the session without the variables whose names speak of a secret.
 * @param allowed  names that pass all the same
 */
export function commandEnvironment(
  environment: Readonly<Record<string, string | undefined>>,
  allowed: readonly string[] = [],
): Record<string, string> {
  const result: Record<string, string> = {};
  for (const [name, value] of Object.entries(environment)) {
    if (value === undefined || (SECRET_NAME.test(name) && !allowed.includes(name))) continue;
    result[name] = value;
  }
  return { ...result, ...UNATTENDED };
}
