import type { NumberFact } from '../facts/fact.js';
import { entryOf } from './evidence.js';
import type { Place } from './place.js';
import { HIDDEN } from './sentences.js';
import { PLAIN_WORDS, stemOf, stemsIn } from './vocabulary.js';

/** Names of counts of the same things by category: 5 kept, 3 missed. */
function categoriesOf(fact: NumberFact, { evidence }: Place): readonly string[] {
  const same = evidence.numbers.filter(
    ({ tool, source, unit, row, noun }) =>
      tool === fact.tool && source.ref === fact.source.ref && unit === 'count' && row === null && noun === fact.noun,
  );
  const labels = [...new Set(same.map(({ label }) => label))];
  const noun = stemOf(fact.noun);
  return labels.filter((label) => !stemsIn(label).includes(noun));
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
const BEFORE = String.raw`\s?:?\s(?:back\s)?(?:about\s|only\s|nearly\s|just\s)?$`;
const CLAUSE_END = /[;.:]|,\s(?:and|but|while)\b|\b(?:and|but|while)\b/iu;

/** The category that a count is told under: the word right before it, or else the first one after it. */
function categoryAt({ sentence, quantity }: Place, categories: readonly string[], isTotal: boolean): string | null {
  const before = sentence.slice(0, quantity.start);
  const found = categories.find((label) => new RegExp(`\\b${escaped(label)}${BEFORE}`, 'iu').test(before));
  if (found !== undefined || isTotal) return found ?? null;
  const after = sentence.slice(quantity.end).split(CLAUSE_END)[0] ?? '';
  const named = categories
    .map((label) => ({ label, at: after.search(new RegExp(`\\b${escaped(label)}\\b`, 'iu')) }))
    .filter(({ at }) => at >= 0)
    .sort((one, other) => one.at - other.at);
  return named[0]?.label ?? null;
}

/** Whether a count is told under the category of another one: "missed 10" of 10 that were kept. */
export function isOfOtherCategory(fact: NumberFact, place: Place): boolean {
  if (fact.unit !== 'count' || fact.noun === '' || fact.row !== null) return false;
  const categories = categoriesOf(fact, place);
  if (categories.length < 2) return false;
  const isTotal = !categories.includes(fact.label);
  const told = categoryAt(place, categories, isTotal);
  return told !== null && told !== fact.label;
}

/** Whether a word between a count and its noun is of another measure: "11 winning trades" of 11 trades. */
export function isNarrowed(fact: NumberFact, { sentence, quantity, evidence }: Place): boolean {
  if (fact.unit !== 'count' || fact.noun === '') return false;
  const noun = stemOf(fact.noun);
  const words = stemsIn(/^[^;:.,()\d]{0,40}/.exec(sentence.slice(quantity.end))?.[0] ?? '');
  const own = new Set([fact.label, ...fact.terms].flatMap(stemsIn));
  const at = words.indexOf(noun);
  return words
    .slice(0, Math.max(0, at))
    .some(
      (word) =>
        !own.has(word) &&
        !PLAIN_WORDS.has(word) &&
        evidence.numbers.some(({ tool, label }) => tool === fact.tool && stemsIn(label).includes(word)),
    );
}

/** What is left of a quotation, whose text is hidden. */
const QUOTED_NAME = HIDDEN.repeat(5);

/** Whether a figure of one manager is told without one, by its name, in a quotation or as the largest. */
export function isOfUnnamed(fact: NumberFact, { sentence, evidence }: Place): boolean {
  if (fact.row === null || !/ of the manager$/.test(fact.label)) return false;
  const words = new Set(stemsIn(sentence));
  const names = (evidence.entries.get(entryOf(fact)) ?? []).flatMap((each) =>
    each.kind === 'text' && each.label === 'manager' ? [stemsIn(each.value.replace(/\s*\([^)]*\)/g, ''))] : [],
  );
  const isNamed = names.some((name) => name.every((word) => words.has(word)));
  return !isNamed && !sentence.includes(QUOTED_NAME) && !(fact.row === 0 && /\blargest\b/i.test(sentence));
}

/** What may stand before a rank that is no ordinal. */
const RANK = /(?:\b(?:rank(?:s|ed)?|places?|numbers?|positions?|no\.)\s(?:is\s|of\s|at\s|in\s)?#?|#)$/i;

/** Whether a number may be a rank: an ordinal, or one that is called so. */
export const isRankTold = ({ sentence, quantity }: Place): boolean =>
  quantity.unit === 'ordinal' || RANK.test(sentence.slice(0, quantity.start));
