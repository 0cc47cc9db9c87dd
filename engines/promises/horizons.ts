import { fiscalYearOf, quarterIndex, quarterOfMonth, yearEnd, type QuarterIndex } from './fiscal-quarter.js';

/** The call that a sentence is from. */
export interface CallTime {
  /** The fiscal quarter that the call reports. */
  readonly index: QuarterIndex;
  /** Calendar year and month in which that quarter ends; null if they are not known. */
  readonly end: { readonly year: number; readonly month: number } | null;
}

/** How much of time a period is: a fiscal quarter, half or whole year, or what is left of the year at a call. */
export type PeriodSpan = 'quarter' | 'half' | 'year' | 'rest';

/** A period that a sentence names. */
export interface Horizon {
  /** The period's last fiscal quarter, whose call reports it. */
  readonly due: QuarterIndex;
  readonly span: PeriodSpan;
  readonly at: number;
}

const ORDINALS: Readonly<Record<string, number>> = { first: 1, second: 2, third: 3, fourth: 4 };
const MONTHS = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
];
const MONTH = `(?:${MONTHS.join('|')})`;
const FISCAL_YEAR = `(?:fiscal(?:[ -]year)?|fy)[ -]*(?:20)?['’]?(\\d\\d)\\b`;
const QUARTER = new RegExp(
  `\\b(?:q([1-4])|(first|second|third|fourth)[ -]quarter)(?:,? (?:of )?(?:${FISCAL_YEAR}|(20\\d\\d)\\b|['’](\\d\\d)\\b))?`,
  'gi',
);
const HALF = new RegExp(
  `\\b(first|second|back|latter|front)[ -]half(?:,? (?:of )?(?:${FISCAL_YEAR}|(20\\d\\d)\\b|['’](\\d\\d)\\b))?`,
  'gi',
);
const YEAR = new RegExp(`\\b${FISCAL_YEAR}|\\b(20[2-4]\\d)\\b|['’](2\\d)\\b`, 'gi');
const OF_MONTH = new RegExp(`\\b${MONTH}(?: \\d{1,2})?,? (?:of )?$`, 'i');
const LONGEST_MONTH = 20;
const THIS_YEAR =
  /\b(?:full[ -]year|for the (?:fiscal )?year|(?:rest|balance|remainder|end) of (?:the|this) (?:fiscal )?year|this (?:fiscal )?year|(?:throughout|through) the (?:fiscal )?year|later this year|year[ -]end|top line for the year)\b/gi;
/** What makes a part of the year that follows: "the balance of fiscal 2021". */
const REST = /\b(?:rest|balance|remainder)\b/i;
const REST_OF = /\b(?:rest|balance|remainder) of (?:the )?$/i;
const LONGEST_REST = 24;
const REMAINING = /\bremaining (?:(?:two|three|six|nine) )?(?:quarters|months)\b/gi;
const NEXT = /\bnext (quarter|fiscal year|year)\b/gi;
const CURRENT_QUARTER =
  /\b(?:current quarter|for the quarter|in the quarter|this quarter|coming quarter|upcoming quarter)\b/gi;
const MONTH_QUARTER = new RegExp(`\\b(${MONTH}) quarter\\b`, 'gi');
const BY_MONTH = new RegExp(
  `\\b(?:by|in|until|before|from|end of)(?: the end of)? (${MONTH})(?: (?:of )?(20\\d\\d))?\\b`,
  'gi',
);

function century(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  return text.length === 2 ? 2000 + Number(text) : Number(text);
}

/** The named quarter: of the given fiscal year, else the next one of its kind after the call's. */
function ofYear(call: CallTime, quarter: number, year: number | undefined): QuarterIndex {
  if (year !== undefined) return quarterIndex(year, quarter);
  const sameYear = quarterIndex(fiscalYearOf(call.index), quarter);
  // A call looks back at the quarter before its own; one that is further back is the next year's.
  return sameYear >= call.index - 1 ? sameYear : sameYear + 4;
}

