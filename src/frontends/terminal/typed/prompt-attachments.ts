import type { Agent } from "../../../app/agent.ts";
import type { AttachedCode } from "../../../app/knowledge/code-mentions.ts";
import { attachMentions, fromHome, namedFiles } from "../../../app/knowledge/mentions.ts";
import { type Prompt, writtenPrompt } from "../../../app/prompt-text.ts";
import type { FileIndex } from "../completion/file-index.ts";
import type { SessionView } from "../session-view.ts";
import { words } from "../words/words.ts";

interface AttachmentParts {
  readonly agent: Agent;
  readonly home: string | undefined;
  readonly view: Pick<SessionView, "say" | "warn">;
  readonly files: FileIndex;
}

/** What a text of a person names, put behind it: files, pictures, code. */
export class PromptAttachments {
  readonly #agent: Agent;
  readonly #home: string | undefined;
  readonly #view: AttachmentParts["view"];
  readonly #files: FileIndex;

  constructor({ agent, home, view, files }: AttachmentParts) {
    this.#agent = agent;
    this.#home = home;
    this.#view = view;
    this.#files = files;
  }

  async read(text: string): Promise<Prompt> {
    if (!text.includes("@")) return writtenPrompt(text);
    const suggest = async (path: string): Promise<readonly string[]> => {
      await this.#files.warm();
      return this.#files.search(path.slice(path.lastIndexOf("/") + 1), 5).filter((name) => !name.endsWith("/"));
    };
    const options = { reader: this.#agent, suggest };
    const named = fromHome(text, this.#home);
    const files = namedFiles(named, this.#agent.workspace, this.#agent.policyNow());
    const { text: whole, attached, notices, images } = await attachMentions(named, files, options);
    for (const notice of notices) this.#view.warn(notice);
    return this.withCode({ text: whole, written: text, images, attached });
  }

  async withCode(prompt: Prompt): Promise<Prompt> {
    const code = await this.#codeOf(prompt.written);
    const all = [...(prompt.attached ?? []), ...code.attached];
    if (all.length > 0) this.#view.say(words("run.attached", { files: all.map((path) => `\`${path}\``).join(", ") }));
    return { ...prompt, text: [prompt.text, ...code.parts].join("\n\n") };
  }

  async #codeOf(text: string): Promise<AttachedCode> {
    if (!text.includes("@") || !this.#agent.toolNames.includes("citadel_analyze_file"))
      return { parts: [], attached: [] };
    await this.#files.warm();
    const { attachCode } = await import("../../../app/knowledge/code-mentions.ts");
    const place = { code: this.#agent.code, memberNamed: (name: string) => this.#files.memberNamed(name) };
    return attachCode(text, place, new AbortController().signal);
  }
}
