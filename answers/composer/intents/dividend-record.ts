import type { Found } from '../found.js';
import { NO_LINE, say, signed, type Line } from '../line.js';
import type { Question } from '../question.js';

const CUT = /\b(?:cut\w*|reduc\w*|lower\w*|slash\w*|decreas\w*|trim(?:s|med|ming)?)\b/;
const RAISE = /\b(?:rais\w*|increas\w*|hik\w*|grow\w*|grew)\b/;
const PAUSE = /\b(?:suspend\w*|suspension|stop(?:s|ped)?|paus\w*|skip\w*|miss(?:ed|es)?|cancel\w*)\b/;
/** For the one change of many, or for how many there were; a raise alone is one against the year before. */
const OF_ALL =
  /\bwhen\b|\b(?:last|latest|most recent|newest) (?:time|dividend|raise|hike|increase|cut)\b|\bhow (?:often|many|frequently)\b|\bever\b|\btimes\b/;
const LAST = /\bwhen\b|\b(?:last|latest|most recent|newest)\b/;
const WHETHER = /^(?:has|have|had|did|does|do|is|was|were|are)\b/;
const RHYTHM =
  /\bhow (?:often|frequently|many times)\b.*\b(?:pa(?:y|ys|id)|dividends?)\b|\b(?:frequency|schedule|rhythm)\b|^(?:is|are|do|does)\b.*\b(?:monthly|quarterly|semi-?annual(?:ly)?|annual(?:ly)?|yearly|every (?:month|quarter|year))\b|\b(?:monthly|quarterly|yearly) or\b/;
const AHEAD = /\b(?:next|upcoming|coming|will|going to)\b/;
/** From so many cuts on, and this share of all, dividends vary from one to the next. */
const MANY_CUTS = 3;
const VARYING = 0.2;

const number = (found: Found, name: string, id: string) => found.number(`dividends.${name}`, id);
const date = (found: Found, name: string, id: string) => found.date(`dividends.${name}`, id);

/** " from 11 June 2010 to 28 November 2025": the dividends that have one before them. */
function comparedSpan(found: Found, id: string): Line {
  const [from, to] = [date(found, 'compared_from', id), date(found, 'compared_to', id)];
  return from === undefined || to === undefined ? NO_LINE : say` from ${from} to ${to}`;
}

/** "2 times". */
const times = (found: Found, key: string, id: string): Line => {
  const count = number(found, key, id);
  return count === undefined ? NO_LINE : say`${count} ${count.value === 1 ? 'time' : 'times'}`;
};

/** " on the ex-date of 14 March 2025: to $0.51 a share from $0.49". */
function lastChange(found: Found, key: 'reduction' | 'raise', id: string): Line {
  const [on, to, from] = [
    date(found, `${key}_on`, id),
    number(found, `${key}_to`, id),
    number(found, `${key}_from`, id),
  ];
  if (on === undefined || to === undefined || from === undefined) return NO_LINE;
  return say` on the ex-date of ${on}: to ${to} a share from ${from}`;
}

/** "Paid no dividend between 7 February 2020 and 2 March 2023". */
function pauseText(found: Found, id: string): Line {
  const [after, until] = [date(found, 'pause_after', id), date(found, 'pause_until', id)];
  if (after === undefined) return NO_LINE;
  return until === undefined
    ? say`paid no dividend after ${after}`
    : say`paid no dividend between ${after} and ${until}`;
}

const isVarying = (found: Found, id: string): boolean => {
  const [cuts, compared] = [number(found, 'reductions', id)?.value ?? 0, number(found, 'compared', id)?.value ?? 0];
  return cuts >= MANY_CUTS && cuts > VARYING * compared;
};

/** Dividends that change each time, of funds for example, are neither raised nor cut. */
function varyingLine(found: Found, id: string, name: string): Line {
  const [cuts, compared, on, to, from] = [
    number(found, 'reductions', id),
    number(found, 'compared', id),
    date(found, 'reduction_on', id),
    number(found, 'reduction_to', id),
    number(found, 'reduction_from', id),
  ];
  if (cuts === undefined || compared === undefined || on === undefined || to === undefined || from === undefined)
    return NO_LINE;
  return say`The dividends of ${name} vary: ${cuts} of ${compared}${comparedSpan(found, id)} were cut against the dividend before, the last that of ${on}, to ${to} a share from ${from}.`;
}

function cutLine({ plain }: Question, found: Found, id: string, name: string): Line {
  const [cuts, compared] = [number(found, 'reductions', id), number(found, 'compared', id)];
  if (cuts === undefined || compared === undefined) return NO_LINE;
  if (isVarying(found, id)) return varyingLine(found, id, name);
  const span = comparedSpan(found, id);
  if (cuts.value > 0)
    return LAST.test(plain)
      ? say`${name} last cut its dividend${lastChange(found, 'reduction', id)}.`
      : say`${WHETHER.test(plain) ? 'Yes: ' : ''}${name} cut its dividend ${times(found, 'reductions', id)}${span}, the last time${lastChange(found, 'reduction', id)}.`;
  const pause = pauseText(found, id);
  return pause.text === ''
    ? say`No cut is stored: each of ${compared} dividends of ${name}${span} was at least as large as the dividend before it.`
    : say`${name} cut no dividend${span}, but ${pause}.`;
}

