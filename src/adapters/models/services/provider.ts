import type { Effort } from "../../../core/protocol/effort.ts";

/** How a server is spoken to. `chat` is OpenAI's own Chat Completions, `compatible` everybody else's. */
export type Wire = "responses" | "chat" | "compatible" | "anthropic" | "gemini";
/** Spoken by what is no wire of ours; the folder of that name has its client. */
export type OwnWire = "stackspot" | "library";

export interface Quirks {
  /** The server refuses `stream_options` and counts tokens without being asked. */
  readonly noStreamOptions?: boolean;
  /** Reasoning goes back as `reasoning_content`; other servers answer 400 to the unknown field. */
  readonly reasoningBack?: boolean;
  /** Call ids must be nine letters or digits. */
  readonly shortCallIds?: boolean;
  /** The same reasoning delta may come several times in a row and counts once. */
  readonly repeatedReasoning?: boolean;
  /** Reasoning tokens are not part of the completion tokens. */
  readonly reasoningApart?: boolean;
  /** What it can be told of how much to think, where that is not none, low, medium and high. */
  readonly efforts?: readonly Effort[];
  /** How it is told: as `reasoning_effort` by default, in an object `reasoning`, or with a switch `thinking` beside it. */
  readonly effortForm?: "object" | "switch";
  /** Takes a top-level `cache_control` for models whose id starts like this. */
  readonly cacheControlFor?: string;
}

export interface Provider {
  readonly id: string;
  readonly label: string;
  /** The first wire is the default; the others answer to `api` and to a 404 of a server that is not the default one. */
  readonly wires: readonly [Wire | OwnWire, ...Wire[]];
  /** Environment variables that hold the key; the first is the one to name in messages. Empty: none is needed. */
  readonly keyVariables: readonly string[];
  /** Environment variables for the address; the first is the one to name in messages. */
  readonly urlVariables: readonly string[];
  /** Absent: the address must be set. Ends in the version segment. */
  readonly defaultUrl?: string;
  /** Added to an address that lacks it, absent for nothing: `always`, or only to a bare host, where a path of its own means the server knows. */
  readonly version?: { readonly segment: "/v1" | "/v1beta"; readonly added: "always" | "to-bare-host" };
  readonly defaultModel?: string;
  /** Environment variables that name the model where nothing nearer does. */
  readonly modelVariables?: readonly string[];
  /** Environment variables that name the model which judges the answers of this one. */
  readonly judgeVariables?: readonly string[];
  /** Where no single key opens it: what its account is made of, all of it needed (BC-12). */
  readonly accountVariables?: readonly string[];
  /** Used where it is named, never because its key happens to be there. */
  readonly onlyByName?: true;
  /** The package of the AI SDK that speaks to it. */
  readonly library?: Library;
  /** Runs on this machine: works without a key, costs nothing. */
  readonly local: boolean;
  readonly quirks: Quirks;
}

/** A provider package of the AI SDK, which a person installs. */
export interface Library {
  /** As it is imported: `@ai-sdk/cohere`, `@ai-sdk/google-vertex/anthropic`. */
  readonly module: string;
  /** What it is opened with besides the key, each from the first of its variables that is set, or from the settings. */
  readonly options: readonly {
    readonly name: string;
    readonly variables: readonly string[];
    readonly isNeeded: boolean;
  }[];
  /** It finds accounts by itself, without a key of ours. */
  readonly hasOtherCredentials: boolean;
}

export const OPENAI_VERSION = { segment: "/v1", added: "to-bare-host" } as const;

/** What most services share. */
export const OPENAI_LIKE = { wires: ["compatible"], version: OPENAI_VERSION, local: false } as const;
