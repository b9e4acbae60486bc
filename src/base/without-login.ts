const LOGIN_IN_URL = /(\b[a-z][\w+.-]{0,30}:\/\/)[^\s/?#]{0,2000}@/gi;
const LOGIN_NAMED = /(\b_(?:authToken|auth|password)\b["']?\s{0,9}[=:]\s{0,9})[^\s,;&]{1,2000}/gi;

/** A text of a registry without what logs in at it: names and passwords in addresses, `_authToken`, `_auth` and `_password` of its settings. */
export const withoutLogin = (text: string): string =>
  text.replace(LOGIN_IN_URL, "$1").replace(LOGIN_NAMED, "$1[hidden]");
