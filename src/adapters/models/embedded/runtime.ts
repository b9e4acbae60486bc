import { join } from "node:path";
import { pathToFileURL } from "node:url";

// The part of node-llama-cpp that is used here, in our own words: the package is no dependency and may not be there.

export interface LlamaRuntime {
  getLlama(options: {
    readonly gpu: "auto" | false;
    readonly build: "never";
    readonly skipDownload: true;
    readonly logLevel: "error";
    readonly progressLogs: false;
    readonly maxThreads: number;
  }): Promise<Llama>;
  readonly LlamaChat: new (options: { readonly contextSequence: Sequence }) => LlamaChat;
}

export interface Llama {
  loadModel(options: { readonly modelPath: string }): Promise<LlamaModel>;
  createGrammarForJsonSchema(schema: unknown): Promise<unknown>;
  dispose(): Promise<void>;
}

export interface LlamaModel {
  readonly trainContextSize: number;
  tokenize(text: string): readonly unknown[];
  createContext(options: {
    readonly contextSize: { readonly max: number };
    readonly threads: number;
  }): Promise<{ readonly contextSize: number; getSequence(): Sequence }>;
  dispose(): Promise<void>;
}

export interface Sequence {
  readonly tokenMeter: { readonly usedInputTokens: number; readonly usedOutputTokens: number };
}

export type HistoryItem =
  | { readonly type: "system" | "user"; readonly text: string }
  | { readonly type: "model"; readonly response: readonly string[] };

export interface LlamaChat {
  generateResponse(
    history: readonly HistoryItem[],
    options: {
      readonly signal: AbortSignal;
      readonly maxTokens: number;
      readonly temperature?: number;
      readonly grammar?: unknown;
      readonly onTextChunk: (text: string) => void;
    },
  ): Promise<{ readonly response: string; readonly metadata: { readonly stopReason: string } }>;
}

/** The entry of the package in a folder that `waymark models install` made. */
export function runtimeEntry(folder: string): string {
  return join(folder, "node_modules", "node-llama-cpp", "dist", "index.js");
}

/** Rejects when the package is not there or has no binary for this machine. */
export async function loadRuntime(folder: string): Promise<LlamaRuntime> {
  return (await import(pathToFileURL(runtimeEntry(folder)).href)) as LlamaRuntime;
}
