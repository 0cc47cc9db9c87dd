import type { AnswerSource } from '../answers.js';
import type { TextFact } from '../facts/fact.js';
import {
  betweenClaims,
  compare,
  comparatorsIn,
  type StatedDifference,
  type StatementClaim,
  type StatementReading,
} from './comparisons.js';
import { agreesWith } from './dates.js';
import { entryOf, isOf } from './evidence.js';
import { entryNames, naming } from './measures.js';
import { superlativeClaims } from './superlatives.js';
import { quotationsIn } from './sentences.js';
import { PLAIN_WORDS, stemOf, stemsIn, WORDS_ABOUT_RESULTS } from './vocabulary.js';

const NEGATION =
  /\b(?:no|not|never|neither|nor|none|nothing|without|cannot|false|untrue|wrong|hardly|barely|zero)\b|n[’']t\b/giu;
/** About what was read, and not about anybody. */
const ABOUT_RESULTS = new RegExp(
  [
    String.raw`^(?:here|this|these|the following)\s(?:is|are)\swhat\sthe\s(?:results?|data|tools?|sources?)\s(?:say|tell|show)s?\W*$`,
    String.raw`^(?:the\s|these\s|no\s)?(?:stored\s)?(?:results?|data|tools?|sources?)\b[^.]*\b(?:(?:do|does|did)\snot|tells?\snothing|cannot)\b`,
    String.raw`^(?:nothing|no\s(?:data|results?|information|figures?))\s(?:is|are|was|were)\s(?:stored|known|told|read|available)\b`,
  ].join('|'),
  'iu',
);

/** Whether the sessions' gap was filled, as a text of a tool says. */
function filledClaim(
  place: { readonly start: number; readonly end: number },
  isNot: boolean,
  reading: StatementReading,
): StatementClaim | null {
  const { sentence, evidence, ownersAt } = reading;
  const which = /\b(last|latest|largest)\b[^.]*\bgap\b/i.exec(sentence)?.[1]?.toLowerCase();
  if (which === undefined) return null;
  const side = /\bup\b/i.test(sentence) ? ' up' : /\bdown\b/i.test(sentence) ? ' down' : '';
  const label = `whether the ${which === 'largest' ? `largest${side}` : 'last'} gap was filled`;
  const fact = evidence.facts.find(
    (each): each is TextFact => each.kind === 'text' && each.label === label && isOf(each, ownersAt(place)),
  );
  return { ...place, sources: fact?.value === (isNot ? 'not filled' : 'filled') ? [fact.source] : null };
}

/**
 * That gaps fill, without their share: as a text of a tool says of one gap, or as many as the share of their number.
 */
function fillClaims(reading: StatementReading): readonly StatementClaim[] {
  const { nameless, numbers, evidence } = reading;
  if (numbers.some(({ fact }) => fact !== null && /^fill rate\b/.test(fact.label))) return [];
  return Array.from(nameless.matchAll(FILLING)).map(({ index, 0: raw }) => {
    const place = { start: index, end: index + raw.length };
    const one = filledClaim(place, false, reading);
    if (one !== null) return one;
    const count = numbers.filter(({ quantity }) => quantity.end <= index).at(-1)?.fact ?? null;
    const rate =
      count?.row === null || count === null
        ? undefined
        : evidence.entries
            .get(entryOf(count))
            ?.find((fact) => fact.label === 'fill rate of this size' && fact.subjects.join() === count.subjects.join());
    const isOne = /\bone of (?:which|them)\s(?:was\s)?$/i.test(nameless.slice(0, index));
    const isRight =
      isOne && count !== null && rate?.kind === 'number' && Math.round((count.value * rate.value) / 100) === 1;
    return { ...place, sources: isRight ? [rate.source] : null };
  });
}

const FILLING = /(?<!\b(?:not|never|be|been)\s|n[’']t\s)\bfill(?:ed|s)?\b(?!\s(?:rate|share))/giu;

/** "It did not rise: it fell 4.3%", where the number tells what it did instead. */
const NO_MOVE = /^\s(rise|gain|climb|advance|fall|drop|decline|slip)\s?[:;,]\s(?:it|but)\b/i;

function negationClaims(reading: StatementReading): readonly StatementClaim[] {
  const { sentence, nameless, evidence, numbers, ownersAt } = reading;
  return Array.from(nameless.matchAll(NEGATION)).flatMap(({ index, 0: raw }): readonly StatementClaim[] => {
    const place = { start: index, end: index + raw.length };
    const after = sentence.slice(place.end, place.end + 60);
    const owners = ownersAt(place);
    if (/^(?:not|never|n[’']t)$/i.test(raw) && /^\s(?:be\s|been\s)?fill/i.test(after)) {
      const share = numbers.find(
        ({ quantity, fact }) => fact !== null && /^fill rate/.test(fact.label) && quantity.unit === 'percent',
      );
      const own = share?.fact?.source;
      return own === undefined
        ? [filledClaim(place, true, reading) ?? { ...place, sources: null }]
        : [{ ...place, sources: [own] }];
    }
    const verb = NO_MOVE.exec(after)?.[1]?.toLowerCase();
    if (/^(?:not|n[’']t)$/i.test(raw) && verb !== undefined && /\bdid\s?$/i.test(sentence.slice(0, index))) {
      const told = numbers.flatMap(({ fact, quantity }) => (quantity.start >= place.end ? [fact] : []));
      const [change] = told;
      const sign = /^(?:rise|gain|climb|advance)$/.test(verb) ? 1 : -1;
      const isSo =
        told.length === 1 &&
        change?.isChange === true &&
        change.measure === 'price' &&
        naming(change, new Set(stemsIn(sentence))) > 0 &&
        isOf(change, owners) &&
        owners.length === 1 &&
        Math.sign(change.value) === -sign &&
        reading.mentions.every(({ start }) => start < place.start);
      return [{ ...place, sources: isSo ? [change.source] : null }];
    }
    if (/^(?:not|neither)$/i.test(raw) && /^\s(?:over|under)?(?:bought|sold|overbought|oversold)/i.test(after))
      return [];
    if (/^nor$/i.test(raw) && /\bneither\s+over(?:bought|sold)\s+$/i.test(sentence.slice(0, index))) return [];
    if (/^(?:no|zero)$/i.test(raw)) {
      const words = new Set(stemsIn(after.split(/[,;.]/)[0] ?? ''));
      const counts = evidence.numbers.filter(
        (fact) => fact.unit === 'count' && isOf(fact, owners) && words.has(stemOf(fact.noun)),
      );
      const scored = counts
        .map((fact) => {
          const names = fact.row === null ? null : entryNames(evidence.entries.get(entryOf(fact)) ?? []);
          const own =
            names === null
              ? naming(fact, words)
              : Math.max(0, ...names.map((name) => (name.every((word) => words.has(word)) ? name.length + 1 : 0)));
          return { fact, own };
        })
        .sort((one, other) => other.own - one.own);
      const [best] = scored;
      return [
        { ...place, sources: best !== undefined && best.own > 0 && best.fact.value === 0 ? [best.fact.source] : null },
      ];
    }
    return [{ ...place, sources: null }];
  });
}

/** "Overbought" and "oversold", as Wilder's bounds have them. */
function boundClaims({ sentence, nameless, evidence, ownersAt, numbers }: StatementReading): readonly StatementClaim[] {
  return Array.from(nameless.matchAll(/\b(overbought|oversold)\b/giu)).flatMap(
    ({ index, 0: raw }): readonly StatementClaim[] => {
      const place = { start: index, end: index + raw.length };
      const before = sentence.slice(0, index);
      const owners = ownersAt(place);
      const isOver = /overbought/i.test(raw);
      const bound = evidence.numbers.find(
        (fact) => fact.label === `bound of ${raw.toLowerCase()}` && isOf(fact, owners),
      );
      if (/\bbound of\s(?:the\s)?$/i.test(before) && numbers.some(({ fact }) => fact === bound)) return [];
      const rsi = evidence.numbers.find((fact) => fact.label === 'RSI' && isOf(fact, owners));
      if (rsi === undefined || bound === undefined) return [{ ...place, sources: null }];
      const isNot = /\b(?:not|neither|nor)\s$/i.test(before);
      const isSo = isOver ? rsi.value > bound.value : rsi.value < bound.value;
      return [{ ...place, sources: isSo !== isNot ? [rsi.source] : null }];
    },
  );
}

const FUTURE =
  /\b(?:will|shall|should|would|could|may|might|expected|expects?|likely|forecast|due|estimated|next|upcoming|tomorrow)\b/giu;
const OF_FUTURE = /\b(?:next|expected|estimated?|forecast|target|implied|upcoming|simulated|projected)\b/i;

/** The tool that tells what regular purchases would have become. */
const SUPPOSING = 'dca';

/** What is to come must be a fact that tells of it. */
function futureClaims({ nameless, numbers, evidence, dates, ownersAt }: StatementReading): readonly StatementClaim[] {
  return Array.from(nameless.matchAll(FUTURE)).flatMap(({ index, 0: raw }): readonly StatementClaim[] => {
    const place = { start: index, end: index + raw.length };
    // The month of May.
    if (dates.some(({ start, end }) => start <= place.start && end >= place.end)) return [];
    const owners = ownersAt(place);
    if (/^would$/i.test(raw)) {
      const supposed = numbers.flatMap(({ fact }) => (fact?.tool === SUPPOSING ? [fact.source] : []));
      const isSupposed =
        supposed.length === numbers.length && !/^\s(?:not|have\sto|need)\b/i.test(nameless.slice(place.end));
      return [{ ...place, sources: supposed.length > 0 && isSupposed ? supposed : null }];
    }
    const others = numbers.filter(({ fact }) => fact !== null && !OF_FUTURE.test(fact.label));
    const told = evidence.facts.filter((fact) => OF_FUTURE.test(fact.label) && isOf(fact, owners));
    const isTold = others.length === 0 && told.length > 0 && numbers.length + dates.length > 0;
    return [{ ...place, sources: isTold ? told.slice(0, 1).map(({ source }) => source) : null }];
  });
}

/** Words that no measure, label or value of the facts has and that are no plain words: what they state is not known. */
function wordClaims(reading: StatementReading, isOfResults: boolean): readonly StatementClaim[] {
  const { sentence, nameless, plain, evidence, numbers, dates, ownersAt } = reading;
  const isComputed = /\d\s?[/÷]\s?\$?\d[^=]*=/.test(sentence);
  const spans = [...numbers.map(({ quantity }) => quantity), ...dates];
  const isHidden = (start: number, end: number): boolean =>
    spans.some((span) => start >= span.start && end <= span.end);
  const values = evidence.labels.map((fact) => ({ fact, stems: stemsIn(fact.value.replace(/\s*\([^)]*\)/g, '')) }));
  const all = new Set(stemsIn(sentence));
  return Array.from(nameless.matchAll(/[\p{L}\p{N}][\p{L}\p{N}’']*/gu)).flatMap(
    ({ index, 0: raw }): readonly StatementClaim[] => {
      const place = { start: index, end: index + raw.length };
      if (isHidden(place.start, place.end)) return [];
      const stem = stemOf(raw);
      // Digits that no check has read, other than those of a label.
      if (/\p{N}/u.test(raw) && !/^_+$/.test(plain.slice(place.start, place.end))) return [{ ...place, sources: null }];
      if (/^\p{N}+$/u.test(raw) || PLAIN_WORDS.has(stem) || evidence.words.has(stem)) return [];
      if (isOfResults && WORDS_ABOUT_RESULTS.has(stem)) return [];
      if (CHECKED_WORDS.test(raw)) return [];
      if (isComputed && stem === 'margin') return [];
      if (stem === 'year' && A_YEAR_BEFORE.test(sentence)) return [];
      const part = PART_OF_MONTH[raw.toLowerCase()];
      if (part !== undefined) return [{ ...place, sources: isInPart(part, place.end, reading) ? [] : null }];
      // A value of somebody's own, and all of it.
      const owners = ownersAt(place);
      const value = values.find(
        ({ fact, stems }) => isOf(fact, owners) && stems.includes(stem) && stems.every((each) => all.has(each)),
      );
      if (value === undefined) return [{ ...place, sources: null }];
      const isFactor = /^(?:bullish|bearish)$/i.test(raw);
      return [
        {
          ...place,
          sources:
            isFactor && !stemsIn(value.fact.label).some((word) => word.length > 3 && all.has(word))
              ? null
              : [value.fact.source],
        },
      ];
    },
  );
}
/** "A year before", which names no period of its own. */
const A_YEAR_BEFORE = /\b(?:a|one) year (?:before|earlier|ago)\b|\byear[- ](?:on|over)[- ]year\b/i;
/** Days that the beginning, the middle and the end of a month have. */
const PART_OF_MONTH: Readonly<Record<string, readonly [number, number]>> = {
  early: [1, 10],
  mid: [11, 20],
  late: [21, 31],
};

function isInPart(
  [first, last]: readonly [number, number],
  at: number,
  { dates, evidence, ownersAt }: StatementReading,
): boolean {
  const date = dates.find(({ start }) => start >= at && start <= at + 2);
  if (date === undefined) return false;
  return evidence.dates.some((fact) => {
    if (fact.kind !== 'date' || !isOf(fact, ownersAt(date)) || !agreesWith(date, fact.value)) return false;
    const day = Number(fact.value.slice(8));
    return day >= first && day <= last;
  });
}

/** Words that another check reads. */
const CHECKED_WORDS = new RegExp(
  `^(?:${[
    'above|higher|more|greater|larger|bigger|stronger|exceed(?:s|ed)?|beats?|tops?|leads?|ahead|faster|better|outperform(?:s|ed)?|outscores?|later',
    'below|lower|less|fewer|smaller|weaker|trails?|lags?|behind|under|slower|worse|underperform(?:s|ed)?|short|earlier|before',
    'same|equals?|identical|match(?:es)?|between|overbought|oversold|no|not|neither|nor|never|without',
    'highest|lowest|largest|biggest|smallest|strongest|weakest|best|worst|greatest|will|should|would|expected|due|likely|estimated|next|upcoming',
  ].join('|')})$`,
  'iu',
);

interface QuotedText {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly sources: readonly AnswerSource[];
}

/** Whole texts of tools that a sentence quotes, with all their sources. */
export const quotedTexts = (text: string, { evidence }: StatementReading): readonly QuotedText[] =>
  quotationsIn(text).flatMap(({ start, end, content }) => {
    const sources = evidence.facts.flatMap((fact) =>
      fact.kind === 'text' && fact.value === content ? [fact.source] : [],
    );
    return sources.length === 0 ? [] : [{ text: content, start, end, sources }];
  });

/** What a sentence states beside its numbers, dates, directions and labels. */
export const isAboutResults = ({ sentence, numbers, dates }: StatementReading): boolean =>
  numbers.length === 0 && dates.length === 0 && ABOUT_RESULTS.test(sentence.trim());

export function statementClaims(reading: StatementReading): {
  readonly claims: readonly StatementClaim[];
  readonly differences: readonly StatedDifference[];
} {
  if (isAboutResults(reading)) return { claims: wordClaims(reading, true), differences: [] };
  const compared = comparatorsIn(reading.nameless)
    .filter(({ word, start }) => word !== 'more' || !/%\sand\s$/.test(reading.nameless.slice(0, start)))
    .filter(
      ({ word, end }) =>
        !/^(?:before|earlier|later)$/.test(word) || /^\s(?:than\b|_)/.test(reading.nameless.slice(end)),
    )
    .map((comparator) => compare(comparator, reading));
  const claims = [
    ...compared.map(({ claim }) => claim),
    ...betweenClaims(reading),
    ...superlativeClaims(reading),
    ...negationClaims(reading),
    ...boundClaims(reading),
    ...futureClaims(reading),
    ...fillClaims(reading),
    ...wordClaims(reading, false),
  ];
  return { claims, differences: compared.flatMap(({ difference }) => difference ?? []) };
}
