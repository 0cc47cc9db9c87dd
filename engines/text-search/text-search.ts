import { FieldIndex, type Fields, type FieldWeights } from './field-index.js';
import { foldText, type FoldedText } from './folded-text.js';
import { NameIndex } from './name-index.js';
import { Scores } from './scores.js';
import { byText, runSteps, sorted, type Steps } from './steps.js';

/** What is found: its names, and texts about it by field. Ids are unique. */
export interface SearchDocument {
  readonly id: string;
  readonly name: string;
  readonly aliases?: readonly string[];
  readonly slug?: string;
  readonly fields?: Fields;
}

/** An index of documents as they were; it does not change. */
export interface TextIndex {
  /** By name, then id. */
  readonly ids: readonly string[];
  readonly names: NameIndex;
  readonly fields: FieldIndex;
  readonly scores: Scores;
}

export interface SearchMatch {
  readonly id: string;
  /** From 0 to 1: 1 is a name itself. Comparable within one search. */
  readonly score: number;
}

export interface SearchResults {
  /** The best first; of equal ones by name, then id. */
  readonly matches: readonly SearchMatch[];
  /** All that match, on whatever page. */
  readonly total: number;
  /** Whether nothing matches as it is written, so that these are near or contain it. */
  readonly isApproximate: boolean;
}

/** Characters of a query that count. */
const LONGEST_QUERY = 100;
const LEGAL_ENDS: ReadonlySet<string> = new Set(
  'inc incorporated corp corporation co company ltd limited plc llc lp gmbh ag sa nv ab'.split(' '),
);

const NOTHING: SearchResults = { matches: [], total: 0, isApproximate: false };

/** An index in steps. */
export function* textIndexSteps(documents: readonly SearchDocument[], weights: FieldWeights = {}): Steps<TextIndex> {
  const ordered = yield* sorted(documents, (one, other) => byText(one.name, other.name) || byText(one.id, other.id));
  return {
    ids: ordered.map(({ id }) => id),
    names: yield* NameIndex.of(ordered),
    fields: yield* FieldIndex.of(ordered, weights),
    scores: new Scores(ordered.length),
  };
}

/** An index at once; the order of the documents does not matter. */
export function createTextIndex(documents: readonly SearchDocument[], weights: FieldWeights = {}): TextIndex {
  return runSteps(textIndexSteps(documents, weights));
}

/** A query without the legal ends of a name; null if it has none. */
function withoutLegalEnds({ words }: FoldedText): FoldedText | null {
  const end = words.findLastIndex((word) => !LEGAL_ENDS.has(word)) + 1;
  if (end === 0 || end === words.length) return null;
  const rest = words.slice(0, end);
  return { words: rest, squashed: rest.join('') };
}

function findLiteral({ names, fields, scores }: TextIndex, query: FoldedText, core: FoldedText | null): void {
  names.literal(query, scores);
  if (core !== null) names.exactCore(core, scores);
  fields.literal(query.words, scores);
}

function findApproximate({ names, fields, scores }: TextIndex, query: FoldedText, core: FoldedText | null): void {
  names.approximate(query, scores);
  if (core !== null) {
    names.literal(core, scores);
    names.approximate(core, scores);
  }
  if (scores.isEmpty) fields.approximate(query.words, scores);
}

/** The documents that a query means, at most `limit` of them; null for a blank query, which is no search. */
export function search(index: TextIndex, q: string, limit = Number.POSITIVE_INFINITY): SearchResults | null {
  if (q.trim() === '') return null;
  const query = foldText(q.trim().slice(0, LONGEST_QUERY));
  if (query.squashed === '') return NOTHING;
  const core = withoutLegalEnds(query);
  findLiteral(index, query, core);
  const isApproximate = index.scores.isEmpty;
  if (isApproximate) findApproximate(index, query, core);
  const { ranked, total } = index.scores.take(limit);
  const matches = ranked.map(({ document, score }) => ({ id: index.ids[document] ?? '', score }));
  return { matches, total, isApproximate: isApproximate && total > 0 };
}
