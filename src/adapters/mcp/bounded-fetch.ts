/** One answer, or one event of a stream; more is nothing that a model could read. */
const ANSWER_BYTES_MAX = 10 * 1024 * 1024;
const NEWLINE = 10;

/** The network, with answers that are cut off where they grow beyond a bound. @param onTooMuch  told what was sent, in our words */
export function boundedFetch(onTooMuch: (why: string) => void) {
  return async (url: string | URL, request?: RequestInit): Promise<Response> =>
    bounded(await fetch(url, request), onTooMuch);
}

function bounded(response: Response, onTooMuch: (why: string) => void): Response {
  if (response.body === null) return response;
  const isStream = response.headers.get("content-type")?.startsWith("text/event-stream") ?? false;
  let sizeBytes = 0;
  const bound = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      const lineEnd = isStream ? chunk.lastIndexOf(NEWLINE) : -1;
      sizeBytes = lineEnd === -1 ? sizeBytes + chunk.length : chunk.length - lineEnd;
      if (sizeBytes <= ANSWER_BYTES_MAX) return controller.enqueue(chunk);
      const why = `sent more than ${ANSWER_BYTES_MAX / 1024 / 1024} MB in one answer`;
      controller.error(new Error(why));
      onTooMuch(why);
    },
  });
  const { status, statusText, headers } = response;
  return new Response(response.body.pipeThrough(bound), { status, statusText, headers });
}
