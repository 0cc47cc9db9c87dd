import type { NumberFact } from '../facts/fact.js';
import { isBucket, isEntryTold } from './entry-told.js';
import { entryOf, isOf, type Evidence } from './evidence.js';
import { entryNames, isLabelled, naming } from './measures.js';
import { isNarrowed, isOfOtherCategory, isOfUnnamed, isRankTold } from './counted.js';
import { isMoveOfOther } from './moved.js';
import { isOfComparedMeasure } from './other-sides.js';
import type { Place } from './place.js';
import { isOfOtherPeriod, isOfWrongSide } from './sides.js';
import { stemsIn } from './vocabulary.js';

const LONGEST = 70;
/** What ends the words that belong to a number after it. */
const ENDS =
  /[;:.()]|,\s|\b(?:above|below|higher|lower|than|exceed(?:s|ed)?|trails?|beats?|against|versus|vs|while|whereas|but|between)\b/i;
const OPENS = /[;:]|\b(?:while|whereas|but)\b/gi;
/** "37.4% of AAPL's 760 gaps up filled": the words after 760 are also of 37.4%. */
const OF_NEXT = /^\s?of\b[^,;:.]*$/i;

/**
 * Tools whose measures are known by all names that texts give them. Of others, a number is of the measure that nothing
 * contradicts.
 */
const NAMED_FULLY = new Set(['signal', 'gaps', 'earnings']);

const KINDS: Readonly<Record<string, string>> = { percentage_points: 'percent' };
const kindOf = ({ unit }: NumberFact): string => KINDS[unit] ?? unit;

function wordsBefore({ sentence, quantity, from }: Place): string {
  // "Its score: 55.5" names it.
  const before = sentence.slice(from, quantity.start).replace(/:\s$/, ' ');
  const opening = [...before.matchAll(OPENS)].at(-1);
  return opening === undefined ? before : before.slice(opening.index + opening[0].length);
}

function wordsAfter({ sentence, quantity, next, afterNext }: Place): string {
  const isOfNext = next !== undefined && OF_NEXT.test(sentence.slice(quantity.end, next.start));
  const stop = isOfNext ? (afterNext?.start ?? sentence.length) : (next?.start ?? sentence.length);
  const after = sentence.slice(
    quantity.end,
    Math.min(stop, quantity.end + LONGEST + (isOfNext ? next.end - quantity.end : 0)),
  );
  return after.slice(0, ENDS.exec(after)?.index ?? after.length);
}

/** Directions are of the price only where no other measure is told. */
const isDirectionAlone = (words: ReadonlySet<string>, fact: NumberFact): boolean =>
  fact.label === 'change of the session' &&
  !['price', 'clos', 'session', 'chang', 'trad'].some((word) => words.has(word));

const BOUND_BEFORE =
  /\b(?:above|below|over|under|between|than|reach(?:es|ed|ing)?|of overbought|of oversold)\s(?:about\s)?$|\bbetween\s\d+\s(?:and|to)\s$/i;

const SIDES: Readonly<Record<string, string>> = { up: 'down', down: 'up' };
const otherSide = (label: string): string | null => {
  const side = /\b(?:up|down)\b/.exec(label)?.[0];
  return side === undefined ? null : label.replace(side, SIDES[side] ?? side);
};

const BETWEEN_SIDES = /^(?:[\s,;]|[\d,.]+|\b(?:of|and|its|the|their|gaps?|up|down|filled|same|day)\b)*$/i;

/**
 * "37.4% of its gaps up and 39.9% of its gaps down", "of its 304 gaps down, 30.3%": the measure of the last number of
 * its unit, of the other side, which the words since then name.
 */
function isOfOtherSide({ sentence, quantity, told }: Place, fact: NumberFact): boolean {
  const last = told.filter((each) => each.fact?.unit === fact.unit).at(-1);
  if (!last?.fact || otherSide(last.fact.label) !== fact.label) return false;
  // Any other word may name another measure.
  if (!BETWEEN_SIDES.test(sentence.slice(last.quantity.end, quantity.start))) return false;
  const [own = ''] = /\b(?:up|down)\b/.exec(fact.label) ?? [];
  const after = /^\s(?:of|for|on)\b[^,;:.]*/i.exec(sentence.slice(quantity.end))?.[0] ?? '';
  const sides = (text: string): readonly string[] => text.match(/\b(?:up|down)\b/gi) ?? [];
  const [before, behind] = [sides(sentence.slice(last.quantity.end, quantity.start)), sides(after)];
  const named = behind.length > 0 ? behind[0] : before.at(-1);
  return named?.toLowerCase() === own;
}

/** "Filled in 50.6% of 1,886 cases": what a rate just before it is a rate of. */
function isBaseOfRate({ sentence, from, quantity, previous }: Place, fact: NumberFact): boolean {
  if (
    fact.unit !== 'count' ||
    previous === null ||
    !/^\sof\s(?:the\s|its\s|their\s)?$/i.test(sentence.slice(from, quantity.start))
  )
    return false;
  const rate = /^fill rate(?: of (gaps (?:up|down)))?$/.exec(previous.label);
  return rate !== null && fact.label === (rate[1] ?? 'gaps') && /^\scases\b/i.test(sentence.slice(quantity.end));
}

/** "719 times in 2,514 sessions, that is in 28.6% of them": the share of the first count in the second. */
function isShareTold({ sentence, quantity, told }: Place, fact: NumberFact): boolean {
  if (fact.unit !== 'percent' || !/^\sof them\b/i.test(sentence.slice(quantity.end))) return false;
  const [part, all] = told.filter((each) => each.fact?.unit === 'count').slice(-2);
  if (!part?.fact || !all?.fact || all.fact.value === 0) return false;
  return Math.abs((100 * part.fact.value) / all.fact.value - quantity.value) <= quantity.halfUnit + 1e-9;
}

