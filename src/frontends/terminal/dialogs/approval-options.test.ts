import { afterEach, expect, test } from "vitest";
import type { ApprovalRequest } from "../../../core/ports/person.ts";
import { capabilityLabel } from "../../../engines/shell/capability/capability.ts";
import type { CapabilityName } from "../../../engines/shell/capability/recognisers.ts";
import { speak } from "../words/speak.ts";
import { approvalDetails, approvalOptions } from "./approval-options.ts";

/** All of them: the compiler misses one that is left out. */
const KINDS: Readonly<Record<CapabilityName, true>> = {
  ...{ "edit-files": true, "run-project": true, dependencies: true, containers: true, "inspect-system": true },
  ...{ "git-local": true, "git-fetch": true, "git-push": true, "github-read": true, "local-servers": true },
};
const NAMES = Object.keys(KINDS) as readonly CapabilityName[];

afterEach(() => speak("en"));

const asked = (rules: string, grants: string, sandbox = "none (it is off)"): ApprovalRequest => ({
  call: { id: "1", name: "shell", input: {} },
  display: { kind: "command", command: "x", sandbox },
  decision: { verdict: "ask", reason: "why", session: { rules, grants } },
});
const kindOf = (request: ApprovalRequest): string | undefined =>
  approvalOptions(request, { canReview: false, asksForEdits: false }).find(({ key }) => key === "s")?.label;

test("in English each kind of work is told as the policy tells it", () => {
  for (const name of NAMES) {
    const grants = capabilityLabel(name);
    expect(kindOf(asked(`shell(@${name})`, grants))).toBe(`For this session, allow it to ${grants}`);
  }
});

test("in another language none of them is English, and what is no kind of work is told as it came", async () => {
  await speak("pt");
  for (const name of NAMES) expect(kindOf(asked(`shell(@${name})`, "english words"))).not.toContain("english words");
  const both = kindOf(asked("shell(@git-fetch), shell(@git-push)", "english words"));
  expect(both).toContain("buscar e puxar dos remotos deste repositório, enviar ramos");
  expect(kindOf(asked("shell(@git-fetch), fetch_url(a.org)", "english words"))).toContain("english words");
});

test.each([
  ["bubblewrap: working folder writable, network off", "bubblewrap: pasta de trabalho gravável, rede desligada"],
  ["landlock: only reads, network off", "landlock: só lê, rede desligada"],
  [
    "bubblewrap: working folder read-only, network to a.org, b.org",
    "bubblewrap: pasta de trabalho só para leitura, rede só para a.org, b.org",
  ],
  ["none (why)", "none (why)"],
])("%s is told in the person's language", async (sandbox, told) => {
  await speak("pt");
  expect(approvalDetails(asked("shell(@git-fetch)", "g", sandbox)).join("\n")).toContain(told);
});
