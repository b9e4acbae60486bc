/** One berth account as the web shows it. */
export interface Account {
  readonly id: string;
  readonly holder: string;
  readonly balanceCents: number;
}

/** Formats cents as a sum with two decimals. */
export function formatBalance(cents: number): string {
  const sign = cents < 0 ? "-" : "";
  const absolute = Math.abs(cents);
  return `${sign}${Math.floor(absolute / 100)}.${String(absolute % 100).padStart(2, "0")}`;
}

export function describeAccount(account: Account): string {
  return `${account.id} ${account.holder}: ${formatBalance(account.balanceCents)}`;
}
