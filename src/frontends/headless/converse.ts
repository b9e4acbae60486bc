import type { Readable } from "node:stream";
import type { Agent } from "../../app/agent.ts";
import { type GivenHooks, givenHooks, type HookFunction } from "../../app/hooks/given-hooks.ts";
import { imageOf } from "../../app/knowledge/fitted-picture.ts";
import { offeredCommands } from "../../app/knowledge/prompt-naming.ts";
import type { House } from "../../app/open-house.ts";
import type { Faces } from "../../app/permissions/faces.ts";
import { joinedTexts, type PromptText } from "../../app/prompt-text.ts";
import { errorText } from "../../base/error-text.ts";
import { isObject } from "../../base/is-object.ts";
import { suggestionsOf } from "../../core/hooks/ask-hooks.ts";
import { PERMISSION_MODES, type PermissionMode } from "../../core/permissions/decide.ts";
import type { Approver, Inquirer } from "../../core/ports/person.ts";
import type { AgentEvent, Image } from "../../core/protocol/event.ts";
import type { Outcome } from "../../core/protocol/outcome.ts";
import type { ControlChannel, Message } from "./control-channel.ts";

/** Who is asked: the program at the other end of the channel, in the shape of Claude Code's `can_use_tool`. */
export function channelApprover(channel: ControlChannel): Approver {
  return {
    async approve({ call, decision, display, agent }, signal) {
      const request = {
        subtype: "can_use_tool",
        tool_name: call.name,
        input: call.input,
        tool_use_id: call.id,
        decision_reason: decision.reason,
        permission_suggestions: suggestionsOf(decision.proposal),
        blocked_path: null,
        display,
        ...(agent === undefined ? {} : { agent_id: agent }),
      };
      const answer = await channel.request(request, signal).catch((error: unknown) => ({ message: errorText(error) }));
      if (!isObject(answer) || answer["behavior"] !== "allow")
        return { allowed: false, why: isObject(answer) ? String(answer["message"] ?? "denied") : "denied" };
      const { updatedInput, updatedPermissions } = answer;
      const remember = rulesOf(updatedPermissions);
      const isChanged = updatedInput != null && JSON.stringify(updatedInput) !== JSON.stringify(call.input);
      return {
        allowed: true,
        ...(remember === undefined ? {} : { remember }),
        ...(isChanged && { instead: { name: call.name, input: updatedInput, why: "The user changed the arguments." } }),
      };
    },
  };
}

/** Who answers what servers of tools ask: the same program, in the shape of Claude Code's `elicitation`. */
export function channelInquirer(channel: ControlChannel): Inquirer {
  return {
    async inquire(server, inquiry, signal) {
      const { message } = inquiry;
      const asked =
        inquiry.kind === "form"
          ? { mode: "form", requested_schema: inquiry.schema }
          : { mode: "url", url: inquiry.url };
      const request = { subtype: "elicitation", mcp_server_name: server, message, ...asked };
      const answer = await channel.request(request, signal).catch(() => undefined);
      if (!isObject(answer) || answer["action"] === "cancel") return { kind: "cancelled" };
      if (answer["action"] !== "accept") return { kind: "declined" };
      return { kind: "given", values: isObject(answer["content"]) ? answer["content"] : {} };
    },
  };
}

/** Servers of tools that live in the client, by the `mcp_message` of Claude Code's stream. */
export function channelExchange(channel: ControlChannel): NonNullable<Faces["exchange"]> {
  return async (server, message, signal) => {
    const answer = await channel.request({ subtype: "mcp_message", server_name: server, message }, signal);
    return isObject(answer) ? answer["mcp_response"] : undefined;
  };
}

/** Hooks of the client: each is asked over the channel, by the id that the client gave it. */
function channelHooks(groups: unknown, channel: ControlChannel): GivenHooks {
  if (!isObject(groups)) return {};
  const ask =
    (id: unknown): HookFunction =>
    (input, callId, { signal }) =>
      channel.request({ subtype: "hook_callback", callback_id: id, input, tool_use_id: callId }, signal);
  return Object.fromEntries(
    Object.entries(groups).map(([event, list]) => [
      event,
      (Array.isArray(list) ? list.filter(isObject) : []).map(({ matcher, hookCallbackIds: ids, timeout }) => ({
        matcher: typeof matcher === "string" ? matcher : "",
        hooks: (Array.isArray(ids) ? ids : []).map(ask),
        ...(typeof timeout === "number" ? { timeout } : {}),
      })),
    ]),
  );
}

