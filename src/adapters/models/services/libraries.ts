// Services that a provider package of the AI SDK speaks to: one a line. Columns: id | label | module | variables of the key | options that it is opened
// with, each with its variables; `!` behind the name where nothing works without it | `accounts` where it finds credentials by itself.
import type { Library, Provider } from "./provider.ts";

const ROWS = `
bedrock|Amazon Bedrock|@ai-sdk/amazon-bedrock|AWS_BEARER_TOKEN_BEDROCK|region!=AWS_REGION,AWS_DEFAULT_REGION accessKeyId=AWS_ACCESS_KEY_ID secretAccessKey=AWS_SECRET_ACCESS_KEY sessionToken=AWS_SESSION_TOKEN|accounts
azure|Azure OpenAI|@ai-sdk/azure|AZURE_API_KEY AZURE_OPENAI_API_KEY|resourceName=AZURE_RESOURCE_NAME apiVersion=AZURE_API_VERSION
vertex|Google Vertex AI|@ai-sdk/google-vertex|GOOGLE_VERTEX_API_KEY|project=GOOGLE_VERTEX_PROJECT,GOOGLE_CLOUD_PROJECT location=GOOGLE_VERTEX_LOCATION,GOOGLE_CLOUD_LOCATION|accounts
vertex-anthropic|Claude on Vertex AI|@ai-sdk/google-vertex/anthropic|GOOGLE_VERTEX_API_KEY|project!=GOOGLE_VERTEX_PROJECT,GOOGLE_CLOUD_PROJECT location!=GOOGLE_VERTEX_LOCATION,GOOGLE_CLOUD_LOCATION|accounts
cohere|Cohere|@ai-sdk/cohere|COHERE_API_KEY
perplexity|Perplexity|@ai-sdk/perplexity|PERPLEXITY_API_KEY
`;

/** What names a package without a row. */
const PREFIX = "ai-sdk:";

export const libraries = (): readonly Provider[] => ROWS.trim().split("\n").map(parseRow);

/** `ai-sdk:NAME` is the package `@ai-sdk/NAME`, whatever service that speaks to. */
export function libraryProvider(id: string): Provider | undefined {
  const name = id.startsWith(PREFIX) ? id.slice(PREFIX.length) : "";
  if (!/^[a-z\d][a-z\d-]*$/.test(name)) return undefined;
  const variable = name.toUpperCase().replaceAll("-", "_");
  return provider(id, {
    label: `@ai-sdk/${name}`,
    keyVariables: [`${variable}_API_KEY`],
    library: { module: `@ai-sdk/${name}`, options: [], hasOtherCredentials: true },
  });
}

function parseRow(row: string): Provider {
  const [id = "", label = "", module = "", keys = "", options = "", flags = ""] = row.split("|");
  const library: Library = {
    module,
    options: options.split(" ").flatMap((option) => {
      const [name = "", variables = ""] = option.split("=");
      const isNeeded = name.endsWith("!");
      return option === "" ? [] : [{ name: name.replace("!", ""), variables: variables.split(","), isNeeded }];
    }),
    hasOtherCredentials: flags === "accounts",
  };
  return provider(id, { label, keyVariables: keys.split(" "), library });
}

function provider(
  id: string,
  given: { readonly label: string; readonly keyVariables: readonly string[]; readonly library: Library },
): Provider {
  return {
    ...{ id, ...given, wires: ["library"], local: false, quirks: {}, onlyByName: true },
    urlVariables: [`${id.replace(PREFIX, "").toUpperCase().replaceAll("-", "_")}_BASE_URL`],
    // Where it is reached is the package's own knowledge.
    defaultUrl: `library:${given.library.module}`,
  };
}
