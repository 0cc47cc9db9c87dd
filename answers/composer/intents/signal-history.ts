import type { Entity } from '../../names/entity.js';
import type { Found } from '../found.js';
import { share, type Intent } from '../intent.js';
import { listed, NO_LINE, say, type Line } from '../line.js';
import { fullName } from '../words.js';
import { kept } from './signal.js';

/** How often the label has changed. */
export function changesLine(found: Found, id: string): Line {
  const [changes, sessions, flipOn, flip] = [
    found.number('signal_history.changes', id),
    found.number('signal_history.sessions', id),
    found.date('signal_history.flip_on', id),
    found.text('signal_history.flip_label', id),
  ];
  if (changes === undefined || sessions === undefined) return NO_LINE;
  const last = flipOn === undefined || flip === undefined ? say`` : say`, the last time on ${flipOn}, to ${flip}`;
  return say`The label of ${id} changed ${changes} ${changes.value === 1 ? 'time' : 'times'} in ${sessions} recorded sessions${last}.`;
}

/** Since when a label stands. */
function sinceLine(found: Found, security: Entity): Line {
  const { key } = security;
  const [label, on, sessions] = [
    found.text('signal_history.label', key),
    found.date('signal_history.flip_on', key),
    found.number('signal_history.sessions', key),
  ];
  if (label === undefined || sessions === undefined) return NO_LINE;
  return on === undefined
    ? say`${fullName(security)} has been ${label} in all ${sessions} recorded sessions.`
    : say`${fullName(security)} has been ${label} since ${on}.`;
}

/** What a signal is, where no earlier one is recorded. */
function nowLine(found: Found, security: Entity): Line {
  const [score, label] = [found.number('signal.score', security.key), found.text('signal.label', security.key)];
  return score === undefined || label === undefined
    ? NO_LINE
    : say`The composite score of ${fullName(security)} is now ${score} (${label}); it is recorded once a session from now on.`;
}

/** A distance in time, or a stretch until today, with its count and unit. */
const DISTANCE =
  /\b(?:(?:since )?yesterday|(?:(?:over|in|during|for|since) (?:the )?)?(?:last|past|this)? ?(?:(\d{1,2}|an?|one|two|three|four|five|six) )?(day|session|week|month)s?(?: ago)?)\b/;
const WORDS: readonly string[] = ['', 'one', 'two', 'three', 'four', 'five', 'six'];
/** Sessions of each unit. */
const UNITS: Readonly<Record<string, number>> = { day: 1, session: 1, week: 5, month: 21 };
export const LONGEST = 62;

/** The distance in sessions that a question names; null without one. */
export function distanceIn(plain: string): number | null {
  const found = DISTANCE.exec(plain);
  if (found === null) return null;
  const [, count = 'one', unit = 'day'] = found;
  const number = WORDS.includes(count) ? WORDS.indexOf(count) : /^an?$/.test(count) ? 1 : Number(count);
  return number * (UNITS[unit] ?? 1);
}

/** Sessions back that a question compares the signal with; those of a month without words for it. */
const sessionsBackIn = (plain: string): number =>
  Math.max(1, Math.min(LONGEST, distanceIn(plain) ?? UNITS['month'] ?? 1));

/** How a signal has changed. */
export const INTENT: Intent = {
  name: 'signal-history',
  signs: [
    [
      /\b(?:signals?|scores?|ratings?|composite|label)\b.*\b(?:chang\w*|flip\w*|history|over time|improv\w*|worsen\w*|trend|month ago|used to|been|evolv\w*|before)\b/,
      4.6,
    ],
    [
      /\b(?:chang\w*|flip\w*|history|evolution|trend) (?:of|in) (?:the |@s(?:'s)? )?(?:signals?|scores?|ratings?|composite)\b/,
      4.6,
    ],
    [/\b(?:how long|since when)\b.*\b(?:rated|rating|signal|buy|sell|neutral|bullish|bearish)\b/, 4.6],
    [
      /\b(?:scores?|composite|signal)\b.*\b(?:fall\w*|fell|drop\w*|ris(?:e|en|ing)|rose|jump\w*|gone (?:up|down)|went (?:up|down))\b|\b(?:fall|drop|rise|jump|decline) (?:in|of) (?:the |its )?(?:@s(?:'s)? )?(?:scores?|signals?|composite)\b/,
      4.7,
    ],
    [/\b(?:turned|flipped|went) (?:bullish|bearish|to (?:buy|sell|neutral))\b/, 4],
  ],
  fits: ({ securities }) => securities.length > 0,
  plan: ({ securities, plain }) => [
    {
      tool: 'signal_history',
      input: { tickers: securities.map(({ key }) => key), sessionsBack: sessionsBackIn(plain) },
    },
    { tool: 'signal', input: { tickers: securities.map(({ key }) => key) } },
  ],
  write({ plain, securities }, found) {
    const told = securities.filter(({ key }) => found.number('signal_history.score', key) !== undefined);
    const [first] = told;
    const [asked] = securities;
    if (first === undefined)
      return asked === undefined
        ? null
        : {
            headline: say`No signals of ${fullName(asked)} are on record.`,
            lines: kept(securities.map((security) => nowLine(found, security))),
            coverage: 0.2,
          };
    const parts = told.map((security) => {
      const { key } = security;
      const [score, before, label, beforeLabel, on] = [
        found.number('signal_history.score', key),
        found.number('signal_history.before_score', key),
        found.text('signal_history.label', key),
        found.text('signal_history.before_label', key),
        found.date('signal_history.before_on', key),
      ];
      return before === undefined || on === undefined
        ? say`${fullName(security)} is recorded as ${label ?? ''} at ${score ?? ''}`
        : say`${fullName(security)} is recorded as ${label ?? ''} at ${score ?? ''}, against ${beforeLabel ?? ''} at ${before} on ${on}`;
    });
    const lines = told.map(({ key }) => changesLine(found, key));
    const since = /\b(?:how long|since when)\b/.test(plain) ? told.map((security) => sinceLine(found, security)) : [];
    const recorded = say`${listed(parts)}.`;
    const [headline = recorded, ...more] = [...kept(since), ...(since.length > 0 ? [recorded] : [])];
    return {
      headline,
      lines: kept([...more, ...lines]),
      coverage: share(securities, ({ key }) => found.number('signal_history.score', key) !== undefined),
      ...(told.every(({ key }) => found.date('signal_history.before_on', key) !== undefined)
        ? { timeRead: DISTANCE }
        : {}),
    };
  },
};
