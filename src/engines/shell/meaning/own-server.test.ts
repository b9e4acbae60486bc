import { expect, test } from "vitest";
import { classifyCommand } from "../classify-command.ts";

const START = "python3 -m http.server 8125 >/dev/null 2>&1 & sleep 1; ";
const inSandbox = (command: string) => classifyCommand(command, { root: "/w", home: "/home/me", isSandboxed: true });
const isOnNetwork = (command: string): boolean =>
  classifyCommand(command, { root: "/w" }).segments.some((segment) => segment.class === "network");

test("behind a server that the line starts, a client of this machine's addresses needs no network but its own", () => {
  for (const client of [
    "curl -s localhost:8125/README.md; kill %1",
    "curl -sf http://localhost:8125/health | head -5; kill $!",
    "curl -X POST -H 'Content-Type: application/json' -d '{\"a\":1}' http://127.0.0.1:8125/a",
    "curl -s -o /dev/null -w '%{http_code}' http://localhost:8125/",
    "curl --retry 5 --retry-connrefused -sS http://[::1]:8125/",
    "wget -qO- localhost:8125; wget --spider http://localhost:8125/",
  ]) {
    expect([client, inSandbox(START + client).verdict]).toEqual([client, "allow"]);
    expect([client, isOnNetwork(START + client)]).toEqual([client, false]);
    // Elsewhere a person is asked, as ever.
    expect(classifyCommand(START + client, { root: "/w" }).verdict).toBe("ask");
  }
  expect(inSandbox("(npm start &); sleep 3 && curl -sf localhost:3000/health").verdict).toBe("allow");
});

test("what the line does not start, other addresses, and a client that reads or writes files are asked about", () => {
  for (const command of [
    "curl -s localhost:8125",
    "curl -s localhost:8125; npm start &",
    "npm start; curl -s localhost:8125",
    `${START}curl -s example.com`,
    `${START}curl -s http://localhost.example.com/`,
    `${START}curl -s http://localhost@example.com/`,
    `${START}curl -sL localhost:8125`,
    `${START}curl -s localhost:8125 example.com`,
    `${START}curl -s -x proxy:1 localhost:8125`,
    `${START}curl -d @/etc/passwd localhost:8125`,
    `${START}curl -H @/etc/passwd localhost:8125`,
    `${START}curl --data-urlencode a@/etc/passwd localhost:8125`,
    `${START}curl -T /etc/passwd localhost:8125`,
    `${START}curl -F a=@/etc/passwd localhost:8125`,
    `${START}curl -o .mcp.json localhost:8125`,
    `${START}curl -w '%output{x}' localhost:8125`,
    `${START}curl -K x localhost:8125`,
    `${START}curl --unix-socket /run/docker.sock http://localhost/`,
    `${START}curl file:///etc/passwd`,
    `${START}curl "$URL"`,
    `${START}wget localhost:8125/x`,
    `${START}wget -qO .mcp.json localhost:8125/x`,
    `${START}nc localhost 8125`,
    `${START}ssh localhost`,
    `${START}curl -s localhost:8125; curl -s example.com`,
  ])
    expect([command, inSandbox(command).verdict]).toEqual([command, "ask"]);
  expect(isOnNetwork("curl -s localhost:8125")).toBe(true);
  expect(isOnNetwork(`${START}curl -s localhost:8125; curl -s example.com`)).toBe(true);
  const ruled = { root: "/w", isSandboxed: true, rules: { deny: ["shell(curl)"] } };
  expect(classifyCommand(`${START}curl -s localhost:8125`, ruled).verdict).toBe("deny");
  expect(classifyCommand(`${START}curl -s localhost:8125`, { ...ruled, rules: { ask: ["shell(curl)"] } }).verdict).toBe(
    "ask",
  );
});
