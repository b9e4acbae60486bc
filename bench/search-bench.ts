// How well skills, notes and our manual are found: by words as the tools do it, and by an embedding model where one is reached.
//   EMBEDDINGS_URL=http://127.0.0.1:8000/v1 EMBEDDINGS_MODEL=NAME npm run bench -- search
// The server speaks OpenAI's /v1/embeddings (llama.cpp, Ollama, LM Studio …); EMBEDDINGS_QUERY_PREFIX and EMBEDDINGS_TEXT_PREFIX
// are put before each text, for models that were trained with them.
import { createManual } from "../src/adapters/manual/manual.ts";
import { rankByBm25 } from "../src/engines/bm25/bm25.ts";
import { rankSkills } from "../src/engines/bm25/rank-skills.ts";
import { rankSections } from "../src/tools/knowledge/ranked-sections.ts";
import type { Measurement } from "./measurement.ts";
import { MANUAL_QUESTIONS, NOTE_QUESTIONS, NOTES, type SearchQuestion, SKILL_QUESTIONS, SKILLS } from "./search-set.ts";

/** Texts that are searched together, and what is asked of them. */
interface Collection {
  readonly name: string;
  readonly questions: readonly SearchQuestion[];
  /** What an embedding is made of. */
  readonly texts: readonly string[];
  readonly isAnswer: (textIndex: number, answer: string) => boolean;
  /** As the tool ranks them, best first. */
  readonly byWords: (query: string) => readonly number[];
}

type Ranking = (collection: Collection, question: SearchQuestion) => readonly number[];

const KINDS = ["literal", "other words", "portuguese", "portuguese later"] as const;
/** How far behind the first place a text may stand and still count for something when two rankings are merged. */
const FUSION_RANK = 60;

export async function bench(): Promise<readonly Measurement[]> {
  const collections = [skills(), notes(), manual()];
  const byWords: Ranking = (collection, { query }) => collection.byWords(query);
  const words = figures("words", collections, byWords);
  const url = process.env["EMBEDDINGS_URL"];
  if (url === undefined) return words;
  const { ranking, milliseconds } = await byMeaning(url, collections);
  const fused: Ranking = (collection, question) =>
    fuse(byWords(collection, question), ranking(collection, question), collection.texts.length);
  return [
    ...words,
    ...figures("embeddings", collections, ranking),
    ...figures("both, merged by rank", collections, fused),
    { name: "embeddings: of one question", value: milliseconds.question, unit: "ms" },
    { name: "embeddings: of all texts once", value: milliseconds.texts, unit: "ms" },
  ];
}

function figures(how: string, collections: readonly Collection[], ranking: Ranking): readonly Measurement[] {
  const ranks = collections.flatMap((collection) =>
    collection.questions.map((question) => {
      const found = ranking(collection, question).findIndex((index) => collection.isAnswer(index, question.answer));
      return { kind: question.kind, name: collection.name, rank: found < 0 ? Number.POSITIVE_INFINITY : found + 1 };
    }),
  );
  const groups = [
    ...KINDS.map((kind) => ({ name: kind, ranks: ranks.filter((one) => one.kind === kind) })),
    ...collections.map(({ name }) => ({ name, ranks: ranks.filter((one) => one.name === name) })),
    { name: "all", ranks },
  ];
  return groups.flatMap(({ name, ranks: own }) => {
    const share = (atMost: number): number => own.filter(({ rank }) => rank <= atMost).length / own.length;
    const reciprocal = own.reduce((sum, { rank }) => sum + 1 / rank, 0) / own.length;
    const line = (what: string, value: number) => ({
      name: `${how}: ${name} (${own.length}), ${what}`,
      value,
      unit: "",
    });
    return [line("first", share(1)), line("among three", share(3)), line("mean reciprocal rank", reciprocal)];
  });
}

