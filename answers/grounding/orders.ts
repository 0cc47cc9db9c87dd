import type { DateFact } from '../facts/fact.js';
import type { StatementClaim, StatementReading } from './comparisons.js';
import { agreesWith, type DateMention } from './dates.js';
import { entryOf, isOf } from './evidence.js';
import type { SubjectMention } from './subject-mentions.js';
import { PLAIN_WORDS, stemsIn } from './vocabulary.js';

/** "The one comes before the other": two events in time. */
const ORDER =
  /\b(?:comes?|came|is|are|was|falls?|fell|happens?|takes\splace|due|out|reports?|reported)(?:\sfirst)?(?:,?\s(?:on|at)\s[^.;]{1,30}?)?,?\s(before|after|ahead\sof|earlier\sthan|later\sthan)\s(?!hours\b|the\s(?:open|close)\b)/giu;
const isAfter = (word: string): boolean => /^(?:after|later)/i.test(word);

/** Between the other event and a day of the first one: "reports before Microsoft, on 9 February 2027". */
const TRAILING = /^(?:['’]s?)?(?:\s(?:does|reports?|results))?,\s(?:on|at)\s(?:the\s)?$/iu;

/** Whose a day is that stands behind both events, after a comma: of the first one; null for any other day. */
export function leadingOwner(
  sentence: string,
  date: Pick<DateMention, 'start'>,
  mentions: readonly SubjectMention[],
): string | null {
  const order = Array.from(sentence.matchAll(ORDER)).at(-1);
  const other = mentions.filter(({ end }) => end <= date.start).at(-1);
  if (order === undefined || other === undefined || other.start < order.index + order[0].length) return null;
  if (!TRAILING.test(sentence.slice(other.end, date.start))) return null;
  return mentions.filter(({ end }) => end <= order.index + order[0].length).at(-1)?.id ?? null;
}

/** The day of the event that a part of a sentence tells: its own date, an entry of a list, or the next report. */
function dayIn(start: number, end: number, reading: StatementReading, trailing?: DateMention): DateFact | null {
  const { sentence, evidence, dates, mentions } = reading;
  const words = new Set(stemsIn(sentence.slice(start, end)).filter((word) => !PLAIN_WORDS.has(word)));
  const owners = mentions.filter((mention) => mention.start >= start && mention.end <= end).map(({ id }) => id);
  const days = evidence.dates.filter((fact): fact is DateFact => fact.kind === 'date');
  const own = trailing ?? dates.find((mention) => mention.start >= start && mention.end <= end && mention.day !== null);
  const isAgreeing = (fact: DateFact): boolean => own === undefined || agreesWith(own, fact.value);
  if (owners.length > 0)
    return days.find((fact) => fact.label === 'next report' && isOf(fact, owners) && isAgreeing(fact)) ?? null;
  const scored = days
    .filter((fact) => fact.row !== null && isAgreeing(fact))
    .map((fact) => {
      const texts = evidence.entries.get(entryOf(fact)) ?? [];
      const names = new Set(
        texts.flatMap((each) => (each.kind === 'text' && !each.isUntrusted ? stemsIn(each.value) : [])),
      );
      return { fact, score: [...words].filter((word) => names.has(word)).length };
    })
    .sort((one, other) => other.score - one.score);
  const [best, second] = scored;
  return best !== undefined && best.score > 0 && best.score > (second?.score ?? 0) ? best.fact : null;
}

/** A claim of the order of two events, and the words of it that need no other check. */
export interface OrderClaim extends StatementClaim {
  readonly isFirst: boolean;
}

/** That one event comes before another: both must have days, in this order. */
export function orderClaims(reading: StatementReading): readonly OrderClaim[] {
  const { sentence, dates, mentions } = reading;
  return Array.from(sentence.matchAll(ORDER), ({ index, 0: raw, 1: word = '' }) => {
    const place = { start: index, end: index + raw.length };
    const trailing = dates.find((date) => date.start >= place.end && leadingOwner(sentence, date, mentions) !== null);
    const end = trailing?.start ?? sentence.length;
    const [one, other] = [dayIn(0, place.end, reading, trailing), dayIn(place.end, end, reading)];
    const isSo = one !== null && other !== null && (isAfter(word) ? one.value > other.value : one.value < other.value);
    return { ...place, isFirst: /\bfirst\b/i.test(raw), sources: isSo ? [one.source, other.source] : null };
  });
}
