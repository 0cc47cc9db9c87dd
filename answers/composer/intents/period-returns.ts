import { isoDate } from '../../../calendar/days.js';
import type { SpanUnit } from '../../../calendar/spans.js';
import { factText } from '../../facts/format.js';
import type { DateFact, NumberFact, QuarterFact } from '../../facts/fact.js';
import type { Entity } from '../../names/entity.js';
import { UNIT_NOUNS } from '../../tools/period-returns.js';
import { unitsIn, type AskedUnits } from '../calendar-units.js';
import type { Found } from '../found.js';
import { share, type Intent } from '../intent.js';
import { joined, listed, NO_LINE, say, signed, type Line } from '../line.js';
import type { Question } from '../question.js';
import { fullName, moved } from '../words.js';
import { kept } from './signal.js';

const key = (name: string): string => `period_returns.${name}`;

type PeriodName = DateFact | QuarterFact;

const periodOf = (found: Found, name: string, id: string, row?: number): PeriodName | undefined =>
  found.date(key(name), id, row) ?? found.quarter(key(name), id, row);

/** "on 3 March 2023", "in the week of 6 March 2023", "in 2023". */
function inPeriod(unit: SpanUnit, period: PeriodName): Line {
  if (unit === 'DAY') return say`on ${period}`;
  return unit === 'WEEK' ? say`in the week of ${period}` : say`in ${period}`;
}

const named = (unit: SpanUnit, period: PeriodName): Line => (unit === 'WEEK' ? say`that of ${period}` : say`${period}`);

interface Row {
  readonly row: number;
  readonly period: PeriodName;
  readonly change: NumberFact;
  /** "in 2023", and of a period that is not over yet "in 2026 so far". */
  readonly place: Line;
}

/** The listed periods of a security, in order. */
function rowsOf(unit: SpanUnit, found: Found, id: string): readonly Row[] {
  const running = periodOf(found, 'running', id);
  return found.rows(key('change'), id).flatMap((row) => {
    const [period, change] = [periodOf(found, 'period', id, row), found.number(key('change'), id, row)];
    if (period === undefined || change === undefined) return [];
    const isRunning = running !== undefined && factText(running) === factText(period);
    return [{ row, period, change, place: say`${inPeriod(unit, period)}${isRunning ? ' so far' : ''}` }];
  });
}

/** Between which closes the changes are: "from the close of 31 December 2021 to that of 30 December 2022". */
function between(found: Found, id: string): Line {
  const [start, end] = ['start_on', 'end_on'].map((name) => found.date(key(name), id));
  return start === undefined || end === undefined ? NO_LINE : say`from the close of ${start} to that of ${end}`;
}

function endLine(asked: AskedUnits, found: Found, security: Entity, isBest: boolean, isFirst: boolean): Line {
  const { key: id } = security;
  const { unit } = asked;
  const word = isBest ? 'best' : 'worst';
  const [period, change] = [periodOf(found, `${word}_period`, id), found.number(key(word), id)];
  if (period === undefined || change === undefined) return NO_LINE;
  const [one] = UNIT_NOUNS[unit];
  const isOdd = change.value * (isBest ? 1 : -1) < 0;
  const told = isOdd
    ? say`${named(unit, period)}, with a change of ${signed(change)}`
    : say`${named(unit, period)}, ${unit === 'DAY' ? 'when' : 'in which'} it ${moved(change, 'gained', 'lost')}`;
  if (!isFirst) return say`The ${word} ${one} of ${id} was ${told}.`;
  return say`The ${word} ${one} of ${fullName(security)} ${between(found, id)} was ${told}.`;
}

/** Whether the best is asked for; of moves up and down, the larger one is. */
function isBestAsked({ asks }: AskedUnits, found: Found, id: string): boolean {
  const sizeOf = (name: string): number => Math.abs(found.number(key(name), id)?.value ?? 0);
  return asks === 'best' || (asks === 'largest' && sizeOf('best') >= sizeOf('worst'));
}

