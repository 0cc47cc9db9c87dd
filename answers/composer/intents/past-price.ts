import { isoDate, parseIsoDate } from '../../../calendar/days.js';
import type { Entity } from '../../names/entity.js';
import type { Found } from '../found.js';
import { share, type Intent, type Section } from '../intent.js';
import { listed, NO_LINE, say, signed, type Line } from '../line.js';
import { ANNUALISED, askedPeriod, DRAWDOWN, EXTREME, LOW, RISK, WORST } from '../asked-prices.js';
import type { Period } from '../periods.js';
import type { Question } from '../question.js';
import { fullName, moved } from '../words.js';
import { placed } from './comparison.js';
import { kept } from './signal.js';

const key = (name: string): string => `past_prices.${name}`;

/** Why nothing is told: before the first stored session, or nothing stored. */
function nothingLine(found: Found, security: Entity): Line {
  const [asked, first] = [found.date(key('asked'), security.key), found.date(key('first'), security.key)];
  if (asked === undefined || first === undefined) return say`No prices of ${fullName(security)} are stored.`;
  return say`No prices of ${fullName(security)} are stored for ${asked}: the first stored session is ${first}.`;
}

function dayHeadline(question: Question, found: Found, security: Entity): Line {
  const { key: id } = security;
  const [session, asked, close, change, volume, last] = [
    found.date(key('session'), id),
    found.date(key('asked'), id),
    found.number(key('close'), id),
    found.number(key('change'), id),
    found.number(key('volume'), id),
    found.date(key('last'), id),
  ];
  if (session === undefined || asked === undefined || close === undefined) return nothingLine(found, security);
  const isLater = last !== undefined && asked.value > last.value;
  const taken =
    session.value === asked.value
      ? say``
      : isLater
        ? say`; no session of ${asked} is stored, so the last one before it was taken`
        : say`; ${asked} was no session, so the last one before it was taken`;
  if (/\bvolume\b|\bshares traded\b/.test(question.plain) && volume !== undefined)
    return say`${fullName(security)} traded ${volume} shares on ${session}${taken}.`;
  if (/\bopen(?:ed|ing)?\b/.test(question.plain))
    return say`${fullName(security)} opened at ${found.number(key('open'), id) ?? ''} on ${session} and closed at ${close}${taken}.`;
  return say`${fullName(security)} closed at ${close} on ${session}${change === undefined ? say`` : say`, after it ${moved(change)} in the session`}${taken}.`;
}

function dayLines(found: Found, { key: id }: Entity): readonly Line[] {
  const [session, open, high, low, volume, previous, on] = [
    found.date(key('session'), id),
    found.number(key('open'), id),
    found.number(key('high'), id),
    found.number(key('low'), id),
    found.number(key('volume'), id),
    found.number(key('previous'), id),
    found.date(key('previous_on'), id),
  ];
  if (session === undefined || open === undefined || high === undefined || low === undefined || volume === undefined)
    return [];
  return kept([
    say`On ${session} ${id} had an opening price of ${open}, a highest price of ${high}, a lowest price of ${low} and a volume of ${volume} shares.`,
    previous === undefined || on === undefined
      ? NO_LINE
      : say`The close of the session before, ${on}, was ${previous}.`,
  ]);
}

/** As it is written in a sentence. */
const shownPrice = (value: number): number => (value < 1 ? Number(value.toPrecision(4)) : Number(value.toFixed(2)));

function spanLines({ plain }: Question, found: Found, { key: id }: Entity): readonly Line[] {
  const [start, end, change, total] = ['start', 'end', 'change', 'total_return'].map((name) =>
    found.number(key(name), id),
  );
  const [startOn, endOn] = [found.date(key('start_on'), id), found.date(key('end_on'), id)];
  const [top, topOn, bottom, bottomOn] = [
    found.number(key('top'), id),
    found.date(key('top_on'), id),
    found.number(key('bottom'), id),
    found.date(key('bottom_on'), id),
  ];
  const isKnown = start !== undefined && end !== undefined && startOn !== undefined && endOn !== undefined;
  const ratio = isKnown ? (shownPrice(end.value) / shownPrice(start.value)).toFixed(4) : '';
  const [fallFrom, fallTo] = [found.date(key('drawdown_from'), id), found.date(key('drawdown_to'), id)];
  return kept([
    RISK.test(plain) && fallFrom !== undefined && fallTo !== undefined
      ? say`The deepest fall of ${id} was from the close of ${fallFrom} to that of ${fallTo}.`
      : NO_LINE,
    isKnown
      ? say`The last close of ${id} was ${end}, on ${endOn}, and the close before the period ${start}, on ${startOn}: ${end} / ${start} = ${ratio}.`
      : NO_LINE,
    total === undefined || change === undefined || total.value === change.value
      ? NO_LINE
      : say`The return of ${id} with dividends was ${signed(total)}.`,
    top === undefined || topOn === undefined || bottom === undefined || bottomOn === undefined
      ? NO_LINE
      : say`The highest close of ${id} in it was ${top} on ${topOn}, the lowest close ${bottom} on ${bottomOn}.`,
  ]);
}