/** The rules that permission updates allow for the session. */
function rulesOf(updates: unknown): string | undefined {
  if (!Array.isArray(updates)) return undefined;
  const rules = updates
    .filter((update) => isObject(update) && update["type"] === "addRules" && update["behavior"] === "allow")
    .flatMap((update: Message) => (Array.isArray(update["rules"]) ? update["rules"] : []))
    .filter(isObject)
    .map(({ toolName, ruleContent }) => (ruleContent === undefined ? String(toolName) : `${toolName}(${ruleContent})`));
  return rules.length === 0 ? undefined : rules.join(", ");
}

export interface ConverseOptions {
  readonly agent: Agent;
  readonly house: House;
  /** Runs a prompt, with these pictures before its own; one that is all written as people write it. */
  prompt(given: PromptText, images: readonly Image[]): AsyncIterable<AgentEvent>;
  readonly channel: ControlChannel;
  readonly input: Readable;
  /** From then on nothing more is read, and no run begins. */
  readonly ending: AbortSignal;
  /** Writes one run. @returns how it ended */
  writeRun(events: AsyncIterable<AgentEvent>): Promise<Outcome | undefined>;
  json(value: unknown): void;
  /** Echoes each prompt when it is taken. */
  readonly replaysPrompts: boolean;
}

/** Runs what the client sends until its input ends. @returns how the last run ended; undefined when there was none */
export async function converse(options: ConverseOptions): Promise<Outcome | undefined> {
  const conversation = new Conversation(options);
  const { channel, input, ending } = options;
  const leave = (): void => void input.destroy();
  ending.addEventListener("abort", leave);
  try {
    for await (const message of channel.messages(input)) conversation.take(message);
  } catch (error) {
    if (!ending.aborted) throw error;
  } finally {
    ending.removeEventListener("abort", leave);
  }
  return conversation.end();
}

class Conversation {
  readonly #options: ConverseOptions;
  /** Where the files stood when the prompt of that id came. */
  readonly #changesAt = new Map<string, number>();
  #running: Promise<void> | undefined;
  #isInterrupted = false;
  #outcome: Outcome | undefined;
  #failure: { readonly error: unknown } | undefined;
  /** Answers that are being worked on. */
  readonly #answers = new Set<Promise<void>>();

  constructor(options: ConverseOptions) {
    this.#options = options;
  }