/** "AAPL rose in 133 of 251 sessions and fell in 117." */
function countLine({ unit }: AskedUnits, found: Found, security: Entity, isFirst: boolean): Line {
  const { key: id } = security;
  const [count, up, down] = ['count', 'up', 'down'].map((name) => found.number(key(name), id));
  if (count === undefined || up === undefined || down === undefined) return NO_LINE;
  const rose = say`rose in ${up} of ${count} ${UNIT_NOUNS[unit][1]} and fell in ${down} of them`;
  return isFirst ? say`${fullName(security)} ${rose}, ${between(found, id)}.` : say`${id} ${rose}.`;
}

/** "The median change of AAPL in a session was +0.12% and the mean +0.11%, over 250 sessions"; of moves, their size. */
function typicalLine({ unit }: AskedUnits, { plain }: Question, found: Found, security: Entity): Line {
  const { key: id } = security;
  const [count, mean, median, size] = ['count', 'mean', 'median', 'size'].map((name) => found.number(key(name), id));
  if (count === undefined || mean === undefined || median === undefined || size === undefined) return NO_LINE;
  const [one, several] = UNIT_NOUNS[unit];
  if (/\bmoves?\b/.test(plain))
    return joined(
      [
        say`The median size of a move of ${fullName(security)} in a ${one} was ${size}, over ${count} ${several}`,
        say`${between(found, id)}; its median change was ${signed(median)} and the mean ${signed(mean)}.`,
      ],
      ' ',
    );
  const of = say`change of ${fullName(security)} in a ${one} was`;
  const told = /\b(?:average|mean)\b/.test(plain)
    ? say`mean ${of} ${signed(mean)} and the median ${signed(median)}`
    : say`median ${of} ${signed(median)} and the mean ${signed(mean)}`;
  return say`The ${told}, over ${count} ${several} ${between(found, id)}.`;
}

const listOf = (rows: readonly Row[]): Line => listed(rows.map(({ change, place }) => say`${signed(change)} ${place}`));

function listLine({ unit }: AskedUnits, found: Found, security: Entity): Line {
  const rows = rowsOf(unit, found, security.key);
  const [one, several] = UNIT_NOUNS[unit];
  const count = found.number(key('count'), security.key);
  if (rows.length === 0 || count === undefined) return NO_LINE;
  const all = count.value + (periodOf(found, 'running', security.key) === undefined ? 0 : 1);
  const cut = all > rows.length ? say`; only the newest ${several} are listed` : say``;
  return say`By ${one}, the price of ${fullName(security)} changed by ${listOf(rows)}${cut}.`;
}

/** "2023 was better for AAPL than 2022: it gained 14.2% in 2023 and 7.6% in 2022." */
function compareLine({ unit, starts }: AskedUnits, { plain }: Question, found: Found, security: Entity): Line {
  const isOfWorst = /\b(?:worse|worst|lost|fell|fall|lose)\b/.test(plain);
  const rows = [...rowsOf(unit, found, security.key)].sort(
    (one, other) => (other.change.value - one.change.value) * (isOfWorst ? -1 : 1),
  );
  const [first, second, ...more] = rows;
  if (first === undefined || second === undefined || rows.length < starts.length) return NO_LINE;
  const parts = listed(rows.map(({ change, place }) => say`${moved(change, 'gained', 'lost')} ${place}`));
  const word = isOfWorst ? 'worse' : 'better';
  if (more.length > 0)
    return say`${fullName(security)} ${parts}, from ${isOfWorst ? 'worst to best' : 'best to worst'}.`;
  return first.change.value === second.change.value
    ? say`${fullName(security)} ${parts}.`
    : say`${named(unit, first.period)} was ${word} than ${named(unit, second.period)} for ${fullName(security)}: it ${parts}.`;
}

function headlineOf(asked: AskedUnits, question: Question, found: Found, security: Entity, isFirst: boolean): Line {
  switch (asked.asks) {
    case 'count':
      return countLine(asked, found, security, isFirst);
    case 'typical':
      return typicalLine(asked, question, found, security);
    case 'list':
      return listLine(asked, found, security);
    case 'compare':
      return compareLine(asked, question, found, security);
    default:
      return endLine(asked, found, security, isBestAsked(asked, found, security.key), true);
  }
}

