// Plays all scenarios of @modelcontextprotocol/conformance against the built program and writes what came of them to
// docs/guide/mcp-conformance.md; fails where one fails that is not explained here, or passes though it is.
import { writeFileSync } from "node:fs";
import {
  conformanceRunner,
  runClientScenario,
  runServerScenario,
  type ScenarioResult,
  scenarios,
  serveProgram,
} from "../test/conformance/run-scenarios.ts";

const PAGE = "docs/guide/mcp-conformance.md";

/** Why a scenario is not passed. */
const CLIENT_EXCEPTIONS: Readonly<Record<string, string>> = {
  "auth/2025-03-26-oauth-metadata-backcompat":
    "its server names another issuer than the one that was asked, which RFC 8414 (3.3) has a client refuse",
  "auth/cross-app-access-complete-flow":
    "logins through an enterprise's identity provider (an extension) are not there",
};

const FIXTURE =
  "asks for a tool, resource or prompt of the runner's own example server (`test_…`), which a program in use does not have";
const SERVER_EXCEPTIONS: Readonly<Record<string, string>> = {
  "logging-set-level": "the server logs nothing to its clients, and says so",
  "tools-call-with-logging": "the server logs nothing to its clients, and says so",
  "completion-complete": "the server completes no arguments, and says so",
  "server-sse-polling": "each request is answered on its own; there is no session to come back to",
  "server-sse-multiple-streams": "each request is answered on its own; there is no session to come back to",
  "resources-subscribe": "files are read when they are asked for; the server says that it takes no subscriptions",
  "resources-unsubscribe": "files are read when they are asked for; the server says that it takes no subscriptions",
};

const exceptionOf = (side: string, scenario: string): string | undefined => {
  if (side === "client") return CLIENT_EXCEPTIONS[scenario];
  const isFixture = /^(?:tools-call|json-schema|elicitation|resources-(?:read|templates)|prompts-get)/.test(scenario);
  return SERVER_EXCEPTIONS[scenario] ?? (isFixture ? FIXTURE : undefined);
};

const runner = conformanceRunner();
if (runner === undefined) throw new Error("@modelcontextprotocol/conformance is not installed: `npm install` first.");
const all = await scenarios(runner);
const rows: Record<"client" | "server", string[]> = { client: [], server: [] };
const wrong: string[] = [];
const served = await serveProgram();
try {
  for (const name of all.client) note("client", await runClientScenario(runner, name));
  for (const name of all.server) note("server", await runServerScenario(runner, name, served.url));
} finally {
  await served.close();
}
const table = (side: "client" | "server"): string => `| scenario | |\n|---|---|\n${rows[side].join("\n")}\n`;
const count = (side: "client" | "server"): string =>
  `${rows[side].filter((row) => row.includes("| passes")).length} of ${rows[side].length}`;
writeFileSync(
  PAGE,
  `<!-- Written by \`npm run conformance\`; do not edit. -->

# Conformance of the Model Context Protocol

By \`@modelcontextprotocol/conformance\`, all scenarios that its version has, against the built program.

## As a client: ${count("client")}

The runner's server is added with \`waymark mcp add-json\`, logged in at with \`waymark mcp login\`, and each of its tools is called by a run.

${table("client")}
## As a server: ${count("server")}

\`waymark mcp serve --http\`, as it is.

${table("server")}`,
);
console.log(`client ${count("client")}, server ${count("server")}; ${PAGE} is written.`);
for (const line of wrong) console.error(line);
process.exitCode = wrong.length > 0 ? 1 : 0;

function note(side: "client" | "server", { scenario, passed, failures }: ScenarioResult): void {
  const isPassed = failures.length === 0 && passed > 0;
  const exception = exceptionOf(side, scenario);
  if (isPassed === (exception !== undefined))
    wrong.push(`${side} ${scenario}: ${failures.join("; ") || "passes, though excepted"}`);
  rows[side].push(`| ${scenario} | ${isPassed ? `passes (${passed} checks)` : (exception ?? "fails")} |`);
}
