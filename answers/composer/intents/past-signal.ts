import { isoDate } from '../../../calendar/days.js';
import type { Entity } from '../../names/entity.js';
import type { Found } from '../found.js';
import { share, type Intent } from '../intent.js';
import { joined, NO_LINE, say, signed, type Line } from '../line.js';
import { periodIn, type Period } from '../periods.js';
import type { Question } from '../question.js';
import { fullName, possessive } from '../words.js';
import { distanceIn, LONGEST } from './signal-history.js';
import { kept } from './signal.js';

const SIGNALS = /\b(?:scores?|scored|signals?|composites?|rated|ratings?|labels?)\b/;
const FACTORS: readonly (readonly [RegExp, string, string])[] = [
  [/\bmomentum\b/, 'momentum', 'momentum'],
  [/\bfundamentals?\b/, 'fundamentals', 'fundamentals'],
  [/\btechnicals?\b/, 'technical', 'technical factor'],
  [/\bmicrostructure\b/, 'microstructure', 'microstructure'],
  [/\boptions? flow\b/, 'optionsFlow', 'options flow'],
];
/** Scores and ratings of others, and questions for something else of a past time. */
const OTHER =
  /\b(?:analysts?|street|upgrade\w*|downgrade\w*|targets?|credib\w*|promises?|swing|intraday|day (?:trad\w*|signals?)|sharpe|backtest\w*|strateg\w*|news|insiders?|why|returns?|correct|right|wrong|accura\w*|good|worked|ipo|readiness)\b/;

const key = (name: string): string => `past_signals.${name}`;

/** The past time of which a question asks for signals; null if it names none, or one that is told as a distance. */
function askedPeriod(question: Question): Period | null {
  const { plain, today } = question;
  if (!SIGNALS.test(plain) || OTHER.test(plain)) return null;
  const distance = distanceIn(plain);
  if (distance !== null && distance <= LONGEST) return null;
  const period = periodIn(question);
  return period === null || (period.isDay && period.from >= today) ? null : period;
}

/** "52.5 of 100 (Neutral)". */
function record(found: Found, name: string, id: string): Line {
  const [score, label] = [found.number(key(`${name}_score`), id), found.text(key(`${name}_label`), id)];
  return score === undefined || label === undefined ? NO_LINE : say`${score} of 100 (${label})`;
}

const RECORDED = say`Composite scores are recorded once a session, and of equities alone.`;

/** From which day on there are scores, where the question's time is before it. */
function beforeFirst(found: Found, security: Entity, isDay: boolean): Line {
  const { key: id } = security;
  const [first, asked] = [found.date(key('first_on'), id), found.date(key(isDay ? 'asked' : 'from'), id)];
  if (first === undefined || asked === undefined) return say`No signals of ${fullName(security)} are on record.`;
  return isDay
    ? say`Scores of ${fullName(security)} are on record from ${first} on, so there is none of ${asked}.`
    : say`Scores of ${fullName(security)} are on record from ${first} on only, and not from ${asked} on.`;
}

function dayHeadline({ plain }: Question, found: Found, security: Entity): Line {
  const { key: id } = security;
  const [on, asked] = [found.date(key('then_on'), id), found.date(key('asked'), id)];
  if (on === undefined || asked === undefined) return beforeFirst(found, security, true);
  const taken =
    on.value === asked.value ? say`` : say`; no score of ${asked} is on record, so the last one before it was taken`;
  const [, factor, name] = FACTORS.find(([pattern]) => pattern.test(plain)) ?? [];
  const own = factor === undefined ? undefined : found.number(key(`then_${factor}`), id);
  const whole = say`${possessive(fullName(security))} composite score was ${record(found, 'then', id)} on ${on}`;
  if (factor === undefined || name === undefined) return say`${whole}${taken}.`;
  return own === undefined
    ? say`No ${name} of ${id} is on record for ${on}; ${whole}${taken}.`
    : say`${possessive(fullName(security))} ${name} was ${own} on ${on}, and its composite score ${record(found, 'then', id)}${taken}.`;
}

