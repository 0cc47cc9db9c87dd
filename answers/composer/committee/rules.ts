import { civilOf } from '../../../calendar/days.js';
import type { Found } from '../found.js';
import { targetLine } from '../intents/signal.js';
import { say, signed, type Line } from '../line.js';
import type { SidedFigure } from './figures.js';

/** What a rule reads: the value that is compared, in the rule's unit, and the sentence that tells it. */
interface Told {
  readonly value: number;
  readonly line: Line;
}

/** Above `neutral + band` a figure speaks for a security, below `neutral - band` against it. */
interface Rule {
  readonly name: string;
  readonly neutral: number;
  readonly band: number;
  /** Distance to the neutral value that counts as a strength of 1. */
  readonly unit: number;
  readonly read: (found: Found, id: string, today: number) => Told | null;
}

type Read = Rule['read'];

const score =
  (key: string): Read =>
  (found, id) => {
    const fact = found.number(`signal.${key}`, id);
    return fact === undefined
      ? null
      : {
          value: fact.value,
          line: say`The ${fact.label}${key === 'score' ? '' : ' factor'} of ${id} is ${fact} of 100.`,
        };
  };

const beside =
  (sessions: number): Read =>
  (found, id) => {
    const [price, average] = [found.number('signal.price', id), found.number(`signal.sma${String(sessions)}`, id)];
    if (price === undefined || average === undefined) return null;
    const place = price.value >= average.value ? 'above' : 'below';
    return {
      value: 100 * (price.value / average.value - 1),
      line: say`${id} closed at ${price}, ${place} its ${String(sessions)}-day average of ${average}.`,
    };
  };

const returned =
  (window: string): Read =>
  (found, id) => {
    const fact = found.number(`price_history.return_${window}`, id);
    return fact === undefined ? null : { value: fact.value, line: say`The ${fact.label} of ${id} is ${signed(fact)}.` };
  };

const growth =
  (key: string): Read =>
  (found, id) => {
    const fact = found.number(`earnings_setup.${key}`, id) ?? found.number(`earnings.${key}`, id);
    return fact === undefined
      ? null
      : { value: fact.value, line: say`The ${fact.label} of ${id} over a year is ${signed(fact)}.` };
  };

/** Percent by which the one outnumbers the other, of both. */
const balance = (up: number, down: number): number => (100 * (up - down)) / (up + down);

const targets: Read = (found, id) => {
  const upside = found.number('earnings_setup.upside', id);
  const line = targetLine(found, id);
  return upside === undefined || line.text === '' ? null : { value: upside.value, line };
};

const revisions: Read = (found, id) => {
  const [up, down] = [found.number('earnings_setup.up_quarter', id), found.number('earnings_setup.down_quarter', id)];
  if (up === undefined || down === undefined || up.value + down.value === 0) return null;
  return {
    value: balance(up.value, down.value),
    line: say`In 90 days analysts revised ${id} up ${up} and down ${down} ${down.value === 1 ? 'time' : 'times'}.`,
  };
};

const ratings: Read = (found, id) => {
  const [up, down, days] = ['upgrades', 'downgrades', 'analyst_days'].map((key) => found.number(`events.${key}`, id));
  if (up === undefined || down === undefined || days === undefined || up.value + down.value === 0) return null;
  return {
    value: balance(up.value, down.value),
    line: say`In ${days} days the rating actions on ${id} had ${up} ${up.value === 1 ? 'upgrade' : 'upgrades'} and ${down} ${down.value === 1 ? 'downgrade' : 'downgrades'}.`,
  };
};

const surprise: Read = (found, id) => {
  const fact = found.number('signal.earnings_surprise', id);
  return fact === undefined
    ? null
    : {
        value: fact.value,
        line: say`The ${fact.label} of the last report of ${id} is ${signed(fact)} standard deviations.`,
      };
};

/** The month after that of the day of the question. */
const season: Read = (found, id, today) => {
  const row = civilOf(today).month % 12;
  const [month, mean, count] = [
    found.text('seasonality.month', id, row),
    found.number('seasonality.mean', id, row),
    found.number('seasonality.count', id, row),
  ];
  if (month === undefined || mean === undefined || count === undefined) return null;
  return { value: mean.value, line: say`The mean return of ${id} in ${month} is ${signed(mean)} over ${count} years.` };
};

const stories: Read = (found, id) => {
  const [shown, positive, negative] = ['shown', 'positive', 'negative'].map((key) => found.number(`news.${key}`, id));
  if (shown === undefined || positive === undefined || negative === undefined) return null;
  if (positive.value + negative.value === 0) return null;
  return {
    value: balance(positive.value, negative.value),
    line: say`Of the ${shown} newest stories about ${id}, ${positive} read positive and ${negative} negative.`,
  };
};

/**
 * What each figure is compared with. Scores are 0 to 100 with 50 neutral; the surprise is in
 * standard deviations of the forecast error, and the rest in percent.
 */
const RULES: readonly Rule[] = [
  { name: 'the composite', neutral: 50, band: 6, unit: 25, read: score('score') },
  { name: 'the technical factor', neutral: 50, band: 6, unit: 25, read: score('technical') },
  { name: 'the momentum factor', neutral: 50, band: 6, unit: 25, read: score('momentum') },
  { name: 'the fundamentals factor', neutral: 50, band: 6, unit: 25, read: score('fundamentals') },
  { name: 'the microstructure factor', neutral: 50, band: 6, unit: 25, read: score('microstructure') },
  { name: 'the options flow factor', neutral: 50, band: 6, unit: 25, read: score('options_flow') },
  { name: 'the 50-day average', neutral: 0, band: 1, unit: 10, read: beside(50) },
  { name: 'the 200-day average', neutral: 0, band: 1, unit: 20, read: beside(200) },
  { name: 'the return over one month', neutral: 0, band: 2, unit: 10, read: returned('1m') },
  { name: 'the return over six months', neutral: 0, band: 3, unit: 25, read: returned('6m') },
  { name: 'the return over one year', neutral: 0, band: 5, unit: 40, read: returned('1y') },
  { name: 'the price targets', neutral: 0, band: 3, unit: 20, read: targets },
  { name: 'the revisions of estimates', neutral: 0, band: 20, unit: 100, read: revisions },
  { name: 'the rating actions', neutral: 0, band: 20, unit: 100, read: ratings },
  { name: 'the growth of revenue', neutral: 0, band: 2, unit: 20, read: growth('revenue_growth') },
  { name: 'the growth of earnings per share', neutral: 0, band: 3, unit: 40, read: growth('eps_growth') },
  { name: 'the earnings surprise', neutral: 0, band: 0.1, unit: 2, read: surprise },
  { name: 'the season', neutral: 0, band: 0.5, unit: 4, read: season },
  { name: 'the news', neutral: 0, band: 20, unit: 100, read: stories },
];

export const RULE_COUNT = RULES.length;

/** The figures of one security, each on its side. */
export function sidedFigures(found: Found, id: string, today: number): readonly SidedFigure[] {
  return RULES.flatMap(({ name, neutral, band, unit, read }): readonly SidedFigure[] => {
    const told = read(found, id, today);
    if (told === null) return [];
    const distance = told.value - neutral;
    const side = Math.abs(distance) <= band ? 0 : distance > 0 ? 1 : -1;
    return [{ name, side, strength: Math.abs(distance) / unit, line: told.line }];
  });
}
