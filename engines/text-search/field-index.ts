import MiniSearch from 'minisearch';
import { AllWords, type WordRules } from './all-words.js';
import { beginningsOf, foldText, isUnspaced } from './folded-text.js';
import type { Named } from './name-index.js';
import type { Scores } from './scores.js';
import type { Steps } from './steps.js';
import { wordIndex, type OwnText } from './word-index.js';

/** Texts of one document beside its names, by field. */
export type Fields = Readonly<Record<string, string | readonly string[]>>;

/** What matches in a field are worth beside each other; 1 if omitted. */
export type FieldWeights = Readonly<Record<string, number>>;

interface Described extends Named {
  readonly fields?: Fields;
}

interface Row {
  readonly document: number;
  readonly words: ReadonlyMap<string, readonly string[]>;
}

const NAMES = 'names';
const MOST_WORDS = 6;
const LEAST_BEGINNING = 3;
const AS_WRITTEN: WordRules = { mostWords: MOST_WORDS, leastBeginning: LEAST_BEGINNING, mostWithErrors: 0 };
const WITH_ERRORS: WordRules = { ...AS_WRITTEN, mostWithErrors: MOST_WORDS };
/** MiniSearch takes microseconds for each match of a word, so it ranks documents only if there are at most so many. */
const MOST_RANKED = 250;
/** What matches are worth: below names as they are written, above names with errors. */
const OF_MANY = { least: 0.45, quality: 0.05 };
const OF_FEW = { least: 0.5, relevance: 0.1 };
const APPROXIMATE = 0.2;
const DOCUMENTS_AT_ONCE = 4;

/** Words of each field of a document, names among them, so that a query may have words of both. */
function wordsByField({ name, aliases = [], fields = {} }: Described): ReadonlyMap<string, readonly string[]> {
  const texts = { ...fields, [NAMES]: [name, ...aliases] };
  return new Map(
    Object.entries(texts).map(([field, value]) => {
      const text = typeof value === 'string' ? value : value.join('\n');
      return [field, foldText(text).words.flatMap(beginningsOf)];
    }),
  );
}

/** The distinct words of a document, each with the weight of its best field. */
function weighedWords(words: Row['words'], weights: FieldWeights, heaviest: number): readonly OwnText[] {
  const best = new Map<string, number>();
  for (const [field, own] of words) {
    const weight = (weights[field] ?? 1) / heaviest;
    for (const word of own) best.set(word, Math.max(weight, best.get(word) ?? 0));
  }
  return Array.from(best, ([text, weight]) => ({ text, weight }));
}

/** All fields of all documents. */
export class FieldIndex {
  readonly #allWords: AllWords;
  readonly #ranking: MiniSearch<Row>;

  private constructor(allWords: AllWords, ranking: MiniSearch<Row>) {
    this.#allWords = allWords;
    this.#ranking = ranking;
  }

  static *of(documents: readonly Described[], weights: FieldWeights): Steps<FieldIndex> {
    const heaviest = Math.max(1, ...Object.values(weights));
    const rows: Row[] = [];
    const texts: (readonly OwnText[])[] = [];
    const fields = new Set<string>();
    for (const [document, each] of documents.entries()) {
      const words = wordsByField(each);
      rows.push({ document, words });
      texts.push(weighedWords(words, weights, heaviest));
      for (const field of words.keys()) fields.add(field);
      if (document % DOCUMENTS_AT_ONCE === 0) yield;
    }
    const allWords = new AllWords(yield* wordIndex(texts));
    return new FieldIndex(allWords, yield* rankingOf(rows, [...fields], weights));
  }

  /** Documents that have all words, or words that begin with them. */
  literal(words: readonly string[], scores: Scores): void {
    this.#allWords.each(words, AS_WRITTEN, (document, quality) => {
      scores.raise(document, OF_MANY.least + OF_MANY.quality * quality);
    });
    if (this.#allWords.visited > MOST_RANKED) return;
    const ranked = this.#ranking.search(words.slice(0, MOST_WORDS).join(' '));
    const best = ranked[0]?.score ?? 1;
    for (const { id, score } of ranked) scores.raise(Number(id), OF_FEW.least + (OF_FEW.relevance * score) / best);
  }

  /** Documents that have all words, or words near them. */
  approximate(words: readonly string[], scores: Scores): void {
    this.#allWords.each(words, WITH_ERRORS, (document, quality) => {
      scores.raise(document, APPROXIMATE * quality);
    });
  }
}

function* rankingOf(rows: readonly Row[], fields: string[], weights: FieldWeights): Steps<MiniSearch<Row>> {
  const ranking = new MiniSearch<Row>({
    idField: 'document',
    fields,
    extractField: (row, field) =>
      field === 'document' ? String(row.document) : (row.words.get(field)?.join(' ') ?? ''),
    tokenize: (words) => words.split(' '),
    processTerm: (term) => term,
    searchOptions: {
      combineWith: 'AND',
      prefix: (term) => term.length >= LEAST_BEGINNING || isUnspaced(term),
      boost: { ...weights },
    },
  });
  for (const [k, row] of rows.entries()) {
    ranking.add(row);
    if (k % DOCUMENTS_AT_ONCE === 0) yield;
  }
  return ranking;
}
