// The part of the AI SDK's interface LanguageModelV2, V3 and V4 (https://github.com/vercel/ai/tree/main/packages/provider) that is used here, in
// our own words: no package of it is a dependency, and each may be there or not.

export interface LanguageModel {
  readonly specificationVersion?: string;
  doStream(options: object): PromiseLike<{ readonly stream: ReadableStream<unknown> }>;
}

export interface Opened {
  readonly model: LanguageModel;
  /** Of the interface. */
  readonly version: 2 | 3 | 4;
}