function linesOf(asked: AskedUnits, found: Found, security: Entity): readonly Line[] {
  const { key: id } = security;
  const { unit, asks } = asked;
  const [one] = UNIT_NOUNS[unit];
  const mean = found.number(key('mean'), id);
  const dividends = rowsOf(unit, found, id).flatMap(({ row, place, change }) => {
    const total = found.number(key('total_return'), id, row);
    return total === undefined || signed(total).text === signed(change).text ? [] : [say`${signed(total)} ${place}`];
  });
  // Of a single period there is no best, worst or mean.
  const isOne = found.number(key('count'), id)?.value === 1;
  const isEnd = !isOne && (asks === 'best' || asks === 'worst' || asks === 'largest');
  return kept([
    isEnd ? endLine(asked, found, security, !isBestAsked(asked, found, id), false) : NO_LINE,
    ...(!isOne && (asks === 'list' || asks === 'count' || asks === 'typical')
      ? [endLine(asked, found, security, true, false), endLine(asked, found, security, false, false)]
      : []),
    !isOne && (asks === 'list' || asks === 'typical' || isEnd) ? countLine(asked, found, security, false) : NO_LINE,
    isOne || asks === 'compare' || asks === 'typical' || unit === 'DAY' || mean === undefined
      ? NO_LINE
      : say`The mean change of a ${one} was ${signed(mean)} for ${id}.`,
    (asks === 'list' || asks === 'compare') && dividends.length > 0
      ? say`With dividends, the return of ${id} was ${listed(dividends)}.`
      : NO_LINE,
  ]);
}

/** Why nothing is told. */
function nothingLine(found: Found, security: Entity, { unit }: AskedUnits): Line {
  const first = found.date(key('first'), security.key);
  const [one] = UNIT_NOUNS[unit];
  return first === undefined
    ? say`No prices of ${fullName(security)} are stored.`
    : say`The change of ${fullName(security)} over such a ${one} is not known: the first stored session is ${first}.`;
}

/** What is told of several securities, in one sentence. */
function sideBySide(lines: readonly Line[]): Line {
  const parts = lines.map((line) => ({ ...line, text: line.text.replace(/\.$/, '') }));
  return say`${joined(parts, '; ')}.`;
}

const WITHOUT_DIVIDENDS = say`Changes are of the price, without dividends, from the last close before.`;

/** The best, the worst, the usual, each, or how many of the days, weeks, months, quarters or years of the calendar. */
export const INTENT: Intent = {
  name: 'period-returns',
  signs: [[/^.*$/, 10]],
  fits: (question) => {
    const { securities, companies, investors } = question;
    if (securities.length === 0 || securities.length > 4 || companies.length + investors.length > 0) return false;
    return unitsIn(question) !== null;
  },
  plan(question) {
    const asked = unitsIn(question);
    if (asked === null) return [];
    const { unit, period, starts } = asked;
    return [
      {
        tool: 'period_returns',
        input: {
          tickers: question.securities.map(({ key }) => key),
          unit,
          from: period === null ? null : isoDate(period.from),
          to: period === null ? null : isoDate(period.to),
          starts: starts.length === 0 ? null : starts.map(isoDate),
        },
      },
    ];
  },
  write(question, found) {
    const asked = unitsIn(question);
    if (asked === null) return null;
    const { securities } = question;
    const headlines = securities.map((security, at) => {
      const line = headlineOf(asked, question, found, security, at === 0);
      return line.text === '' ? nothingLine(found, security, asked) : line;
    });
    const [headline = say``, ...others] = asked.asks === 'compare' ? [sideBySide(headlines)] : headlines;
    const lines = securities.flatMap((security) => linesOf(asked, found, security));
    return {
      headline,
      lines: kept([...others, ...lines, WITHOUT_DIVIDENDS]),
      coverage: share(securities, ({ key: id }) => found.number(key('count'), id) !== undefined),
    };
  },
};
