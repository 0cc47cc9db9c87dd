import type { DateFact, Fact, NumberFact, QuarterFact, Subject, TextFact } from '../facts/fact.js';
import { stemsIn } from './vocabulary.js';
import { namePatterns, type NameFinder, type NamePatterns } from './subject-mentions.js';

/** What a text may tell. */
export interface Evidence {
  readonly numbers: readonly NumberFact[];
  readonly dates: readonly (DateFact | QuarterFact)[];
  /** Words of this server's own that may be the label of a signal. */
  readonly labels: readonly TextFact[];
  /** Days of the sources, each of the facts that are from it. */
  readonly sourceDays: readonly DateFact[];
  /** Times of day, `HH:MM`. */
  readonly times: ReadonlySet<string>;
  /** Texts that may be quoted word for word. */
  readonly quotable: ReadonlySet<string>;
  /**
   * Texts of this server's own that are statements of some words, longest first; sentences may say them word for word.
   */
  readonly ownTexts: readonly { readonly fact: TextFact; readonly lower: string; readonly pattern: RegExp }[];
  /** Phrases with digits that state nothing. */
  readonly phrases: readonly string[];
  readonly names: NamePatterns;
  /** Ids of whom there are facts about. */
  readonly subjects: readonly string[];
  readonly facts: readonly Fact[];
  /** Facts of one entry of a list, by `entryOf`. */
  readonly entries: ReadonlyMap<string, readonly Fact[]>;
  /** Common forms of the words of all labels and other words for measures. */
  readonly words: ReadonlySet<string>;
}

/** Names of measures, forms and indices that have digits, and the scale of scores. */
const PHRASES = [
  'S&P 500',
  'Nasdaq 100',
  'Nasdaq-100',
  'Russell 2000',
  '13F',
  'form 13F',
  'forms 13F',
  '8-K',
  '10-K',
  '10-Q',
  'form 4',
  'form D',
  '24/7',
  '0 to 100',
  '0-100',
  '0 and 100',
  'one of',
  'SMA 20',
  'SMA 50',
  'SMA 200',
  'RSI(14)',
  'RSI 14',
  'first half',
  'second half',
  'at first',
  'first session',
  'first day',
  'first part',
  'first of',
  'twelve months',
  'three months',
  '95% interval',
  '95% value at risk',
];

/** Has digits, or a number in words. */
const NUMBERED =
  /\d|\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|first|second|third|fourth|fifth)\b/i;

/** A time of day is read as a date is. */
const TIME = /^\d{2}:\d{2}$/;

/** Fewer words than that are a name or a label. */
const LEAST_WORDS = 3;

function ownTextsOf(facts: readonly Fact[]): Evidence['ownTexts'] {
  return (
    facts
      .filter((fact) => fact.kind === 'text')
      // A size names the numbers of its row, which are read by it.
      .filter(
        ({ isUntrusted, label, value }) =>
          !isUntrusted && label !== 'size' && value.trim().split(/\s+/).length >= LEAST_WORDS,
      )
      .sort((one, other) => other.value.length - one.value.length)
      .map((fact) => {
        const text = fact.value.replace(/\.$/, '');
        const escaped = text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
        return {
          fact,
          lower: text.toLowerCase(),
          pattern: new RegExp(`(?<![\\p{L}\\p{N}])${escaped}(?![\\p{L}\\p{N}])`, 'giu'),
        };
      })
  );
}

/** Which entry of which result a fact belongs to. */
export const entryOf = ({ tool, source, row }: Fact): string => JSON.stringify([tool, source.ref, row]);

function entriesOf(facts: readonly Fact[]): ReadonlyMap<string, readonly Fact[]> {
  const entries = new Map<string, Fact[]>();
  for (const fact of facts) {
    if (fact.row === null) continue;
    const key = entryOf(fact);
    const known = entries.get(key);
    if (known === undefined) entries.set(key, [fact]);
    else known.push(fact);
  }
  return entries;
}

/** Facts of an entry are also of whom the entry names: an analyst's firm has the target that it set. */
function withNamed(facts: readonly Fact[], known: NameFinder): readonly Fact[] {
  const named = new Map<string, Set<string>>();
  for (const fact of facts) {
    if (fact.kind !== 'text' || fact.isUntrusted || fact.row === null) continue;
    for (const { ids } of known(fact.value)) {
      const entry = named.get(entryOf(fact)) ?? new Set();
      for (const id of ids) entry.add(id);
      named.set(entryOf(fact), entry);
    }
  }
  return facts.map((fact) => {
    const others = fact.row === null || fact.subjects.length === 0 ? undefined : named.get(entryOf(fact));
    return others === undefined ? fact : { ...fact, subjects: [...new Set([...fact.subjects, ...others])] };
  });
}

const sourceDayOf = ({ tool, key, subjects, row, source }: Fact): DateFact => ({
  kind: 'date',
  tool,
  key,
  subjects,
  row,
  label: 'time of the data',
  terms: [],
  source,
  value: source.asOf.slice(0, 10),
});

/**
 * Prepares facts for checking texts; `subjects` has the names that texts call what the facts are about, and `known`
 * finds the names of everybody else.
 */
export function evidenceOf(told: readonly Fact[], subjects: readonly Subject[], known: NameFinder): Evidence {
  const facts = withNamed(told, known);
  const withNumbers = facts.flatMap(({ label, terms }) => [label, ...terms]).filter((phrase) => NUMBERED.test(phrase));
  const texts = facts.flatMap((fact) => (fact.kind === 'text' ? [fact.value] : []));
  const own = facts.flatMap((fact) =>
    fact.kind === 'text' && !fact.isUntrusted ? [fact.value.replace(/\.$/, '')] : [],
  );
  return {
    numbers: facts.filter((fact) => fact.kind === 'number'),
    dates: facts.filter((fact) => fact.kind === 'date' || fact.kind === 'quarter'),
    labels: facts.filter((fact) => fact.kind === 'text').filter(({ isUntrusted }) => !isUntrusted),
    sourceDays: facts.map(sourceDayOf),
    times: new Set(texts.flatMap((text) => text.match(/\b\d{2}:\d{2}\b/g) ?? [])),
    quotable: new Set(texts),
    ownTexts: ownTextsOf(facts),
    phrases: [
      ...new Set([...PHRASES, ...withNumbers, ...own.filter((text) => NUMBERED.test(text) && !TIME.test(text))]),
    ],
    names: namePatterns(subjects, known),
    subjects: [...new Set(facts.flatMap((fact) => fact.subjects))],
    facts,
    entries: entriesOf(facts),
    words: new Set(facts.flatMap(({ label, terms }) => [label, ...terms]).flatMap(stemsIn)),
  };
}

/** Whether a fact may be told of one of these: one without a subject may be told of any, and any if none is named. */
export function isOf(fact: { readonly subjects: readonly string[] }, owners: readonly string[]): boolean {
  return owners.length === 0 || fact.subjects.length === 0 || fact.subjects.some((id) => owners.includes(id));
}
