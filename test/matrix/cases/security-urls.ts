import { checkRedirect, checkUrl, type UrlPolicy, type UrlVerdict } from "../../../src/exports/net.ts";
import { type CaseReport, loadCases, type SecurityCase, Tally } from "./security-tally.ts";

interface UrlCase extends SecurityCase {
  readonly url: string;
  readonly expect: "allow" | "ask" | "deny";
  readonly dns?: Record<string, readonly string[] | readonly (readonly string[])[]>;
  readonly config?: { allow?: readonly string[]; deny?: readonly string[] };
  readonly redirects?: readonly string[];
  readonly behaviour?: string;
}

export async function run(casesFolder: string, verbose: boolean): Promise<CaseReport> {
  const tally = new Tally("urls");
  for (const entry of loadCases<UrlCase>(casesFolder, "security/urls.open.json")) {
    const { verdict, reason, dial } = await judged(entry);
    const isRebound = verdict === "allow" && (dial ?? []).length === 0;
    const passed = verdict === entry.expect && !isRebound;
    const unsafe = verdict === "allow" && entry.expect !== "allow" && entry.soft !== true;
    const group = entry.soft === true ? `${entry.category} (soft)` : entry.category;
    tally.mark(group, {
      passed,
      unsafe,
      id: entry.id,
      note: `${entry.url.slice(0, 80)} (${entry.why}) ${verdict}: ${reason}`,
    });
  }
  return tally.report(verbose);
}

async function judged(entry: UrlCase): Promise<UrlVerdict> {
  const asked = new Map<string, number>();
  const policy: UrlPolicy = {
    resolve: async (host) => {
      const answers = entry.dns?.[host] ?? [];
      const turn = asked.get(host) ?? 0;
      asked.set(host, turn + 1);
      const isSuccessive = Array.isArray(answers[0]);
      return (isSuccessive ? answers[Math.min(turn, answers.length - 1)] : answers) as readonly string[];
    },
    ...(entry.config?.allow && { allowHosts: entry.config.allow }),
    ...(entry.config?.deny && { denyHosts: entry.config.deny }),
    // The note of these cases: served on loopback, with the block lifted for this port.
    ...(entry.behaviour !== undefined && { allowLocal: ["127.0.0.1:443"] }),
  };
  let verdict = await checkUrl(entry.url, policy);
  let from = entry.url;
  for (const [index, location] of (entry.redirects ?? []).entries()) {
    if (verdict.verdict !== "allow") return verdict;
    const next = await checkRedirect(from, location, index + 1, policy);
    verdict = next;
    from = next.url ?? from;
  }
  return verdict;
}