  take(message: Message): void {
    if (message["type"] === "user") this.#prompt(message);
    if (message["type"] !== "control_request") return;
    const answer = this.#options.channel.answer(message["request_id"], () => this.#control(message["request"]));
    this.#answers.add(answer);
    void answer.finally(() => this.#answers.delete(answer));
  }

  /** @throws what the last run threw */
  async end(): Promise<Outcome | undefined> {
    await this.#running;
    await Promise.all(this.#answers);
    if (this.#failure) throw this.#failure.error;
    return this.#outcome;
  }

  /** A prompt; while a run is under way it is told to the model before its next step. */
  #prompt(message: Message): void {
    const { text, pictures } = contentOf(message["message"]);
    const { agent, replaysPrompts, json, channel } = this.#options;
    const isEmpty = text.trim() === "" && pictures.length === 0;
    if (isEmpty) return channel.tellUnused("a message of the user has neither text nor pictures", message);
    if (replaysPrompts) json({ ...message, session_id: agent.sessionId, isReplay: true });
    if (this.#running === undefined) this.#running = this.#run(text, pictures, message["uuid"]);
    else if (pictures.length > 0) channel.tellUnused("pictures cannot reach a run that is under way", message);
    else agent.steer({ text, written: text });
  }

  async #run(first: string, pictures: readonly string[], id: unknown): Promise<void> {
    const { agent, prompt, writeRun, ending } = this.#options;
    this.#isInterrupted = false;
    try {
      const images = await this.#taken(pictures);
      if (typeof id === "string") this.#changesAt.set(id, await agent.lastChange().catch(() => 0));
      // What came after the last step of a run is a prompt of its own.
      this.#outcome = await writeRun(this.#interruptible(prompt({ text: first, written: first }, images)));
      for (let unread = agent.takeUnread(); unread.length > 0 && !ending.aborted; unread = agent.takeUnread()) {
        this.#isInterrupted = false;
        this.#outcome = await writeRun(this.#interruptible(prompt(joinedTexts(unread), [])));
      }
    } catch (error) {
      this.#failure = { error };
    } finally {
      this.#running = undefined;
    }
  }

  /** What was interrupted while its run was made ready ends with its first event. */
  async *#interruptible(events: AsyncIterable<AgentEvent>): AsyncGenerator<AgentEvent, void> {
    for await (const event of events) {
      if (this.#isInterrupted) this.#options.agent.interrupt();
      yield event;
    }
  }

  /** A picture that cannot be taken is told, and the text goes on without it. */
  async #taken(pictures: readonly string[]): Promise<readonly Image[]> {
    const images: Image[] = [];
    for (const picture of pictures) {
      try {
        images.push(await imageOf(picture));
      } catch (error) {
        this.#options.channel.tellUnused(errorText(error), { type: "image" });
      }
    }
    return images;
  }

  async #control(request: unknown): Promise<unknown> {
    const { agent } = this.#options;
    const { subtype, ...fields } = isObject(request) ? request : {};
    switch (subtype) {
      case "initialize":
        agent.hooks.add(givenHooks(channelHooks(fields["hooks"], this.#options.channel)));
        return {
          commands: offeredCommands(this.#options),
          models: [{ value: agent.modelId, displayName: agent.modelId }],
          agents: [],
          account: {},
        };
      case "interrupt":
        this.#isInterrupted = true;
        return agent.interrupt();
      case "set_model":
        return agent.useModel(String(fields["model"] ?? ""));
      case "set_permission_mode":
        agent.permissionMode = modeNamed(fields["mode"]);
        return { mode: agent.permissionMode };
      case "rewind_files":
        return this.#rewind(String(fields["user_message_id"]), fields["dry_run"] === true);
      default:
        throw new Error(`There is no control request "${subtype}" here; there are: ${REQUESTS.join(", ")}.`);
    }
  }

  async #rewind(id: string, dryRun: boolean): Promise<Message> {
    const change = this.#changesAt.get(id);
    if (change === undefined)
      throw new Error(`No prompt with the uuid ${id} began a run here; send each user message with a uuid.`);
    if (this.#running !== undefined) throw new Error("A run is under way; interrupt it first.");
    const report = await this.#options.agent.undo({ after: change, dryRun });
    const { conflicts } = report;
    return {
      canRewind: conflicts.length === 0,
      filesChanged: report.steps.map(({ path }) => path),
      ...(conflicts.length > 0 && { error: conflicts.map(({ path, why }) => `${path}: ${why}`).join("; ") }),
    };
  }
}

const REQUESTS = ["initialize", "interrupt", "set_model", "set_permission_mode", "rewind_files"] as const;

function modeNamed(name: unknown): PermissionMode {
  const mode = PERMISSION_MODES.find((one) => one === name);
  if (mode) return mode;
  throw new Error(`There is no permission mode "${name}"; use ${PERMISSION_MODES.join(", ")}.`);
}

interface MessageContent {
  readonly text: string;
  /** In base64. */
  readonly pictures: readonly string[];
}

/** A message in the shape of the Messages API. */
function contentOf(message: unknown): MessageContent {
  const content = isObject(message) ? message["content"] : undefined;
  if (typeof content === "string") return { text: content, pictures: [] };
  const blocks = Array.isArray(content) ? content.filter(isObject) : [];
  const texts = blocks.map((block) => (block["type"] === "text" ? String(block["text"]) : ""));
  const pictures = blocks.flatMap(({ type, source }) => {
    const data = type === "image" && isObject(source) ? source["data"] : undefined;
    return typeof data === "string" ? [data] : [];
  });
  return { text: texts.filter((text) => text !== "").join("\n\n"), pictures };
}
