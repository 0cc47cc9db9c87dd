import type { Fact, NumberFact } from '../facts/fact.js';
import type { StatementClaim, StatementReading } from './comparisons.js';
import { isOf, type Evidence } from './evidence.js';
import { extremeOfGroup } from './groups.js';
import { stemOf, stemsIn } from './vocabulary.js';

/** Whether a place is within a phrase of which it is known that it states nothing. */
const isPhrase = (
  { plain }: StatementReading,
  { start, end }: { readonly start: number; readonly end: number },
): boolean => /^_+$/.test(plain.slice(start, end));

const FACTORS = new Set(['technical', 'momentum', 'fundamentals', 'microstructure', 'options flow']);
const SUPERLATIVE =
  /\b(?:highest|lowest|largest|biggest|smallest|strongest|weakest|best|worst|greatest|most|least|majority|minority|top|record|all-time|first|1st|leader|leading|nearly all|ever|always|every|all)\b/giu;
/** Tools whose entries are ranked. */
const RANKED = new Set([
  'screener',
  'period_ranking',
  'sector_ranking',
  'indicator_screen',
  'ipo_ranking',
  'private_ranking',
  'investors',
  'investor_fit',
  'private_companies',
]);

const HIGH = /^(?:highest|largest|biggest|greatest|most)$/i;
const LOW = /^(?:lowest|smallest|least)$/i;
const FIRST = /^(?:strongest|weakest|best|worst|top|first|1st|leader|leading)$/i;

/**
 * Whether a figure of a ranking may be called so: only of its first entry is known that none is above it, or below it
 * in one from the lowest on. Other words, such as "all", are not of one entry.
 */
function isSoRanked(word: string, fact: NumberFact, { numbers }: Evidence): boolean {
  if (!HIGH.test(word) && !LOW.test(word) && !FIRST.test(word)) return true;
  if (fact.row !== null && fact.row > 0) return false;
  // How many a ranking has is no figure of it.
  if (fact.row === null && fact.unit === 'count') return false;
  const sign = HIGH.test(word) ? 1 : LOW.test(word) ? -1 : 0;
  return numbers.every(
    (other) =>
      other.tool !== fact.tool ||
      other.source.ref !== fact.source.ref ||
      other.label !== fact.label ||
      (fact.value - other.value) * sign >= 0,
  );
}

const ORDER =
  /\bfrom (?:(highest|best|largest|strongest) to (?:lowest|worst|smallest|weakest)|(?:lowest|worst|smallest|weakest) to (?:highest|best|largest|strongest))\b/giu;

/**
 * "From highest to lowest: 57.59, 56.24 and 42.06": the numbers of one measure that follow must be in this order. Null
 * at another place.
 */
function orderClaim(
  place: { readonly start: number; readonly end: number },
  { nameless, numbers }: StatementReading,
): StatementClaim | null {
  const order = Array.from(nameless.matchAll(ORDER)).find(
    ({ index, 0: raw }) => place.start >= index && place.end <= index + raw.length,
  );
  if (order === undefined) return null;
  const told = numbers
    .filter(({ quantity, fact }) => quantity.start >= place.end && fact !== null)
    .map(({ fact }) => fact as NumberFact);
  const [first] = told;
  const sign = order[1] === undefined ? 1 : -1;
  const isOrdered = told.every(
    ({ label, value }, at) =>
      label === first?.label && (at === 0 || Math.sign(value - (told[at - 1]?.value ?? value)) * sign >= 0),
  );
  return { ...place, sources: isOrdered && told.length > 1 ? told.map(({ source }) => source) : null };
}

const CLAUSE = /[;:]|,\s(?:and|but|while|whereas)\b|\b(?:while|whereas|but)\b/iu;

/** The figure that a superlative is said of: the first one after it in its part of the sentence, or the last before. */
function factNear(
  { start, end }: { readonly start: number; readonly end: number },
  { sentence, numbers }: StatementReading,
): NumberFact | null {
  const to = end + (sentence.slice(end).split(CLAUSE)[0] ?? '').length;
  const told = numbers.filter(({ fact }) => fact !== null && fact.unit !== 'count');
  const after = told.find(({ quantity }) => quantity.start >= end && quantity.start < to);
  return (after ?? told.filter(({ quantity }) => quantity.end <= start).at(-1))?.fact ?? null;
}

/** What is said to be the highest, the first, always so, or in an order. */
export function superlativeClaims(reading: StatementReading): readonly StatementClaim[] {
  const { sentence, nameless, evidence, numbers, ownersAt } = reading;
  return Array.from(nameless.matchAll(SUPERLATIVE)).flatMap(({ index, 0: raw }): readonly StatementClaim[] => {
    const place = { start: index, end: index + raw.length };
    if (/^first$/i.test(raw) && isPhrase(reading, place)) return [];
    const order = orderClaim(place, reading);
    if (order !== null) return [order];
    const word = stemOf(raw);
    const inLabel = (fact: Fact): boolean =>
      stemsIn(fact.label).includes(word) || fact.terms.some((term) => stemsIn(term).includes(word));
    // The weakest month's mean is also told as that of January.
    const isSameFigure = (one: NumberFact, other: NumberFact): boolean =>
      one.value === other.value &&
      one.unit === other.unit &&
      one.source.ref === other.source.ref &&
      one.subjects.join() === other.subjects.join();
    const figure = factNear(place, reading);
    const isExtreme = extremeOfGroup(raw, figure, reading);
    if (isExtreme !== null) return [{ ...place, sources: isExtreme && figure !== null ? [figure.source] : null }];
    const told = numbers.flatMap(({ fact }) =>
      fact !== null &&
      ((RANKED.has(fact.tool) && isSoRanked(raw, fact, evidence)) ||
        inLabel(fact) ||
        evidence.numbers.some((other) => inLabel(other) && isSameFigure(fact, other)))
        ? [fact.source]
        : [],
    );
    if (told.length > 0) return [{ ...place, sources: told }];
    const named = evidence.facts.find(
      (fact) => fact.kind !== 'number' && fact.label.includes(raw.toLowerCase()) && isOf(fact, ownersAt(place)),
    );
    if (named !== undefined && numbers.length === 0) return [{ ...place, sources: [named.source] }];
    if (
      /strongest|highest|best|weakest|lowest|worst/i.test(raw) &&
      figure !== null &&
      FACTORS.has(figure.label) &&
      /\bfactors?\b/i.test(sentence)
    ) {
      const all = evidence.numbers
        .filter((fact) => FACTORS.has(fact.label) && fact.subjects.join() === figure.subjects.join())
        .map(({ value }) => value);
      const extreme = /strongest|highest|best/i.test(raw) ? Math.max(...all) : Math.min(...all);
      return [{ ...place, sources: figure.value === extreme ? [figure.source] : null }];
    }
    return [{ ...place, sources: null }];
  });
}