const LABELLED_BEFORE = /\b(strong buy|strong sell|buy|sell|neutral)(?:\ssignal)?,?\s(?:at|with)\s$/i;

/** "53.7 of 100 (Neutral)", "53.7 (Neutral)": the score, by the label that the signal of the same source has. */
function isScoreOfLabel({ sentence, quantity, evidence }: Place, fact: NumberFact): boolean {
  const label = (/^\s\(([^)]+)\)/.exec(sentence.slice(quantity.end)) ??
    LABELLED_BEFORE.exec(sentence.slice(0, quantity.start)))?.[1]?.toLowerCase();
  if (fact.label !== 'composite score' || label === undefined) return false;
  const words = new Set(stemsIn(sentence));
  const isOther = (each: NumberFact): boolean =>
    each.source.ref === fact.source.ref &&
    each.label !== fact.label &&
    each.unit !== 'usd_per_share' &&
    naming(each, words) > 0;
  if (evidence.numbers.some(isOther)) return false;
  return evidence.labels.some(
    (each) =>
      each.value.toLowerCase() === label &&
      each.source.ref === fact.source.ref &&
      each.subjects.join() === fact.subjects.join(),
  );
}

/** What says that a number is of something else, though its words may name the measure. */
const OF_OTHERS = [isOfOtherPeriod, isOfWrongSide, isOfOtherCategory, isNarrowed, isOfUnnamed, isMoveOfOther];

/** Judges which facts of the owners a number at a place may tell, by what stands around it. */
export function bindingAt(place: Place): (fact: NumberFact) => boolean {
  const { sentence, quantity, previous, owners, evidence } = place;
  const ofOwners = evidence.numbers.filter((fact) => isOf(fact, owners));
  /** The measures that a number may be of instead. */
  const rivalsOf = (fact: NumberFact): readonly NumberFact[] =>
    NAMED_FULLY.has(fact.tool) ? ofOwners : ofOwners.filter(({ tool }) => tool === fact.tool);
  const [before, after] = [new Set(stemsIn(wordsBefore(place))), new Set(stemsIn(wordsAfter(place)))];
  const all = new Set([...before, ...after]);
  const inSentence = new Set(stemsIn(sentence));
  const nameOf = (fact: NumberFact, words: ReadonlySet<string>): number => {
    if (
      isDirectionAlone(words, fact) &&
      previous !== null &&
      previous.measure !== '' &&
      previous.measure !== fact.measure
    )
      return 0;
    const named = naming(fact, words);
    // What is counted is named at the number itself.
    return named === 0 && fact.unit === 'count' ? 0 : named + entryScore(fact, inSentence, evidence);
  };
  const isMore = (fact: NumberFact, words: ReadonlySet<string>): boolean => {
    const score = nameOf(fact, words);
    return (
      score > 0 &&
      rivalsOf(fact).every(
        (other) => kindOf(other) !== kindOf(fact) || other.label === fact.label || nameOf(other, words) <= score,
      )
    );
  };
  const anyNamed = (fact: NumberFact, words: ReadonlySet<string>): boolean =>
    rivalsOf(fact).some((other) => kindOf(other) === kindOf(fact) && nameOf(other, words) > 0);
  // "Net income is 4.94 a share": what stands before "is" says what the number is of.
  const isTold = /\b(?:is|are|was|were|of|at|:)\s(?:about\s|nearly\s)?[^\p{L}]{0,2}$/u.test(
    sentence.slice(0, quantity.start),
  );
  const isOfOther = (fact: NumberFact): boolean =>
    isTold &&
    nameOf(fact, before) === 0 &&
    rivalsOf(fact).some((other) => kindOf(other) !== kindOf(fact) && isLabelled(other, before));
  const isMeasure = (fact: NumberFact): boolean => {
    if (fact.unit === 'year') return true;
    if (fact.unit === 'rank') return isRankTold(place);
    if ([isOfOtherSide, isBaseOfRate, isShareTold, isScoreOfLabel].some((isSo) => isSo(place, fact))) return true;
    if (isOfComparedMeasure(place, fact, rivalsOf(fact))) return true;
    if (fact.label.startsWith('bound of'))
      return BOUND_BEFORE.test(sentence.slice(0, quantity.start)) && (inSentence.has('rsi') || naming(fact, all) > 0);
    // What counts stands after it.
    if (fact.unit === 'count' && anyNamed(fact, after) && isMore(fact, after)) return true;
    if (isOfOther(fact)) return false;
    if (anyNamed(fact, all))
      return isMore(fact, all) || (anyNamed(fact, before) ? isMore(fact, before) : isMore(fact, after));
    if (
      previous !== null &&
      (previous.label === fact.label || (previous.measure !== '' && previous.measure === fact.measure))
    )
      return true;
    return (fact.label === 'price' && previous === null) || !NAMED_FULLY.has(fact.tool);
  };
  // "297,48" is not 297.
  if (/^[.,]\d/.test(sentence.slice(quantity.end))) return () => false;
  return (fact) =>
    isMeasure(fact) && isEntryTold(fact, place, inSentence) && !OF_OTHERS.some((isSo) => isSo(fact, place));
}

/** How many words of its group's name a sentence has; 0 if not all, or if it is in no group. */
function entryScore(fact: NumberFact, inSentence: ReadonlySet<string>, { entries }: Evidence): number {
  const entry = fact.row === null ? undefined : entries.get(entryOf(fact));
  if (entry === undefined || !isBucket(entry)) return 0;
  return Math.max(
    0,
    ...(entryNames(entry) ?? []).map((name) => (name.every((word) => inSentence.has(word)) ? name.length : 0)),
  );
}