function skills(): Collection {
  const all = SKILLS.map((skill) => ({ ...skill, tags: [] }));
  return {
    name: "skills",
    questions: SKILL_QUESTIONS,
    texts: all.map(({ name, description, body }) => `${name}. ${description} ${body}`),
    isAnswer: (index, answer) => all[index]?.name === answer,
    byWords: (query) => rankSkills(query, all).map(({ documentIndex }) => documentIndex),
  };
}

function notes(): Collection {
  const documents = NOTES.map((text) => [{ text, weight: 1 }]);
  return {
    name: "notes",
    questions: NOTE_QUESTIONS,
    texts: NOTES,
    isAnswer: (index, answer) => NOTES[index]?.startsWith(answer) ?? false,
    byWords: (query) => rankByBm25(query, documents).map(({ documentIndex }) => documentIndex),
  };
}

function manual(): Collection {
  const sections = createManual().sections();
  return {
    name: "manual",
    questions: MANUAL_QUESTIONS,
    texts: sections.map(({ page, heading, text }) => `${page}: ${heading}\n${text}`),
    isAnswer: (index, answer) => sections[index]?.path === answer,
    byWords: (query) => rankSections(query, sections).map((section) => sections.indexOf(section)),
  };
}

/** Reciprocal rank fusion (Cormack, Clarke and Büttcher, 2009). */
function fuse(one: readonly number[], other: readonly number[], count: number): readonly number[] {
  const scores = Array.from({ length: count }, () => 0);
  for (const ranking of [one, other])
    for (const [rank, index] of ranking.entries()) scores[index] = (scores[index] ?? 0) + 1 / (FUSION_RANK + rank + 1);
  return scores.map((_, index) => index).sort((left, right) => (scores[right] ?? 0) - (scores[left] ?? 0));
}

const TEXT_CHARS_MAX = 1_500;
const BATCH = 16;

async function byMeaning(url: string, collections: readonly Collection[]) {
  const started = performance.now();
  const texts = new Map<Collection, readonly (readonly number[])[]>();
  for (const collection of collections) texts.set(collection, await embed(url, collection.texts, "passage"));
  const between = performance.now();
  const questions = new Map<string, readonly number[]>();
  let asked = 0;
  for (const { query } of collections.flatMap((collection) => collection.questions)) {
    questions.set(query, (await embed(url, [query], "query"))[0] ?? []);
    asked++;
  }
  const ranking: Ranking = (collection, { query }) => {
    const wanted = questions.get(query) ?? [];
    const near = (texts.get(collection) ?? []).map((vector) => cosine(vector, wanted));
    return near.map((_, index) => index).sort((left, right) => (near[right] ?? 0) - (near[left] ?? 0));
  };
  const milliseconds = { texts: between - started, question: (performance.now() - between) / asked };
  return { ranking, milliseconds };
}

async function embed(url: string, texts: readonly string[], type: "query" | "passage"): Promise<readonly number[][]> {
  const prefix = process.env[type === "query" ? "EMBEDDINGS_QUERY_PREFIX" : "EMBEDDINGS_TEXT_PREFIX"] ?? "";
  const vectors: number[][] = [];
  for (let start = 0; start < texts.length; start += BATCH) {
    const input = texts.slice(start, start + BATCH).map((text) => prefix + text.slice(0, TEXT_CHARS_MAX));
    const body = JSON.stringify({ model: process.env["EMBEDDINGS_MODEL"] ?? "default", input, input_type: type });
    const response = await fetch(`${url}/embeddings`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body,
    });
    if (!response.ok) throw new Error(`${url}/embeddings answered ${response.status}: ${await response.text()}`);
    const { data } = (await response.json()) as { readonly data: readonly { readonly embedding: number[] }[] };
    vectors.push(...data.map(({ embedding }) => embedding));
  }
  return vectors;
}

function cosine(one: readonly number[], other: readonly number[]): number {
  let [dot, left, right] = [0, 0, 0];
  for (const [index, value] of one.entries()) {
    const opposite = other[index] ?? 0;
    dot += value * opposite;
    left += value * value;
    right += opposite * opposite;
  }
  return dot / (Math.sqrt(left * right) || 1);
}
