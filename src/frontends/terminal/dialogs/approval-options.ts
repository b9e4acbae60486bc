import {
  approvalFacts,
  saidNo,
  type ApprovalOption as WayToAllow,
  approvalOptions as waysToAllow,
  wholeCommands,
} from "../../../app/permissions/approval-options.ts";
import type { ApprovalAnswer, ApprovalRequest } from "../../../core/ports/person.ts";
import { sanitizeTerminal } from "../../../engines/terminal-text/sanitize-terminal.ts";
import { words, wordsFor } from "../words/words.ts";

/** What a person decided. */
export type ApprovalChoice =
  | {
      readonly kind: "answer";
      readonly answer: ApprovalAnswer;
      /** A rule to be written into their own settings. */
      readonly forGood?: string;
      /** Edits need no question from now on. */
      readonly acceptsEdits?: true;
    }
  | { readonly kind: "review" }
  /** No, and what to do instead is still to be said. */
  | { readonly kind: "words" };

export interface ApprovalOption {
  readonly key: string;
  readonly label: string;
  /** Where rows are few, so that what is asked about keeps its own. */
  readonly brief: string;
  readonly choice: ApprovalChoice;
}

export interface ApprovalMeans {
  /** The change has parts that can be taken one by one, and a screen to do it on. */
  readonly canReview: boolean;
  /** Edits are asked about because of the mode, which can be changed. */
  readonly asksForEdits: boolean;
}

const NO: ApprovalChoice = { kind: "answer", answer: saidNo("") };

/** The answers to a question for leave, in the order in which they are numbered. */
export function approvalOptions(
  request: ApprovalRequest,
  { canReview, asksForEdits }: ApprovalMeans,
): readonly ApprovalOption[] {
  return [
    ...waysToAllow(request).map(worded),
    ...(request.display.kind === "diff" && asksForEdits ? [EDITS()] : []),
    ...(canReview
      ? [
          {
            key: "r",
            label: words("approval.review"),
            brief: words("approval.review.brief"),
            choice: { kind: "review" } as const,
          },
        ]
      : []),
    { key: "n", label: words("approval.no"), brief: words("approval.no.brief"), choice: NO },
    { key: "w", label: words("approval.instead"), brief: words("approval.instead.brief"), choice: { kind: "words" } },
  ];
}

/** A key, or the number of its row. */
export function optionAt<Option extends ApprovalOption>(options: readonly Option[], typed: string): Option | undefined {
  return options.find(({ key }) => key === typed.toLowerCase()) ?? options[Number(typed) - 1];
}

/** What a lone "yes" or "no" of the person's language chooses: never more than this once. */
export function optionSaid<Option extends ApprovalOption>(
  options: readonly Option[],
  text: string,
): Option | undefined {
  const word = text
    .trim()
    .toLowerCase()
    .replace(/[.!]+$/, "");
  const says = (key: "approval.said.yes" | "approval.said.no"): boolean => words(key).split(" ").includes(word);
  const key = says("approval.said.yes") ? "y" : says("approval.said.no") ? "n" : undefined;
  return options.find((option) => option.key === key);
}

const EDITS = (): ApprovalOption => ({
  key: "e",
  label: words("approval.edits"),
  brief: words("approval.edits.brief"),
  choice: { kind: "answer", answer: { allowed: true }, acceptsEdits: true },
});

const LABELS: Readonly<Record<WayToAllow["key"], (grants: string) => Pick<ApprovalOption, "label" | "brief">>> = {
  y: () => ({ label: words("approval.once"), brief: words("approval.once.brief") }),
  a: (rule) => ({ label: words("approval.session", { rule }), brief: words("approval.session.brief") }),
  p: (rule) => ({ label: words("approval.good", { rule }), brief: words("approval.good.brief") }),
  s: (grants) => ({ label: words("approval.kind", { grants }), brief: words("approval.kind.brief") }),
};

function worded({ key, grants, ...answer }: WayToAllow): ApprovalOption {
  const rules = answer.answer.allowed ? answer.answer.remember : undefined;
  const told = key === "s" ? (kindsOf(rules) ?? grants) : asCommands(grants);
  return { key, ...LABELS[key](approvalLine(told)), choice: { kind: "answer", ...answer } };
}

/** What is allowed word for word says so. */
function asCommands(rules: string): string {
  const commands = wholeCommands(rules);
  return commands === undefined
    ? rules
    : words("approval.wordForWord", { commands: commands.map((command) => `\`${command}\``).join(", ") });
}

/** The kinds of work that rules such as `shell(@edit-files)` give, in the words of the session; undefined where one is something else. */
function kindsOf(rules: string | undefined): string | undefined {
  const kinds = (rules ?? "").split(", ").map((rule) => wordsFor(`kind.${/^\w+\(@([\w-]+)\)$/.exec(rule)?.[1]}`));
  return kinds.includes(undefined) ? undefined : kinds.join(", ");
}

/** How a command would be confined, in the words of the session. */
function confinementText(sandbox: string): string {
  const [, tier = "", what, network = ""] = /^([\w-]+): (.*), (network .*)$/.exec(sandbox) ?? [];
  if (what === undefined) return sandbox;
  const [, hosts] = /^network to (.*)$/.exec(network) ?? [];
  const reach = hosts === undefined ? (wordsFor(`confined.${network}`) ?? network) : words("confined.hosts", { hosts });
  return `${tier}: ${wordsFor(`confined.${what}`) ?? what}, ${reach}`;
}

/** Others' words in a question: every byte of them visible, on one line. */
export function approvalLine(text: string): string {
  return sanitizeTerminal(text, { context: "approval" });
}

/** What a person must see beside the call. */
export function approvalDetails(request: ApprovalRequest): readonly string[] {
  const said = {
    rule: (rule: string) => words("approval.rule", { rule }),
    sandbox: (sandbox: string) => words("approval.runs", { sandbox: confinementText(sandbox) }),
  };
  return approvalFacts(request, said).map(approvalLine);
}
