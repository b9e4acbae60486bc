import { expect, test } from "vitest";
import type { SandboxUse } from "./sandbox-plan.ts";
import { inWritersTurn } from "./writers-turn.ts";

const sandbox: SandboxUse = {
  sandbox: {
    state: async () => ({ tier: "bubblewrap" }),
    confine: (start) => start,
    confineInTurns: async (start) => start,
  },
  writes: "workspace",
  isDemanded: true,
  gitSettings: async (command) => (command === "git" ? { kind: "written", writes: [{ kind: "branches" }] } : undefined),
};

/** A command that goes on until it is told to end. */
function begin(command: string, more: { readonly goesOn?: true } = {}) {
  const end = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<boolean>();
  void inWritersTurn({ command }, { sandbox, ...more }, async (plan, hold) => {
    hold(end.promise);
    begun.resolve(plan.gitSettings !== undefined && plan.confinement?.opensGitSettings === true);
  });
  return { isOpen: begun.promise, end: end.resolve };
}
const soon = () => new Promise((resolve) => setTimeout(resolve, 20));

test("who has the configuration open is alone: others wait for its end, and while they live it is closed", async () => {
  const git = begin("git");
  expect(await git.isOpen).toBe(true);
  const other = begin("make");
  expect(await Promise.race([other.isOpen, soon().then(() => "waits")])).toBe("waits");
  git.end();
  expect(await other.isOpen).toBe(false);
  const beside = begin("git");
  expect(await beside.isOpen).toBe(false);
  for (const one of [other, beside]) one.end();
  await soon();
  const background = begin("git", { goesOn: true });
  expect(await background.isOpen).toBe(false);
  background.end();
  await soon();
  const again = begin("git");
  expect(await again.isOpen).toBe(true);
  again.end();
});
