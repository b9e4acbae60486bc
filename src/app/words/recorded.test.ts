import fc from "fast-check";
import { afterEach, expect, test } from "vitest";
import type { Access } from "../../core/permissions/accesses.ts";
import { decide, type PermissionPolicy } from "../../core/permissions/decide.ts";
import { planEnd } from "../../core/plan/plan-end.ts";
import { renderPlan } from "../../core/plan/render-plan.ts";
import type { Plan, StepStatus } from "../../core/protocol/plan.ts";
import { classifyCommand } from "../../engines/shell/classify-command.ts";
import { RECORDED, spokenRecorded } from "./recorded.ts";
import { speakIn } from "./spoken.ts";

afterEach(() => speakIn("en"));

const policy = (mode: PermissionPolicy["mode"]): PermissionPolicy => ({
  mode,
  rules: { allow: [], ask: [], deny: ["fetch_url"] },
  judgePath: () => ({ verdict: "allow", reason: "inside the workspace", isFloor: false }),
  judgeCommand: async (_, command) => {
    const { verdict, reason } = classifyCommand(command, { root: "/work" });
    return { verdict, reason, readsOnly: false };
  },
});

/** Why this is asked or refused, as the one who decides writes it. */
async function reasonFor(accesses: readonly Access[], mode: PermissionPolicy["mode"] = "default"): Promise<string> {
  return (await decide("shell", { accesses, display: { kind: "text", text: "" } }, policy(mode))).reason;
}

const run = (command: string): readonly Access[] => [{ kind: "run", command, cwd: "." }];
const write: Access = { kind: "write", path: "a.txt" };

test("reasons that are recorded in English are said in the person's language", async () => {
  const reasons = await Promise.all([
    reasonFor([write]),
    reasonFor([{ kind: "write", path: "a.txt", deletes: true }]),
    reasonFor([{ kind: "foreign" } as Access]),
    reasonFor([write, { kind: "foreign" } as Access]),
    reasonFor([write], "plan"),
    reasonFor([write], "dontAsk"),
    reasonFor(run("touch a"), "plan"),
    reasonFor(run("rm -r src")),
    reasonFor(run("touch a")),
    reasonFor(run("git status")),
    reasonFor(run("rm -rf /")),
    reasonFor(run("curl http://a.example")),
  ]);
  expect(reasons.map((reason) => spokenRecorded(reason))).toEqual(reasons);
  await speakIn("pt");
  expect(reasons.map((reason) => spokenRecorded(reason))).toEqual([
    "muda a.txt",
    "apaga a.txt",
    "faz o que não se vê daqui",
    "muda a.txt; faz o que não se vê daqui",
    "o modo plan só olha",
    "muda a.txt, e o modo dontAsk nunca pergunta",
    "o modo plan só olha (nenhuma regra permite touch, e não se sabe se só lê)",
    "nenhuma regra permite rm, e não se sabe se só lê",
    "nenhuma regra permite touch, e não se sabe se só lê",
    "só lê dentro da pasta de trabalho",
    "apaga /, fora da pasta de trabalho ou ela inteira",
    "fala com a rede",
  ]);
});

const step = (id: string, status: StepStatus, error?: string): Plan["steps"][number] =>
  ({ id, title: `do ${id}`, tool: "read_file", params: {}, needs: [], attempts: 1, status, error }) as never;

test("a plan is told in the person's language, its ends included", async () => {
  const steps = [
    step("a", "completed"),
    step("b", "failed", "it broke"),
    step("c", "blocked", "It needs b, which failed."),
  ];
  const plan = { id: "p1", goal: "two things", status: "blocked", steps, revisions: [], error: planEnd(steps).text };
  expect(renderPlan(plan as never, spokenRecorded)).toBe(renderPlan(plan as never));
  await speakIn("pt");
  expect(renderPlan(plan as never, spokenRecorded)).toBe(
    [
      "Plano p1: bloqueado",
      "Meta: two things",
      "",
      "[x] a  do a (read_file)",
      "[!] b  do b (read_file)",
      "    it broke",
      "[#] c  do c (read_file)",
      "    Precisa de b, que falhou.",
      "",
      "1 de 3 passos concluídos, 1 com falha, 1 com bloqueio.",
      "Falharam: b. Bloqueados: c.",
      "",
    ].join("\n"),
  );
});

test("in English every text stays as it is, whatever is in it", () => {
  const piece = fc.constantFrom(
    ...RECORDED.map((phrase) => phrase.toString()),
    "; ",
    ": ",
    ", ",
    "\n",
    ".",
    "{0}",
    " failed",
  );
  fc.assert(
    fc.property(fc.tuple(piece, fc.string(), piece, piece), (pieces) => {
      const text = pieces.join("");
      expect(spokenRecorded(text)).toBe(text);
    }),
  );
});
