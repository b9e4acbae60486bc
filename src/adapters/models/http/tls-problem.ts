import { errorCode, errorText } from "../../../base/error-text.ts";
import { EXIT, UserError } from "../../../base/user-error.ts";

interface TlsFault {
  readonly code: string;
  readonly message: string;
}

/** What the person can do about it, by what the fault says of itself. `VARIABLE` holds the address. */
const PROBLEMS: readonly (readonly [RegExp, string])[] = [
  [
    /\bCERT_HAS_EXPIRED\b/,
    "has a certificate that has expired; its owner has to renew it, or this machine's clock is wrong",
  ],
  [/\bCERT_NOT_YET_VALID\b/, "has a certificate that is not valid yet; look at this machine's clock"],
  [/\bCERT_REVOKED\b/, "has a certificate that was revoked; do not use this address"],
  [/ALTNAME_INVALID|HOSTNAME_MISMATCH/, "has a certificate of another host; correct the address in VARIABLE"],
  [
    /certificate.required|handshake.failure.*certificate/i,
    "wants a certificate of yours, and Waymark has none to show; use another address in VARIABLE",
  ],
  [
    /^(?:UNABLE_TO_|CERT_|INVALID_CA|PATH_LENGTH)|SELF_SIGNED|INVALID_PURPOSE/,
    "has a certificate that is not trusted; set NODE_EXTRA_CA_CERTS to your authority's file",
  ],
  [
    /wrong.version.number|http.request|packet.length.too.long/i,
    "does not speak TLS; correct the address in VARIABLE (http:// where it is meant)",
  ],
  [
    /(?:unsupported|alert|version).protocol|protocol.version|no.(?:shared|ciphers?)|handshake.failure|unrecognized.name|inappropriate.fallback/i,
    "and this machine agree on no version of TLS; look at what stands between them, or correct the address in VARIABLE",
  ],
];

/** Why no secure connection comes about however often it is tried, as the rest of a sentence; nothing for a fault that may pass. */
export function tlsProblem({ code, message }: TlsFault, variable: string | undefined): string | undefined {
  const isTls =
    /CERT|SSL|TLS|SIGNATURE|^INVALID_|^PATH_LENGTH/.test(code) || (code === "EPROTO" && /\bSSL\b/.test(message));
  const found = isTls ? PROBLEMS.find(([pattern]) => pattern.test(code) || pattern.test(message)) : undefined;
  return found && `${found[1].replace("VARIABLE", variable ?? "your settings")} (${code})`;
}

/** @throws {UserError} where a request failed for such a reason. @param setting  what holds the address */
export function refuseUntrusted(error: unknown, shown: string, setting: string): void {
  const problem = tlsProblem({ code: errorCode(error) ?? "", message: errorText(error) }, setting);
  if (problem !== undefined) throw new UserError(`${shown} ${problem}.`, EXIT.configuration, { cause: error });
}
