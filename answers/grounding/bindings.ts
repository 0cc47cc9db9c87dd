import type { Fact, NumberFact } from '../facts/fact.js';
import { agreesWith, type DateMention } from './dates.js';
import { entryOf, isOf, type Evidence } from './evidence.js';
import { entryNames, isLabelled, naming } from './measures.js';
import type { Quantity } from './quantities.js';
import { stemsIn } from './vocabulary.js';

/** Where a number stands: what is around it says of which measure, of which entry of a list and of when it is. */
export interface Place {
  readonly sentence: string;
  readonly quantity: Quantity;
  /** Where the number before ends. */
  readonly from: number;
  readonly next: Quantity | undefined;
  readonly afterNext: Quantity | undefined;
  /** The fact that the number before tells, if that is in the same sentence. */
  readonly previous: NumberFact | null;
  readonly owners: readonly string[];
  readonly dates: readonly DateMention[];
  readonly evidence: Evidence;
}

const LONGEST = 70;
/** What ends the words that belong to a number after it. */
const ENDS =
  /[;:.()]|,\s|\b(?:above|below|higher|lower|than|exceed(?:s|ed)?|trails?|beats?|against|versus|vs|while|whereas|but|between)\b/i;
const OPENS = /[;:]|\b(?:while|whereas|but)\b/gi;
/** "37.4% of AAPL's 760 gaps up filled": the words after 760 are also of 37.4%. */
const OF_NEXT = /^\s?of\b[^,;:.]*$/i;

/** Tools whose measures are known by all names that texts give them. Of others, a number is of the measure that nothing contradicts. */
const NAMED_FULLY = new Set(['signal', 'gaps', 'earnings']);

const KINDS: Readonly<Record<string, string>> = { percentage_points: 'percent' };
const kindOf = ({ unit }: NumberFact): string => KINDS[unit] ?? unit;

function wordsBefore({ sentence, quantity, from }: Place): string {
  const before = sentence.slice(from, quantity.start);
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
    return naming(fact, words) + entryScore(fact, inSentence, evidence);
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
    if (fact.unit === 'year' || fact.unit === 'rank') return true;
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
  return (fact) => isMeasure(fact) && isEntryTold(fact, place, inSentence);
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

/** The date or quarter that a sentence tells with a number: right after it, or else the last one before it. */
function periodOf({ sentence, quantity, next, dates }: Place): DateMention | null {
  const after = dates.find(({ start }) => start >= quantity.end && (next === undefined || start < next.start));
  if (
    after !== undefined &&
    /^[^;.]{0,60}$/.test(sentence.slice(quantity.end, after.start)) &&
    /\b(?:in|of|for|on|at|from|reported for|ended)\s(?:the\s)?$/i.test(sentence.slice(0, after.start)) &&
    !/\b(?:and|with)\b/i.test(sentence.slice(quantity.end, after.start))
  )
    return after;
  return dates.filter(({ end }) => end <= quantity.start).at(-1) ?? null;
}

/** Facts that stand for one of several: their dates are of nothing else. */
const OF_ONE = /\b(?:largest|smallest|last|next|first|best|worst|highest|lowest|from)\b|\.(?:next|from|last_on)$/;

const agrees = (mention: DateMention, fact: Fact): boolean =>
  fact.kind === 'date'
    ? mention.quarter === null && agreesWith(mention, fact.value)
    : fact.kind === 'quarter' &&
      mention.month === null &&
      mention.day === null &&
      mention.quarter === fact.quarter &&
      (mention.year === null || mention.year === fact.year);

function isEntryTold(fact: NumberFact, place: Place, inSentence: ReadonlySet<string>): boolean {
  const { sentence, quantity, evidence, owners } = place;
  const period = periodOf(place);
  if (fact.row !== null) {
    const entry =
      evidence.entries
        .get(entryOf(fact))
        ?.filter(
          (each) =>
            each.subjects.length === 0 || isOf(each, owners) || fact.subjects.some((id) => each.subjects.includes(id)),
        ) ?? [];
    const dated = entry.filter(({ kind }) => kind === 'date' || kind === 'quarter');
    const isQuarterly = entry.some(({ kind }) => kind === 'quarter');
    if (period !== null && dated.length > 0) {
      const isSourceDay = period.day !== null && agreesWith(period, fact.source.asOf.slice(0, 10)) && fact.row === 0;
      return isSourceDay || dated.some((each) => agrees(period, each));
    }
    if (isQuarterly)
      return fact.row === 0 || /\bfrom\s(?:about\s)?(?:US)?\$?$/i.test(sentence.slice(0, quantity.start));
    const names = entryNames(entry);
    return (
      names === null ||
      names.some((words) => words.every((word) => inSentence.has(word))) ||
      (fact.subjects.length > 0 && !isBucket(entry))
    );
  }
  if (period === null || period.time !== null) return true;
  if (period.day !== null && agreesWith(period, fact.source.asOf.slice(0, 10))) return true;
  return evidence.dates.some((each) => {
    if (each.source.ref !== fact.source.ref || !isOf(each, owners) || !agrees(period, each)) return false;
    const [one, other] = [each.key, fact.key];
    if (one.startsWith(other) || other.startsWith(one)) return true;
    if (each.row !== null && each.row > 0) return false;
    return !OF_ONE.test(`${each.label} ${each.key}`) || (fact.noun === 'days' && /\bnext\b/.test(each.label));
  });
}

/** Entries that are groups of one subject's own figures: each needs its name. */
const isBucket = (entry: readonly Fact[]): boolean => entry.some(({ label }) => label === 'size');