function spanHeadline(found: Found, security: Entity): Line {
  const { key: id } = security;
  const [start, end, change] = [
    found.date(key('start_on'), id),
    found.date(key('end_on'), id),
    found.number(key('change'), id),
  ];
  if (start === undefined || end === undefined || change === undefined) return beforeFirst(found, security, false);
  const moved = change.value === 0 ? say`it did not change` : say`${signed(change)} points`;
  return say`${possessive(fullName(security))} composite score went from ${record(found, 'start', id)} on ${start} to ${record(found, 'end', id)} on ${end}: ${moved}.`;
}

/** Of a stretch, its highest and lowest score, and how often the label changed; of a day, the factors. */
function furtherLines(found: Found, { key: id }: Entity, isDay: boolean): readonly Line[] {
  const [low, high, changes, now] = [
    found.date(key('low_on'), id),
    found.date(key('high_on'), id),
    found.number(key('label_changes'), id),
    found.date(key('now_on'), id),
  ];
  const factors = FACTORS.flatMap(([, factor, name]) => {
    const own = found.number(key(`then_${factor}`), id);
    return own === undefined ? [] : [say`${name} ${own}`];
  });
  const [then, end] = [found.date(key('then_on'), id), found.date(key(isDay ? 'then_on' : 'end_on'), id)];
  return [
    factors.length === 0 || then === undefined ? NO_LINE : say`Its factors on ${then}: ${joined(factors, ', ')}.`,
    high === undefined || low === undefined
      ? NO_LINE
      : say`The highest score of ${id} in that time was ${record(found, 'high', id)} on ${high}, the lowest ${record(found, 'low', id)} on ${low}.`,
    changes === undefined
      ? NO_LINE
      : say`The label of ${id} changed ${changes} ${changes.value === 1 ? 'time' : 'times'} in that time.`,
    now === undefined || now.value === end?.value
      ? NO_LINE
      : say`The newest recorded score of ${id} is ${record(found, 'now', id)}, on ${now}.`,
  ];
}

/** Signals on record of a past day, and how they changed over a past stretch of days. */
export const INTENT: Intent = {
  name: 'past-signal',
  signs: [[/^.*$/, 8.5]],
  fits: (question) => question.securities.length > 0 && question.holdings === null && askedPeriod(question) !== null,
  plan: (question) => {
    const period = askedPeriod(question);
    if (period === null) return [];
    const tickers = question.securities.map(({ key: id }) => id);
    const input = { tickers, from: isoDate(period.from), to: isoDate(period.to), isDay: period.isDay };
    return [{ tool: 'past_signals', input }];
  },
  write(question, found) {
    const { securities } = question;
    const period = askedPeriod(question);
    const [first] = securities;
    if (period === null || first === undefined) return null;
    const { isDay } = period;
    const told = key(isDay ? 'then_on' : 'end_on');
    const headlines = securities.map((security) =>
      isDay ? dayHeadline(question, found, security) : spanHeadline(found, security),
    );
    const [headline = NO_LINE, ...others] = headlines;
    const isRecorded = securities.some(({ key: id }) => found.date(key('now_on'), id) !== undefined);
    const cut = securities
      .filter(({ key: id }) => found.date(told, id) !== undefined && found.date(key('first_on'), id) !== undefined)
      .map((security) => beforeFirst(found, security, isDay));
    const coverage = share(securities, ({ key: id }) => found.date(told, id) !== undefined);
    return {
      headline,
      lines: kept([
        ...(isRecorded ? [] : [RECORDED]),
        ...others,
        ...cut,
        ...securities.flatMap((security) => furtherLines(found, security, isDay)),
      ]),
      coverage: coverage === 0 ? 0.2 : cut.length > 0 ? coverage / 2 : coverage,
    };
  },
};
