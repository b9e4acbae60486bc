import type { Speak } from "../model-client.ts";
import { callOptions } from "./call-options.ts";
import type { Opened } from "./language-model.ts";
import { libraryFetch } from "./library-fetch.ts";
import { type FoundPackage, openPackage } from "./package.ts";
import { faultOf, readParts, refusalOf } from "./read-parts.ts";

/**
 * Speaks through an installed provider package, which is loaded, unmodified, at the first request. Throws what is the package's own
 * fault; what a server says arrives as a fault like everybody's.
 * @param options  what the package is opened with besides key and address
 */
export function speakThrough(module: string, found: FoundPackage, options: Readonly<Record<string, unknown>>): Speak {
  let wasAsked = false;
  let isWhole = false;
  const whole = (): void => {
    isWhole = true;
  };
  let opened: { readonly key: string | undefined; readonly model: Opened } | undefined;
  return async (request, { provider, model, baseUrl, key }, { signal, limits, asked }) => {
    if (opened?.key !== key || !opened) {
      const address = baseUrl === provider.defaultUrl ? {} : { baseURL: baseUrl };
      const told = (url: string): void => {
        wasAsked = true;
        asked(url);
      };
      const fetch = libraryFetch(limits, { asked: told, whole });
      const all = { ...options, ...(key === undefined ? {} : { apiKey: key }), ...address, fetch };
      opened = { key, model: await openPackage(module, found, { model, options: all }) };
    }
    const { model: spoken, version } = opened.model;
    wasAsked = false;
    isWhole = false;
    try {
      const { stream } = await spoken.doStream({ ...callOptions(request, version, provider.id), abortSignal: signal });
      return readParts(stream, { provider: provider.id, isWhole: () => isWhole });
    } catch (error) {
      throw wasAsked ? faultOf(error) : refusalOf(error);
    }
  };
}