function raiseLine({ plain }: Question, found: Found, id: string, name: string): Line {
  const [raises, compared, change] = [
    number(found, 'raises', id),
    number(found, 'compared', id),
    number(found, 'raise_change', id),
  ];
  if (raises === undefined || compared === undefined) return NO_LINE;
  const span = comparedSpan(found, id);
  if (raises.value === 0 || change === undefined)
    return say`No raise is stored: none of ${compared} dividends of ${name}${span} was larger than the dividend before it.`;
  const ahead = AHEAD.test(plain) ? 'No future raise is stored; ' : '';
  if (LAST.test(plain) || ahead !== '')
    return say`${ahead}${name} last raised its dividend${lastChange(found, 'raise', id)}, ${signed(change)}.`;
  return say`${WHETHER.test(plain) ? 'Yes: ' : ''}${name} raised its dividend ${times(found, 'raises', id)}${span}, the last time${lastChange(found, 'raise', id)}.`;
}

function pausedLine({ plain }: Question, found: Found, id: string, name: string): Line {
  const [count, from, to] = [
    number(found, 'compared', id),
    date(found, 'compared_from', id),
    date(found, 'compared_to', id),
  ];
  const pause = pauseText(found, id);
  if (pause.text !== '') return say`${WHETHER.test(plain) ? 'Yes: ' : ''}${name} ${pause}.`;
  return count === undefined || from === undefined || to === undefined
    ? NO_LINE
    : say`No pause is stored: of ${count} dividends of ${name} from ${from} to ${to}, none came unusually long after the one before it.`;
}

function rhythmLine(found: Found, id: string, name: string): Line {
  const [count, to, on] = [number(found, 'year_count', id), date(found, 'year_to', id), date(found, 'last_on', id)];
  const rhythm = found.text('dividends.rhythm', id);
  if (count === undefined || to === undefined || on === undefined) return NO_LINE;
  const year = say`${count} in the twelve months to ${to}, the last with the ex-date of ${on}`;
  if (rhythm === undefined) return say`The ex-dates of ${name} have no regular rhythm: ${year}.`;
  const pause = date(found, 'pause_after', id);
  return pause !== undefined && date(found, 'pause_until', id) === undefined
    ? say`${name} paid its dividend ${rhythm} until ${pause}, and none since.`
    : say`${name} pays its dividend ${rhythm}: ${year}.`;
}

/** Whether a question is for the record of changes, or the rhythm, of dividends. */
const asksRecord = (plain: string): boolean =>
  CUT.test(plain) || PAUSE.test(plain) || (RAISE.test(plain) && OF_ALL.test(plain));

/** What the record of dividends answers to the question; no line if it asks for something else. */
export function recordLine(question: Question, found: Found, id: string, name: string): Line {
  const { plain } = question;
  if (asksRecord(plain)) {
    if (PAUSE.test(plain)) return pausedLine(question, found, id, name);
    return (CUT.test(plain) ? cutLine : raiseLine)(question, found, id, name);
  }
  return RHYTHM.test(plain) && date(found, 'from', id) === undefined ? rhythmLine(found, id, name) : NO_LINE;
}

/** What else of the record supports the answer. */
export function recordLines({ plain }: Question, found: Found, id: string): readonly Line[] {
  if (!asksRecord(plain)) return [];
  const [oneOff, on, first] = [
    number(found, 'one_off', id),
    date(found, 'one_off_on', id),
    date(found, 'first_session', id),
  ];
  const pause = pauseText(found, id);
  const isOfCuts = CUT.test(plain) || PAUSE.test(plain);
  const raises = number(found, 'raises', id);
  const compared = number(found, 'compared', id);
  return [
    isOfCuts && !PAUSE.test(plain) && pause.text !== '' && (number(found, 'reductions', id)?.value ?? 0) > 0
      ? say`${id} ${pause}.`
      : NO_LINE,
    raises === undefined || compared === undefined
      ? NO_LINE
      : say`Of ${compared} dividends of ${id}, ${raises} ${raises.value === 1 ? 'was' : 'were'} raised against the dividend before${raises.value === 0 ? say`` : say`, the last${lastChange(found, 'raise', id)}`}.`,
    oneOff === undefined || on === undefined
      ? NO_LINE
      : say`Special dividends of ${id} are left out, the last one with the ex-date of ${on} and ${oneOff} a share.`,
    first === undefined ? NO_LINE : say`Dividends of ${id} before ${first}, its first stored session, are not known.`,
  ];
}
