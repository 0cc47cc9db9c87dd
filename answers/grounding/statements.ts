import type { AnswerSource } from '../answers.js';
import type { DateFact, TextFact } from '../facts/fact.js';
import {
  betweenClaims,
  compare,
  comparatorsIn,
  type StatedDifference,
  type StatementClaim,
  type StatementReading,
} from './comparisons.js';
import { agreesWith, type DateMention } from './dates.js';
import { entryOf, isOf, type Evidence } from './evidence.js';
import { entryNames, naming } from './measures.js';
import { onlyClaims } from './groups.js';
import { listedAverageClaims } from './listed-averages.js';
import { orderClaims, type OrderClaim } from './orders.js';
import { plainClaims } from './plain-claims.js';
import { roleClaims } from './roles.js';
import { stateClaims } from './states.js';
import { superlativeClaims } from './superlatives.js';
import { quotationsIn } from './sentences.js';
import { stemOf, stemsIn } from './vocabulary.js';
import { wordClaims } from './word-claims.js';

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
  /\b(?:will|shall|should|would|could|may|might|expected|expects?|likely|forecast|due|estimated|next|upcoming|tomorrow|set\sto)\b/giu;
const OF_FUTURE = /\b(?:next|expected|estimated?|forecast|target|implied|upcoming|simulated|projected)\b/i;

/** The tool that tells what regular purchases would have become. */
const SUPPOSING = 'dca';

/** The calendar's event whose day a sentence tells: the first one of its name, after the day of the calendar. */
function eventOf(dates: readonly DateMention[], evidence: Evidence): DateFact | null {
  const days = evidence.dates.filter((fact): fact is DateFact => fact.kind === 'date' && fact.key === 'catalysts.on');
  const nameOf = (fact: DateFact): string | undefined => {
    const title = evidence.entries.get(entryOf(fact))?.find(({ key }) => key === 'catalysts.title');
    return title?.kind === 'text' ? title.value : undefined;
  };
  const told = days.find((fact) => dates.some((mention) => mention.day !== null && agreesWith(mention, fact.value)));
  const isFirst = days.every((fact) => nameOf(fact) !== nameOf(told ?? fact) || fact.value >= (told ?? fact).value);
  return told !== undefined && told.value >= told.source.asOf.slice(0, 10) && isFirst ? told : null;
}

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
    const scheduled =
      numbers.length === 0 && /^(?:next|due|upcoming|scheduled)$/i.test(raw) ? eventOf(dates, evidence) : null;
    if (scheduled !== null && !isTold) return [{ ...place, sources: [scheduled.source] }];
    return [{ ...place, sources: isTold ? told.slice(0, 1).map(({ source }) => source) : null }];
  });
}

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

const isWithin = (start: number, end: number, spans: readonly Pick<StatementClaim, 'start' | 'end'>[]): boolean =>
  spans.some((span) => span.start <= start && span.end >= end);

/** "Reports first, before …" has an ordinal that is no rank. */
const firstOf = (orders: readonly OrderClaim[], { numbers }: StatementReading): readonly StatedDifference[] =>
  numbers.flatMap(({ quantity }, index) => {
    const order = orders.find(({ start, end }) => start <= quantity.start && end >= quantity.end);
    return order?.isFirst === true && quantity.unit === 'ordinal'
      ? [{ index, isRight: order.sources !== null, sources: order.sources ?? [] }]
      : [];
  });

export function statementClaims(reading: StatementReading): {
  readonly claims: readonly StatementClaim[];
  readonly differences: readonly StatedDifference[];
} {
  if (isAboutResults(reading)) return { claims: wordClaims(reading, true), differences: [] };
  const orders = orderClaims(reading);
  const averages = listedAverageClaims(reading);
  const read = [...orders, ...averages, ...roleClaims(reading), ...onlyClaims(reading), ...plainClaims(reading)];
  const compared = comparatorsIn(reading.nameless)
    .filter(({ start, end }) => !isWithin(start, end, [...orders, ...averages]))
    .filter(({ word, start }) => word !== 'more' || !/%\sand\s$/.test(reading.nameless.slice(0, start)))
    .filter(
      ({ word, end }) =>
        !/^(?:before|earlier|later)$/.test(word) || /^\s(?:than\b|_)/.test(reading.nameless.slice(end)),
    )
    .map((comparator) => compare(comparator, reading));
  const claims = [
    ...read,
    ...stateClaims(reading),
    ...compared.map(({ claim }) => claim),
    ...betweenClaims(reading),
    ...superlativeClaims(reading).filter(({ start, end }) => !isWithin(start, end, orders)),
    ...negationClaims(reading),
    ...boundClaims(reading),
    ...futureClaims(reading),
    ...fillClaims(reading),
    ...wordClaims(reading, false, read),
  ];
  return {
    claims,
    differences: [...compared.flatMap(({ difference }) => difference ?? []), ...firstOf(orders, reading)],
  };
}
