import { expect, test } from "vitest";
import { classifyCommand } from "./classify-command.ts";
import type { CommandPolicyOptions } from "./policy-types.ts";

const verdict = (command: string, more: Partial<CommandPolicyOptions> = {}): string =>
  classifyCommand(command, { root: "/home/me/w", home: "/home/me", ...more }).verdict;
const LOOKS = [
  "ls /usr",
  "ls /usr/include",
  "head -5 /usr/include/stdio.h",
  "grep -rn printf /usr/include",
  "find /usr/share/doc -name 'READ*' | head",
  "diff /usr/include/stdio.h a.h",
];

test("where the system keeps its programs is read where a read profile shows it, and nowhere else unasked", () => {
  for (const command of LOOKS) {
    expect([command, verdict(command, { hasReadProfile: true })]).toEqual([command, "allow"]);
    expect([command, verdict(command)]).toEqual([command, "ask"]);
    expect([command, verdict(`${command}; make`, { isSandboxed: true })]).toEqual([command, "allow"]);
  }
});

test("settings of the system, secrets, homes and what is written there are asked about as ever", () => {
  for (const command of [
    "ls /",
    "cat /etc/passwd",
    "cat /etc/shadow",
    "cat /usr/../etc/shadow",
    "cat /usr/local/etc/a.conf",
    "ls /usr/home/you",
    "cat /usr/share/.env",
    "cat /opt/app/settings",
    "cat /var/log/syslog",
    "ls ~/.local/bin",
    "head -3 /usr/lib/../../home/you/a",
    "cp a /usr/include/stdio.h",
    "echo x > /usr/include/y",
    "sort -o /usr/x a",
    "rm /usr/include/stdio.h",
  ])
    for (const more of [{ hasReadProfile: true }, { isSandboxed: true }])
      expect([command, more, verdict(command, more)]).toEqual([command, more, "ask"]);
  const inUsr = { root: "/usr/me/w", home: "/usr/me", hasReadProfile: true };
  for (const command of ["cat /usr/me/notes", "ls /usr"]) expect(verdict(command, inUsr)).toBe("ask");
});

test("a link in a folder of the system counts as where it leads", () => {
  const facts = { realPath: (path: string) => (path === "/usr/share/l" ? "/etc/secrets" : path) };
  expect(verdict("cat /usr/share/l", { hasReadProfile: true, facts: facts as CommandPolicyOptions["facts"] })).toBe(
    "ask",
  );
});
