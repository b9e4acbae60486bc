import { say } from "./say.ts";

const TOKEN_KEY = "waymark-view-token";
const TOKEN_HASH = "#token=";

/** What an exported page carries in place of a server. */
interface Exported {
  /** Which view it is. */
  readonly route: string;
  /** Answers by the path that asks for them. */
  readonly answers: Readonly<Record<string, unknown>>;
  /** The files that lie beside this one, by their view. */
  readonly pages: Readonly<Record<string, string>>;
}

const exported: Exported | undefined = (() => {
  const text = document.getElementById("data")?.textContent;
  const value = text == null ? undefined : JSON.parse(text);
  return typeof value?.answers === "object" ? value : undefined;
})();

/** The page stands alone: there is nobody to ask, and nothing can be changed. */
export const isExported = exported !== undefined;

/** The view that is shown first. */
export const firstRoute = exported?.route ?? "/sessions";

/** Where another exported page lies beside this one; undefined where it was not exported. */
export const exportedPage = (route: string): string | undefined => exported?.pages[route];

/** What stands in an address; as it stands where somebody wrote it wrongly. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Keeps the token of the address for this tab, and takes it out of sight. */
export function keepToken(): void {
  if (!location.hash.startsWith(TOKEN_HASH)) return;
  sessionStorage.setItem(TOKEN_KEY, location.hash.slice(TOKEN_HASH.length));
  history.replaceState(undefined, "", location.pathname);
}

/** @throws an Error that says what is wrong, in a sentence */
export async function get<Answer>(path: string): Promise<Answer> {
  if (exported === undefined) return answerOf(await asked(path, {}));
  if (Object.hasOwn(exported.answers, path)) return exported.answers[path] as Answer;
  throw new Error(say`That is not in this exported page; \`waymark view\` shows it.`);
}

/** @throws an Error that says what is wrong, in a sentence */
export async function post<Answer>(path: string, body: unknown): Promise<Answer> {
  const headers = { "content-type": "application/json" };
  return answerOf(await asked(path, { method: "POST", headers, body: JSON.stringify(body) }));
}

async function answerOf<Answer>(response: Response): Promise<Answer> {
  const answer = (await response.json()) as Answer & { readonly refusal?: string };
  if (answer.refusal !== undefined) throw new Error(answer.refusal);
  return answer;
}

async function asked(path: string, init: RequestInit): Promise<Response> {
  const token = sessionStorage.getItem(TOKEN_KEY) ?? "";
  const headers = { ...init.headers, authorization: `Bearer ${token}` };
  let response: Response;
  try {
    response = await fetch(path, { ...init, headers });
  } catch {
    throw new Error(say`\`waymark view\` has ended; start it again.`);
  }
  if (response.ok) return response;
  const { error } = (await response.json().catch(() => ({}))) as { readonly error?: string };
  throw new Error(error ?? say`The server answered ${response.status}.`);
}
