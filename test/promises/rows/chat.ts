import { BOTH, FRESH, type Row } from "../row.ts";
import { say } from "../stage.ts";

const DIAGRAM = "```mermaid\nflowchart TD\n  A[Read] --> B{Valid?}\n  B -->|yes| C[Post]\n```";

/** A conversation about an estate. */
export const CHAT: readonly Row[] = [
  {
    id: "CW-90",
    title: "one question from the command line, with folder, model and skills named by flag or variable",
    what: "`-p` asks once and ends; -C, -m and the folders of skills count from anywhere.",
    ...{ status: "kept", from: BOTH, how: "headless" },
    async run(stage) {
      stage.put({ "sub/AGENTS.md": "Say ahoy.\n" });
      stage.putHome({ "knowledge/alpha/SKILL.md": "---\nname: alpha\ndescription: How alpha restarts\n---\nx\n" });
      const { bodies, result } = await stage.ask({
        replies: [{ text: "Ahoy." }],
        flags: ["-C", "sub"],
        environment: { WAYMARK_SKILL_FOLDERS: `${stage.home}/knowledge` },
      });
      stage.expect([result, bodies[0]?.model]).toEqual(["Ahoy.", "m"]);
      const system = JSON.stringify(bodies[0]?.messages);
      stage.expect(system).toContain("Say ahoy.");
      stage.expect(system).toContain("alpha: How alpha restarts");
    },
  },
  {
    id: "CW-91",
    title: "settings have ranges; a wrong value or folder is refused with what is allowed",
    what: "Nothing starts with a setting that makes no sense.",
    ...{ status: "kept", from: BOTH, how: "command" },
    async run(stage) {
      const refused = async (environment: Record<string, string>, ...flags: string[]): Promise<string> => {
        const run = await stage.command({ args: ["-p", "hi", "--offline", ...flags], environment });
        stage.expect([run.stdout, run.code]).toEqual(["", stage.expect.any(Number)]);
        stage.expect(run.code).toBeGreaterThan(0);
        return run.stderr;
      };
      stage.expect(await refused({ WAYMARK_TEMPERATURE: "3" })).toMatch(/WAYMARK_TEMPERATURE[\s\S]*at most 2/);
      stage.expect(await refused({ WAYMARK_MAX_TURNS: "many" })).toMatch(/WAYMARK_MAX_TURNS[\s\S]*integer/);
      stage.expect(await refused({}, "-C", "nowhere")).toMatch(/nowhere/);
      const set = await stage.run("config", "set", "outputTokens", "0");
      stage.expect([set.code, set.stderr]).toEqual([52, stage.expect.stringMatching(/outputTokens.*at least 1/)]);
    },
  },
  {
    id: "CW-92",
    title: "questions to skills and parsers are slash commands that need no model",
    what: "/skills, /load, /search, /analyze, /functions, /callers, /flow, /dead, /sequence, /summary, /status, /reset, /clear, /help and /quit.",
    ...{ status: "kept", from: BOTH, how: "terminal" },
    async run(stage) {
      stage.putEstate();
      stage.put({
        ".waymark/skills/nightly/SKILL.md":
          "---\nname: nightly\ndescription: how the nightly job runs\n---\nStart with NIGHTRUN.\n",
      });
      const seat = await stage.sit({
        args: ["--trust"],
        replies: [{ expect: "Start with NIGHTRUN", text: "Known now." }, { text: "A fresh start." }],
        rows: 60,
      });
      const asked: readonly [line: string, answer: string | RegExp][] = [
        ["/help", /Tools of the model: .*read_file/],
        ["/skills", /nightly \(project\) how the nightly job runs/],
        ["/search nightly", /how the nightly job runs/],
        ["/analyze cbl/ACCTPOST.cbl", /calls CREDIT/],
        ["/functions cbl/ACCTPOST.cbl", /2500-REWRITE \(paragraph\)/],
        ["/callers . ACCTINQ", "csd/BNKCICS.csd:4"],
        ["/dead", /4000-OLD-REPORT/],
        ["/flow cbl/CREDIT.cbl", "Diagram: .waymark/diagrams/flowchart-"],
        ["/sequence", ".waymark/diagrams/sequencediagram-"],
        ["/analyze", "Give a file: /analyze FILE"],
        ["/status", /mode default/],
      ];
      for (const [line, answer] of asked) {
        seat.type(`${line}\r`);
        await seat.until(answer);
      }
      seat.type("/load nightly\r");
      await seat.until("Start with NIGHTRUN.");
      await say(seat, "what do you know?", "Known now.");
      seat.type("/summary\r");
      await seat.until((text) => text.split("what do you know?").length > 2);
      seat.type("/reset\r");
      await say(seat, "hello again", "A fresh start.");
      seat.type("/quit\r");
      stage.expect(await seat.ended()).toBe(0);
    },
  },
  {
    id: "CW-93",
    title: "diagrams of answers are drawn in the terminal and kept as files that never overwrite each other",
    what: "Each Mermaid block is text on the screen and a file whose path is told.",
    ...{ status: "kept", from: BOTH, how: "terminal" },
    async run(stage) {
      const seat = await stage.sit({
        replies: [{ text: `First:\n\n${DIAGRAM}\n\nSecond:\n\n${DIAGRAM.replace("Post", "Book")}\n\nThat is it.` }],
      });
      const screen = await say(seat, "draw it", "That is it.");
      stage.expect(screen).toMatch(/│ *Read *│/);
      stage.expect(screen).toMatch(/Valid\?/);
      stage.expect(screen).not.toContain("flowchart TD");
      await seat.until("Diagrams: .waymark/diagrams/flowchart-");
      const files = stage.list(".waymark/diagrams");
      stage.expect(files).toHaveLength(2);
      stage.expect(stage.read(`.waymark/diagrams/${files[0]}`)).toContain("B{Valid?}");
    },
  },
  {
    id: "CW-94",
    title: "waiting shows a clock, answers are formatted, Ctrl-C and Ctrl-D do what one expects",
    what: "One sees that something goes on and for how long, and leaves with Ctrl-D.",
    ...{ status: "kept", from: FRESH, how: "terminal" },
    async run(stage) {
      const seat = await stage.sit({ replies: [{ text: "A **bold** word and `code`.", delayMs: 1_200 }] });
      seat.type("hello\r");
      await seat.until(/Waiting for the model … \d+\.\d s · Esc cancels/);
      await seat.until((text) => text.includes("● A bold word and code.") && !text.includes("Esc cancels"));
      stage.expect(seat.written).toContain("\x1b[1m");
      seat.type("\x03");
      await seat.until(/Ctrl.?[CD]/);
      seat.type("\x04");
      stage.expect(await seat.ended()).toBe(0);
    },
  },
];