/** Drawdown and volatility of a period; empty if they are not asked for or not known. */
function riskHeadline({ plain }: Question, found: Found, security: Entity): Line {
  const { key: id } = security;
  const startOn = found.date(key('start_on'), id) ?? found.date(key('first_on'), id);
  const endOn = found.date(key('end_on'), id);
  const [drawdown, volatility] = [found.number(key('drawdown'), id), found.number(key('volatility'), id)];
  if (!RISK.test(plain) || startOn === undefined || endOn === undefined || drawdown === undefined) return NO_LINE;
  const times = say`from the close of ${startOn} to that of ${endOn}`;
  if (volatility === undefined) return say`The maximum drawdown of ${fullName(security)} was ${drawdown} ${times}.`;
  return DRAWDOWN.test(plain)
    ? say`The maximum drawdown of ${fullName(security)} was ${drawdown} ${times}, with a volatility of ${volatility} a year.`
    : say`The volatility of ${fullName(security)} was ${volatility} a year ${times}, with a maximum drawdown of ${drawdown}.`;
}

/** The growth a year of a period; empty if it is not asked for, or the period is shorter than a year. */
function annualisedHeadline({ plain }: Question, found: Found, security: Entity): Line {
  const { key: id } = security;
  const [startOn, endOn] = [found.date(key('start_on'), id), found.date(key('end_on'), id)];
  const annualised = found.number(key('annualised'), id);
  if (!ANNUALISED.test(plain) || startOn === undefined || endOn === undefined || annualised === undefined)
    return NO_LINE;
  const times = say`from the close of ${startOn} to that of ${endOn}`;
  return say`The annualised return of ${fullName(security)} with dividends was ${signed(annualised)} ${times}.`;
}

function spanHeadline(question: Question, found: Found, security: Entity): Line {
  const { key: id } = security;
  const risk = riskHeadline(question, found, security);
  if (risk.text !== '') return risk;
  const annualised = annualisedHeadline(question, found, security);
  if (annualised.text !== '') return annualised;
  const [startOn, firstOn, endOn, change] = [
    found.date(key('start_on'), id),
    found.date(key('first_on'), id),
    found.date(key('end_on'), id),
    found.number(key('change'), id),
  ];
  if (endOn === undefined || firstOn === undefined) return nothingLine(found, security);
  if (EXTREME.test(question.plain)) {
    const isLow = LOW.test(question.plain);
    const [value, on] = [
      found.number(key(isLow ? 'bottom' : 'top'), id),
      found.date(key(isLow ? 'bottom_on' : 'top_on'), id),
    ];
    return say`The ${isLow ? 'lowest' : 'highest'} close of ${fullName(security)} from ${firstOn} to ${endOn} was ${value ?? ''}, on ${on ?? ''}.`;
  }
  const [top, bottom, end] = ['top', 'bottom', 'end'].map((name) => found.number(key(name), id));
  if (
    LEVEL.test(question.plain) &&
    !CHANGE.test(question.plain) &&
    top !== undefined &&
    bottom !== undefined &&
    end !== undefined
  )
    return say`From ${firstOn} to ${endOn} the lowest close of ${fullName(security)} was ${bottom}, the highest close ${top}, and the last close ${end}.`;
  if (startOn === undefined || change === undefined) {
    const first = found.date(key('first'), id);
    return say`The change of ${fullName(security)} over this period is not known: its first stored session is ${first ?? firstOn}.`;
  }
  return say`${fullName(security)} ${moved(change, 'gained', 'lost')} from the close of ${startOn} to that of ${endOn}.`;
}

/** A question for prices, and not for how they changed. */
const LEVEL = /\b(?:prices?|worth|cost|trad(?:e|ed|ing)|close[ds]?|closing)\b/;
const CHANGE =
  /\b(?:gain\w*|lost|lose|loss(?:es)?|return\w*|perform\w*|rose|rise|risen|fell|fall|fallen|went|gone|go|up|down|do|done|fared?|mov\w*|chang\w*|drop\w*|jump\w*|rall\w*|climb\w*|best|worst|better)\b/;

const SPLITS = say`Prices are adjusted for later splits.`;

/** "A was first stored after the period began": a highest close that leaves out a part of the period says so. */
const isCut = (found: Found, { key: id }: Entity, { from }: Period): boolean => {
  const first = parseIsoDate(found.date(key('first'), id)?.value ?? '');
  return first !== null && first > from;
};

