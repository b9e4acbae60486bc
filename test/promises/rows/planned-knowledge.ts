import { MAIN } from "../../e2e/run-waymark.ts";
import { startView } from "../../e2e/view-process.ts";
import { draft, type PlanFile, runPlan, sh } from "../plan-play.ts";
import { BOTH, FRESH, type Row } from "../row.ts";

const absent = { status: "absent", from: FRESH, how: "headless" } as const;
const skill = (name: string, description: string, body: string): Record<string, string> => ({
  [`.waymark/skills/${name}/SKILL.md`]: `---\nname: ${name}\ndescription: ${description}\n---\n${body}\n`,
});

/** What the seeds planned for knowledge, output and extension. */
export const PLANNED_KNOWLEDGE: readonly Row[] = [
  {
    id: "FT-30",
    title: "skills by meaning",
    what: "A search finds what means the same in other words.",
    ...absent,
    missing: "Skills are found by their words and forms of words, not by vectors.",
  },
  {
    id: "FT-31",
    title: "rare words weigh more than common ones",
    what: "The skill that alone has the rare word comes first.",
    ...{ status: "kept", from: FRESH, how: "command" },
    async run(stage) {
      stage.put({
        ...skill("aa", "one", "batch batch batch batch window"),
        ...skill("bb", "two", "batch of the ledger"),
        ...skill("cc", "three", "batch and more batch"),
        ...skill("dd", "four", "the heron feeds a batch"),
      });
      stage.expect((await stage.run("skills", "search", "batch heron")).stdout).toMatch(/^dd\b/);
    },
  },
  {
    id: "FT-32",
    title: "forms of a word are one word",
    what: "Restarted, restarting and restarts all find restart.",
    ...{ status: "kept", from: FRESH, how: "command" },
    async run(stage) {
      stage.put({ ...skill("aa", "how to restart it", "x"), ...skill("bb", "other", "y") });
      for (const word of ["restarted", "restarting", "Restarts"])
        stage.expect((await stage.run("skills", "search", word)).stdout).toMatch(/^aa\b/);
    },
  },
  {
    id: "FT-33",
    title: "synonyms",
    what: "A word finds what another word of the same meaning says.",
    ...absent,
    missing: "No list of synonyms is kept.",
  },
  {
    id: "FT-34",
    title: "a name with hyphens is found whole and by its parts",
    what: "ACCT-FILE, acct and file all find it.",
    ...{ status: "kept", from: FRESH, how: "command" },
    async run(stage) {
      stage.put({ ...skill("acct-file-layout", "one", "x"), ...skill("bb", "two", "layouts of other things") });
      for (const word of ["acct-file-layout", "acct", "ACCT-FILE"])
        stage.expect((await stage.run("skills", "search", word)).stdout).toMatch(/^acct-file-layout\b/);
    },
  },
  { id: "FT-35", title: "skills by tag", status: "same", as: "CW-35" },
  {
    id: "FT-36",
    title: "remembered searches",
    what: "The same search again costs nothing.",
    ...absent,
    missing: "Skills are read and ranked anew in each process.",
  },
  {
    id: "FT-37",
    title: "documents found by meaning and put into the prompt",
    what: "Answers draw on a library of texts.",
    ...absent,
    missing: "Skills and facts of the parsers are looked up by name and word; there is no store of passages.",
  },
  { id: "FT-38", title: "words on the screen as they are written", status: "same", as: "CW-10" },
  {
    id: "FT-39",
    title: "a conversation as a page, as Markdown or as data",
    what: "The page loads nothing and runs nothing.",
    ...{ status: "kept", from: BOTH, how: "headless" },
    async run(stage) {
      const { lines } = await stage.ask({
        prompt: "say <hi>",
        replies: [{ text: "Hello <b>.\n\n```mermaid\nflowchart TD\n  A[Read] --> B[Post]\n```" }],
      });
      const id = String(lines[0]?.["session_id"]);
      const as = async (format: string): Promise<string> =>
        (await stage.run("sessions", "export", id, "--format", format)).stdout;
      const page = await as("html");
      stage.expect(page).toMatch(/^<!doctype html>[\s\S]*Hello &lt;b&gt;\.[\s\S]*<svg/);
      stage.expect(page).not.toMatch(/<script|https?:\/\/[^w]/);
      stage.expect(await as("md")).toMatch(/## You\n\nsay <hi>[\s\S]*```mermaid/);
      stage.expect(await as("json")).toContain('"say <hi>"');
    },
  },
  {
    id: "FT-40",
    title: "plans in a browser",
    what: "A page shows a plan while it runs; it is edited and approved there.",
    ...{ status: "kept", from: FRESH, how: "command" },
    async run(stage) {
      await draft(stage, [sh("a", "until test -e go; do sleep 0.1; done"), sh("b", "touch made", "a")]);
      const view = await startView(stage);
      try {
        const [{ id }] = (await view.ask("/api/plans"))["plans"] as [{ id: string }];
        const seen = async () => (await view.ask(`/api/plans/${id}`)) as { steps: PlanFile["steps"]; seen: string };
        const statuses = async () => (await seen()).steps.map(({ status }) => status);
        await view.ask(`/api/plans/${id}/approval`, { seen: (await seen()).seen });
        const running = runPlan(stage);
        await stage.expect.poll(statuses, { timeout: 20_000 }).toEqual(["in_progress", "pending"]);
        stage.put({ go: "" });
        stage.expect((await running).code).toBe(0);
        stage.expect(await statuses()).toEqual(["completed", "completed"]);
      } finally {
        await view.end();
      }
    },
  },
  {
    id: "FT-41",
    title: "success, steps, tokens, cost and time, by model",
    what: "`waymark stats` sums the runs of a folder or of all.",
    ...{ status: "kept", from: BOTH, how: "command" },
    async run(stage) {
      await stage.ask({
        replies: [{ text: "hi", usage: { input: 70, output: 30 } }],
        flags: ["-m", "openai-compatible/counted"],
      });
      const { rows } = JSON.parse((await stage.run("stats", "--json")).stdout) as { rows: { model: string }[] };
      stage
        .expect(rows)
        .toContainEqual(stage.expect.objectContaining({ model: "openai-compatible/counted", runs: 1, done: 1 }));
      stage.expect((await stage.run("stats")).stdout).toMatch(/openai-compatible\/counted +\S+ +1 +100%/);
    },
  },
  {
    id: "FT-42",
    title: "a plan as a diagram",
    what: "Steps and what they need, as a flowchart.",
    ...{ status: "kept", from: BOTH, how: "command" },
    async run(stage) {
      await draft(stage, [sh("a", "true"), sh("b", "true", "a")]);
      stage.expect((await stage.run("plan", "show", "--mermaid")).stdout).toMatch(/^flowchart TD[\s\S]*s1 --> s2/);
    },
  },
  {
    id: "FT-43",
    title: "tools of MCP servers",
    what: "Tools that other programs serve are offered, and what they hold goes into a prompt.",
    ...{ status: "kept", from: FRESH, how: "headless" },
    async run(stage) {
      const self = { command: process.execPath, args: [MAIN, "mcp", "serve"], cwd: ".", sandbox: false };
      const given = ["--mcp-config", JSON.stringify({ mcpServers: { self } })];
      stage.put({ "notes.txt": "hello\n" });
      const { results } = await stage.ask({
        replies: [{ calls: [{ name: "mcp__self__read_file", input: { path: "notes.txt" } }] }, { text: "ok" }],
        flags: [...given, "--allowedTools", "mcp__self"],
      });
      stage.expect(results[0]?.text).toContain("hello");
      const replies = [{ expect: ["@self:file:notes.txt", "hello\n</resource>"], text: "ok" }];
      const read = await stage.ask({ replies, prompt: "@self:file:notes.txt", flags: given });
      stage.expect(read.result).toBe("ok");
    },
  },
  {
    id: "FT-44",
    title: "plug-ins",
    what: "Tools and more are added by installing a package.",
    ...absent,
    missing: "Folders add skills, commands and instructions; code cannot be added.",
  },
  { id: "FT-45", title: "commands of one's own", status: "same", as: "BC-75" },
  {
    id: "FT-46",
    title: "the prompt of the system is one's own, whole or in part",
    what: "A text or a file replaces it or is added to it.",
    ...{ status: "kept", from: FRESH, how: "headless" },
    async run(stage) {
      stage.put({ "mine.md": "You are a heron.\n" });
      const system = async (...flags: readonly string[]): Promise<string> =>
        String((await stage.ask({ replies: [{ text: "ok" }], flags })).bodies[0]?.messages[0]?.content);
      const usual = await system();
      const added = await system("--append-system-prompt", "Wade slowly.");
      stage.expect([added.startsWith(usual.slice(0, 200)), added.includes("Wade slowly.")]).toEqual([true, true]);
      const own = await system("--system-prompt-file", "mine.md");
      stage.expect([own.includes("You are a heron."), own.includes(usual.slice(0, 200))]).toEqual([true, false]);
    },
  },
  {
    id: "FT-47",
    title: "settings under a name",
    what: "A profile changes several settings at once; flags still win.",
    ...{ status: "kept", from: FRESH, how: "command" },
    async run(stage) {
      stage.configure({ maxTurns: 4, profiles: { work: { maxTurns: 7, temperature: 0.1 } } });
      const value = async (environment: Record<string, string> = {}): Promise<unknown> =>
        (
          JSON.parse(
            (await stage.command({ args: ["config", "explain", "maxTurns", "--json"], environment })).stdout,
          ) as { value: unknown }
        ).value;
      stage
        .expect([
          await value(),
          await value({ WAYMARK_PROFILE: "work" }),
          await value({ WAYMARK_PROFILE: "work", WAYMARK_MAX_TURNS: "9" }),
        ])
        .toEqual([4, 7, 9]);
      stage
        .expect((await stage.run("-p", "x", "--offline", "--profile", "wrok")).stderr)
        .toMatch(/no profile "wrok" \(there are: work\)/);
    },
  },
  { id: "FT-48", title: "/help, /config, /model and leave by command", status: "same", as: "CD-63" },
  { id: "FT-49", title: "writing, searching and running commands", status: "same", as: "CD-24" },
];