function monthIndex(name: string): number {
  return MONTHS.indexOf(name.toLowerCase()) + 1;
}

/** The fiscal quarter of the next such month after the call's quarter; null if the fiscal calendar is not known. */
function ofMonth({ index, end }: CallTime, name: string, year: number | undefined): QuarterIndex | null {
  if (end === null) return null;
  const month = monthIndex(name);
  const known = { index, endYear: end.year, endMonth: end.month };
  return quarterOfMonth(year ?? (month > end.month ? end.year : end.year + 1), month, known);
}

function* namedHorizons(sentence: string, call: CallTime): Generator<Horizon> {
  for (const match of sentence.matchAll(QUARTER)) {
    const quarter = Number(match[1] ?? ORDINALS[match[2]?.toLowerCase() ?? '']);
    const year = century(match[3] ?? match[4] ?? match[5]);
    yield { due: ofYear(call, quarter, year), span: 'quarter', at: match.index };
  }
  for (const match of sentence.matchAll(HALF)) {
    const isFirst = /^(?:first|front)$/i.test(match[1] ?? '');
    yield {
      due: ofYear(call, isFirst ? 2 : 4, century(match[2] ?? match[3] ?? match[4])),
      span: 'half',
      at: match.index,
    };
  }
  for (const match of sentence.matchAll(YEAR)) {
    const year = century(match[1] ?? match[2] ?? match[3]);
    const isOfMonth = OF_MONTH.test(sentence.slice(Math.max(0, match.index - LONGEST_MONTH), match.index));
    if (year === undefined || isOfMonth) continue;
    const isRest = REST_OF.test(sentence.slice(Math.max(0, match.index - LONGEST_REST), match.index));
    yield { due: yearEnd(year), span: isRest ? 'rest' : 'year', at: match.index };
  }
}

function* impliedHorizons(sentence: string, call: CallTime): Generator<Horizon> {
  const year = fiscalYearOf(call.index);
  // The call on a year's last quarter speaks of the next year.
  const current = call.index === yearEnd(year) ? year + 1 : year;
  for (const match of sentence.matchAll(THIS_YEAR))
    yield { due: yearEnd(current), span: REST.test(match[0]) ? 'rest' : 'year', at: match.index };
  for (const match of sentence.matchAll(REMAINING)) yield { due: yearEnd(current), span: 'rest', at: match.index };
  for (const match of sentence.matchAll(NEXT)) {
    const isQuarter = match[1]?.toLowerCase() === 'quarter';
    yield {
      due: isQuarter ? call.index + 1 : yearEnd(current + (current === year ? 1 : 0)),
      span: isQuarter ? 'quarter' : 'year',
      at: match.index,
    };
  }
  for (const match of sentence.matchAll(CURRENT_QUARTER))
    yield { due: call.index + 1, span: 'quarter', at: match.index };
  for (const pattern of [MONTH_QUARTER, BY_MONTH]) {
    for (const match of sentence.matchAll(pattern)) {
      const due = ofMonth(call, match[1] ?? '', century(match[2]));
      if (due !== null) yield { due, span: 'quarter', at: match.index };
    }
  }
}

/**
 * The periods that a sentence of a call names, in order. Quarters and years are fiscal; a month is converted if the
 * fiscal calendar is known, else it names none.
 */
export function horizonsOf(sentence: string, call: CallTime): readonly Horizon[] {
  const named = [...namedHorizons(sentence, call), ...impliedHorizons(sentence, call)];
  // "the fourth quarter of fiscal 2021" also matches as a year, within the same words.
  const isWithin = (one: Horizon): boolean =>
    one.span === 'year' &&
    named.some(
      (other) =>
        (other.span === 'quarter' || other.span === 'half') &&
        other.at < one.at &&
        one.at - other.at < 40 &&
        fiscalYearOf(other.due) === fiscalYearOf(one.due),
    );
  return named.filter((one) => !isWithin(one)).sort((one, other) => one.at - other.at);
}
