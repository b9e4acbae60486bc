import type { IncomingMessage } from "node:http";
import { Budget, type OverBudget } from "../base/budget.ts";

/** Packed bytes that unpack to nothing are counted too. */
const RAW_BYTES_MAX = 128_000_000;

/** Nobody was asked to compress, and some proxies do it all the same. Keeps status and headers. */
export function decoded(message: IncomingMessage): IncomingMessage {
  const encoding = message.headers["content-encoding"];
  if (encoding === undefined || encoding === "identity") return message;
  const zlib = process.getBuiltinModule("node:zlib");
  // Each piece is passed on as it comes: a stream that is flushed must not wait for its end.
  const flush = { flush: zlib.constants.Z_SYNC_FLUSH };
  const decoder = /^(?:x-)?gzip$|^deflate$/.test(encoding)
    ? zlib.createUnzip(flush)
    : encoding === "br"
      ? zlib.createBrotliDecompress({ flush: zlib.constants.BROTLI_OPERATION_FLUSH })
      : encoding === "zstd"
        ? zlib.createZstdDecompress({ flush: zlib.constants.ZSTD_e_flush })
        : undefined;
  if (!decoder) return message;
  const { statusCode, statusMessage, headers, socket } = message;
  message.on("error", (error) => decoder.destroy(error));
  const raw = new Budget("raw bytes", RAW_BYTES_MAX);
  message.on("data", (bytes: Buffer) => {
    try {
      raw.spend(bytes.length);
    } catch (error) {
      decoder.destroy(error as OverBudget);
    }
  });
  message.on("close", () => {
    if (!message.readableEnded) decoder.destroy();
  });
  decoder.on("close", () => message.destroy());
  return Object.assign(message.pipe(decoder), {
    statusCode,
    statusMessage,
    headers,
    socket,
  }) as unknown as IncomingMessage;
}
