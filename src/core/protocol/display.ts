/** How a call or a result wants to be shown. Screens switch on `kind`, never on a tool's name. */
export type Display =
  | { readonly kind: "text"; readonly text: string }
  /** Several files changed, or would change; `patch` is a unified diff for people, never applied. */
  | { readonly kind: "diff"; readonly paths: readonly string[]; readonly patch: string }
  | {
      readonly kind: "command";
      readonly command: string;
      readonly cwd?: string;
      readonly exitCode?: number;
      readonly sandbox?: string;
    }
  | { readonly kind: "file"; readonly path: string; readonly fromLine: number; readonly text: string }
  | { readonly kind: "todo"; readonly items: readonly TodoItem[] };

export interface TodoItem {
  readonly id: string;
  readonly text: string;
  readonly status: "pending" | "in_progress" | "completed";
}

/** One line for lists, logs and approval headers. */
export function summarizeDisplay(display: Display): string {
  switch (display.kind) {
    case "text":
      return display.text.split("\n", 1)[0] ?? "";
    case "diff":
      return `edit ${display.paths.join(", ")}`;
    case "command":
      return `$ ${display.command}`;
    case "file":
      return `${display.path}:${display.fromLine}`;
    case "todo":
      return `${display.items.filter((item) => item.status === "completed").length} of ${display.items.length} done`;
  }
}
