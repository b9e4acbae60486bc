import { findSecrets } from "../secrets/find-secrets.ts";

const DATA_LENGTH_MAX = 1024;
const LABEL_DATA_MIN = 32;
const BLOB_MIN = 24;
const PATH_BLOB_MIN = 64;

/** Why a URL looks like a way to carry data out, or undefined. A request is a message to its server: a human should see
 *  one with an environment, a key or an encoded blob in it before it is sent. */
export function carriedData(url: URL): string | undefined {
  return carriedSecret(url) ?? carriedBulk(url);
}

/** Whether a credential stands in the URL: that needs a human even on an allowed host. */
export function carriedSecret(url: URL): string | undefined {
  const text = decoded(url.pathname + url.search);
  return findSecrets(url.href).length > 0 || findSecrets(text).length > 0 ? "a credential" : undefined;
}

function carriedBulk(url: URL): string | undefined {
  const query = decoded(url.search.slice(1));
  if (/[\r\n]/.test(query) || /\b(?:PATH|HOME|USER|SHELL|PWD|LANG)=\//.test(query))
    return "lines or an environment in the query";
  if (/\b[A-Z][A-Z0-9_]*(?:KEY|TOKEN|SECRET|PASSWORD|PASSWD|CREDENTIALS?)=./.test(query))
    return "a variable with a secret's name in the query";
  if (/-----BEGIN |\bssh-(?:rsa|ed25519) |root:[^:]*:0:0:/.test(query)) return "a key or an account file in the query";
  if (url.search.length > DATA_LENGTH_MAX) return `a query of ${url.search.length} characters`;
  if ([...url.searchParams.values()].some((value) => isBlob(value.replaceAll(" ", "+"), BLOB_MIN)))
    return "an encoded blob in the query";
  const segments = url.pathname.split("/").map(decoded);
  if (segments.some((text) => /[\r\n]/.test(text))) return "lines in the path";
  if (segments.some((text) => isBlob(text, PATH_BLOB_MIN))) return "an encoded blob in the path";
  return url.hostname.split(".").some(isDataLabel) ? "an encoded blob in the host name" : undefined;
}

function isDataLabel(label: string): boolean {
  return label.length >= LABEL_DATA_MIN && !label.startsWith("xn--") && /\d/.test(label) && !label.includes("-");
}

/** Base64, base32 or hexadecimal that is no ordinary digest (32, 40, 64 or 128 hexadecimal digits). */
function isBlob(value: string, lengthMin: number): boolean {
  if (value.length < lengthMin || !/^[A-Za-z0-9+/_-]+={0,2}$/.test(value)) return false;
  if (/^[0-9a-f]+$/i.test(value)) return ![32, 40, 64, 128].includes(value.length) && /[a-f]/i.test(value);
  if (/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value)) return false;
  const classes = [/[a-z]/, /[A-Z]/, /\d/].filter((kind) => kind.test(value)).length;
  const looksLikeWords = /^(?:[A-Z]?[a-z]+|[A-Z]+|\d+)(?:[-_+/](?:[A-Z]?[a-z]+|[A-Z]+|\d+))*$/.test(value);
  return !looksLikeWords && (classes === 3 || (classes === 2 && value.endsWith("=")));
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch (error) {
    if (error instanceof URIError) return text;
    throw error;
  }
}
