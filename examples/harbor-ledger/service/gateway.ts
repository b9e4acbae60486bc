import type { Account } from "./accounts.ts";

const GATEWAY = process.env["HARBOR_GATEWAY"] ?? "http://127.0.0.1:9080";

/** Calls a host program by name over the transaction gateway. */
export async function callProgram(program: string, input: Record<string, string>): Promise<Account> {
  const response = await fetch(`${GATEWAY}/programs/${program}`, { method: "POST", body: JSON.stringify(input) });
  return (await response.json()) as Account;
}
