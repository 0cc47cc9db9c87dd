import type { NumberFact } from '../facts/fact.js';
import type { Entity } from '../names/entity.js';
import type { Found } from './found.js';
import { say, signed, type Line } from './line.js';
import type { Question } from './question.js';
import { fullName, possessive } from './words.js';

const FISCAL = '(?:fy ?|fiscal (?:year )?|the year )?';
const YEAR = '((?:19|20)\\d{2})(?!\\d|-\\d\\d-)';
const SPAN = new RegExp(`\\b${FISCAL}${YEAR} ?(?:to|through|thru|until|till|and|-|–|—) ?${FISCAL}${YEAR}`);
const SINCE = new RegExp(`\\bsince ${FISCAL}${YEAR}`);
const ONE = new RegExp(`\\b(?:in|of|during|for) ${FISCAL}${YEAR}`);
const GROWTH =
  /\b(?:cagr|gr[eo]w\w*|growth|r[io]se|risen|increas\w*|declin\w*|f[ae]ll|fallen|chang\w*|compound\w*|doubled|tripled)\b/;
const REPORTED = /\b(?:revenues?|sales|turnover|top line|eps|earnings|net income|profits?)\b/;
/** Of the words for a span, which the answer has read. */
export const SPAN_WORDS = new RegExp(`(?:\\b(?:from|between) )?${SPAN.source}|${SINCE.source}|${ONE.source}`);

/** Fiscal years between which a growth is asked for; `to` null for the newest that is stored whole. */
export interface FiscalSpan {
  readonly from: number;
  readonly to: number | null;
}

/** The fiscal years that a question for a growth of reported figures names; null if it asks for none. */
export function fiscalSpanIn({ plain }: Pick<Question, 'plain'>): FiscalSpan | null {
  if (!GROWTH.test(plain) || !REPORTED.test(plain) || /\bq[1-4]\b|\bdividends?\b/.test(plain)) return null;
  const span = SPAN.exec(plain);
  if (span !== null) {
    const [one, other] = [Number(span[1]), Number(span[2])];
    return one === other ? null : { from: Math.min(one, other), to: Math.max(one, other) };
  }
  const since = SINCE.exec(plain);
  if (since !== null) return { from: Number(since[1]), to: null };
  const year = ONE.exec(plain);
  return year === null ? null : { from: Number(year[1]) - 1, to: Number(year[1]) };
}

/** A growth between fiscal years, with the fact that it is told by. */
export interface SpanGrowth {
  readonly line: Line;
  readonly facts: readonly NumberFact[];
  readonly isKnown: boolean;
}

interface Figure {
  readonly level: string;
  readonly name: string;
}

/** How a figure changed between fiscal years, or why that is not told. */
export function spanGrowth(found: Found, security: Entity, { level, name }: Figure, span: FiscalSpan): SpanGrowth {
  const { key: id } = security;
  const sumOf = (year: number) => found.number(`earnings.year_${level}`, id, year);
  const whole = [...new Set(found.rows(`earnings.year_${level}`, id))];
  const to = span.to ?? Math.max(...whole);
  const [first, last] = [sumOf(span.from), sumOf(to)];
  const [from, until] = [found.date('earnings.year', id, span.from), found.date('earnings.year', id, to)];
  const none = (line: Line): SpanGrowth => ({ line, facts: [], isKnown: false });
  if (first === undefined || last === undefined || from === undefined || until === undefined || span.from >= to) {
    const missing = first === undefined ? from : until;
    return none(
      missing === undefined
        ? say`Reports of ${fullName(security)} for the fiscal years that the question names are not stored.`
        : say`The ${name} of ${fullName(security)} in fiscal ${missing} is not known as a whole.`,
    );
  }
  const ends = say`from ${first} in the fiscal year ${from} to ${last} in the fiscal year ${until}`;
  if (first.value <= 0 || last.value <= 0)
    return none(say`${possessive(security.name)} ${name} went ${ends}; no rate of growth is told of a loss.`);
  const years = to - span.from;
  const growth: NumberFact = {
    ...last,
    key: `earnings.span_growth_${level}`,
    label: `growth of ${name} a year between fiscal years`,
    terms: ['a year', name],
    row: null,
    value: Number((100 * ((last.value / first.value) ** (1 / years) - 1)).toFixed(4)),
    unit: 'percent',
    isChange: true,
    noun: '',
  };
  const line = say`${possessive(security.name)} ${name} changed by ${signed(growth)}${years === 1 ? '' : ' a year'}, ${ends}.`;
  return { line, facts: [growth], isKnown: true };
}
