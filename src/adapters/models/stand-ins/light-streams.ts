// Stand in for the global streams inside the provider packages of the bundle (scripts/build.mjs binds them there). Node loads the
// global ones with their first use, 5 ms and 2 MB, and passes every chunk through seven promises a stage; what the provider
// packages need is a queue that is pulled: they only ever read, pipe through, tee and cancel.

/** What a source or a stage may do with its stream. */
interface Controller<Chunk> {
  enqueue(chunk: Chunk): void;
  close(): void;
  terminate(): void;
  error(reason: unknown): void;
}

interface Source<Chunk> {
  start?(controller: Controller<Chunk>): unknown;
  pull?(controller: Controller<Chunk>): unknown;
  cancel?(reason: unknown): unknown;
}

interface Stage<In, Out> {
  start?(controller: Controller<Out>): unknown;
  transform?(chunk: In, controller: Controller<Out>): unknown;
  flush?(controller: Controller<Out>): unknown;
}

type ReadResult<Chunk> =
  | { readonly done: false; readonly value: Chunk }
  | { readonly done: true; readonly value: undefined };

interface Reader<Chunk> {
  read(): Promise<ReadResult<Chunk>>;
  cancel(reason?: unknown): Promise<void>;
  releaseLock(): void;
}

/** One reader at a time, as with the global one; nothing is asked of the source before a reader waits for it. */
export class LightReadableStream<Chunk> {
  readonly #source: Source<Chunk>;
  readonly #chunks: Chunk[] = [];
  #state: "open" | "closed" | "failed" = "open";
  #reason: unknown;
  #wake: (() => void) | undefined;
  /** Reads are answered in the order they were asked. */
  #last: Promise<unknown> = Promise.resolve();
  readonly #controller: Controller<Chunk> = {
    enqueue: (chunk) => {
      if (this.#state === "open") this.#chunks.push(chunk);
      this.#wake?.();
    },
    close: () => this.#end("closed"),
    terminate: () => this.#end("closed"),
    error: (reason) => {
      this.#reason ??= reason;
      this.#end("failed");
    },
  };

  constructor(source: Source<Chunk> = {}) {
    this.#source = source;
    source.start?.(this.#controller);
  }

  getReader(): Reader<Chunk> {
    return {
      read: () => {
        const result = this.#last.then(() => this.#next());
        this.#last = result.catch(() => undefined);
        return result;
      },
      cancel: (reason) => this.cancel(reason),
      releaseLock: () => undefined,
    };
  }

  pipeThrough<Out>(stage: LightTransformStream<Chunk, Out>): LightReadableStream<Out> {
    return stage.readFrom(this.getReader());
  }

  /** Both get every chunk; what one has not read yet waits for it. The source is cancelled when both are. */
  tee(): [LightReadableStream<Chunk>, LightReadableStream<Chunk>] {
    const reader = this.getReader();
    const controllers: (Controller<Chunk> | undefined)[] = [undefined, undefined];
    let pulling: Promise<void> | undefined;
    const pullBoth = async (): Promise<void> => {
      try {
        const { done, value } = await reader.read();
        const give = (controller: Controller<Chunk>) => (done ? controller.close() : controller.enqueue(value));
        for (const controller of controllers) controller && give(controller);
      } catch (error) {
        for (const controller of controllers) controller?.error(error);
      } finally {
        pulling = undefined;
      }
    };
    const branch = (side: 0 | 1): LightReadableStream<Chunk> =>
      new LightReadableStream<Chunk>({
        start: (controller) => {
          controllers[side] = controller;
        },
        pull: () => {
          pulling ??= pullBoth();
          return pulling;
        },
        cancel: async (reason) => {
          controllers[side] = undefined;
          if (controllers.every((controller) => controller === undefined)) await reader.cancel(reason);
        },
      });
    return [branch(0), branch(1)];
  }

  async cancel(reason?: unknown): Promise<void> {
    if (this.#state !== "open") return;
    this.#chunks.length = 0;
    this.#end("closed");
    await this.#source.cancel?.(reason);
  }

  async #next(): Promise<ReadResult<Chunk>> {
    for (;;) {
      if (this.#state === "failed") throw this.#reason;
      if (this.#chunks.length > 0) return { done: false, value: this.#chunks.shift() as Chunk };
      if (this.#state === "closed") return { done: true, value: undefined };
      await this.#pull();
    }
  }

  /** Asks the source for more; one that gives by itself is awaited. */
  async #pull(): Promise<void> {
    if (this.#source.pull === undefined)
      return new Promise((resolve) => {
        this.#wake = resolve;
      });
    try {
      await this.#source.pull(this.#controller);
    } catch (error) {
      this.#controller.error(error);
    }
  }

  #end(state: "closed" | "failed"): void {
    if (this.#state === "open") this.#state = state;
    this.#wake?.();
  }
}

/** A stage: chunks go through `transform` when the reader behind it wants some. */
export class LightTransformStream<In, Out> {
  readonly #stage: Stage<In, Out>;
  readonly #readable: LightReadableStream<Out>;
  #from: Reader<In> | undefined;

  constructor(stage: Stage<In, Out> = {}) {
    this.#stage = stage;
    this.#readable = new LightReadableStream<Out>({
      start: (controller) => stage.start?.(controller),
      pull: (controller) => this.#step(controller),
      cancel: (reason) => this.#from?.cancel(reason),
    });
  }

  get readable(): LightReadableStream<Out> {
    return this.#readable;
  }

  readFrom(reader: Reader<In>): LightReadableStream<Out> {
    this.#from = reader;
    return this.#readable;
  }

  async #step(controller: Controller<Out>): Promise<void> {
    const { done, value } = (await this.#from?.read()) ?? { done: true, value: undefined };
    if (done) {
      await this.#stage.flush?.(controller);
      return controller.close();
    }
    if (this.#stage.transform === undefined) return controller.enqueue(value as unknown as Out);
    try {
      await this.#stage.transform(value as In, controller);
    } catch (error) {
      controller.error(error);
      await this.#from?.cancel(error);
    }
  }
}

/** UTF-8 bytes to text; a character cut in two waits for its rest. */
export class LightTextDecoderStream extends LightTransformStream<Uint8Array, string> {
  constructor() {
    const decoder = new TextDecoder();
    const give = (text: string, controller: Controller<string>): void => {
      if (text !== "") controller.enqueue(text);
    };
    super({
      transform: (bytes, controller) => give(decoder.decode(bytes, { stream: true }), controller),
      flush: (controller) => give(decoder.decode(), controller),
    });
  }
}