/** The figure by which several securities are put beside each other. */
function measureOf({ plain }: Question, { isDay }: Period): string {
  if (isDay) return /\bvolume\b/.test(plain) ? 'volume' : 'close';
  if (RISK.test(plain)) return DRAWDOWN.test(plain) ? 'drawdown' : 'volatility';
  if (EXTREME.test(plain)) return LOW.test(plain) ? 'bottom' : 'top';
  return ANNUALISED.test(plain) ? 'annualised' : 'change';
}

function several(question: Question, found: Found, period: Period): Section | null {
  const { securities, plain } = question;
  const wanted = key(measureOf(question, period));
  const all = placed(securities, found, wanted);
  const [first, second] = all;
  if (first === undefined) return null;
  const lines = securities.flatMap((security) =>
    period.isDay ? dayLines(found, security) : spanLines(question, found, security).slice(0, 2),
  );
  const headlines = securities.map((security) =>
    period.isDay ? dayHeadline(question, found, security) : spanHeadline(question, found, security),
  );
  const coverage = share(securities, ({ key: id }) => found.number(wanted, id) !== undefined);
  const [start, end] = [found.date(key('start_on'), first.security.key), found.date(key('end_on'), first.security.key)];
  const isSame = all.every(
    ({ security }) =>
      found.date(key('start_on'), security.key)?.value === start?.value &&
      found.date(key('end_on'), security.key)?.value === end?.value,
  );
  const [own = say``, ...others] = headlines;
  if (RISK.test(plain) && !period.isDay && second !== undefined && start !== undefined && end !== undefined && isSame) {
    const isFall = wanted === key('drawdown');
    const most = isFall ? [...all].reverse() : all;
    const parts = most.map(({ security: { key: id }, fact }) =>
      isFall ? say`${id} had a maximum drawdown of ${fact}` : say`${id} had a volatility of ${fact} a year`,
    );
    return {
      headline: say`From the close of ${start} to that of ${end}, ${listed(parts)}.`,
      lines: kept([...headlines, ...lines, SPLITS]),
      coverage,
    };
  }
  const isAnnualised = wanted === key('annualised');
  if (
    (wanted !== key('change') && !isAnnualised) ||
    second === undefined ||
    start === undefined ||
    end === undefined ||
    !isSame
  )
    return { headline: own, lines: kept([...others, ...lines, SPLITS]), coverage };
  const ranked = WORST.test(plain) ? [...all].reverse() : all;
  const parts = ranked.map(({ security, fact }) => say`${security.key} (${signed(fact)})`);
  const order = WORST.test(plain) ? 'from worst to best' : 'from best to worst';
  const by = isAnnualised ? say`by annualised return with dividends, ` : say``;
  return {
    headline: say`From the close of ${start} to that of ${end}, ${by}${order}: ${listed(parts)}.`,
    lines: kept([
      ...headlines.filter((_, at) => !all.some(({ security }) => security.id === securities[at]?.id)),
      ...lines,
      SPLITS,
    ]),
    coverage,
  };
}

/** A company that is also an investor is named by the same words. */
const isOfSecurities = ({ names: { mentions } }: Question): boolean =>
  mentions.every(
    ({ entity, start }) =>
      entity.kind === 'security' || mentions.some((other) => other.entity.kind === 'security' && other.start === start),
  );

/** Closes of past days, and changes, highs and lows over past stretches of days. */
export const INTENT: Intent = {
  name: 'past-price',
  signs: [[/^.*$/, 8]],
  fits: (question) =>
    question.securities.length > 0 &&
    isOfSecurities(question) &&
    question.holdings === null &&
    askedPeriod(question) !== null,
  plan: (question) => {
    const period = askedPeriod(question);
    if (period === null) return [];
    const tickers = question.securities.map(({ key: id }) => id);
    return [
      {
        tool: 'past_prices',
        input: { tickers, from: isoDate(period.from), to: isoDate(period.to), isDay: period.isDay },
      },
    ];
  },
  write(question, found) {
    const [security] = question.securities;
    const period = askedPeriod(question);
    if (security === undefined || period === null) return null;
    if (question.securities.length > 1) return several(question, found, period);
    const isTold = found.date(key(period.isDay ? 'session' : 'end_on'), security.key) !== undefined;
    const lines = period.isDay ? dayLines(found, security) : spanLines(question, found, security);
    const cut =
      isTold && isCut(found, security, period)
        ? say`The first stored session of ${security.key} is ${found.date(key('first'), security.key) ?? ''}, so a part of the period is missing.`
        : NO_LINE;
    const headline = period.isDay ? dayHeadline(question, found, security) : spanHeadline(question, found, security);
    return {
      headline,
      lines: isTold ? kept([cut, ...lines, SPLITS]) : [SPLITS],
      coverage: isTold ? (cut.text === '' ? 1 : 0.5) : 0.2,
    };
  },
};
