import { ToolFailure } from "../../core/tool.ts";

/** Larger files are not remembered. */
const FILE_BYTES_MAX = 1024 * 1024;
/** The ones seen first are forgotten first. */
const ALL_BYTES_MAX = 8 * 1024 * 1024;

/**
 * What the model has seen of files, so that a change it makes is made to what it saw. A file that nobody read is not held
 * back: then the change itself says what it expects. Keeps the bytes, because a hash would cost each read more.
 */
export class SeenFiles {
  readonly #files = new Map<string, Uint8Array>();
  #allBytes = 0;

  /** @param path absolute */
  note(path: string, bytes: Uint8Array): void {
    this.forget(path);
    if (bytes.length > FILE_BYTES_MAX) return;
    this.#files.set(path, bytes);
    this.#allBytes += bytes.length;
    for (const first of this.#files.keys()) {
      if (this.#allBytes <= ALL_BYTES_MAX) break;
      this.forget(first);
    }
  }

  forget(path: string): void {
    this.#allBytes -= this.#files.get(path)?.length ?? 0;
    this.#files.delete(path);
  }

  /** @throws {ToolFailure} when the file is another one than the model saw */
  check(path: string, bytes: Uint8Array, shown: string): void {
    const seen = this.#files.get(path);
    if (seen === undefined || Buffer.compare(seen, bytes) === 0) return;
    throw new ToolFailure(
      `${shown} was changed on disk since you read it, by the user or by a command. Nothing was written; read it again, then make the change.`,
    );
  }
}
