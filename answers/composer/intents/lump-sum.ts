import { isoDate, yearsBack } from '../../../calendar/days.js';
import type { Entity } from '../../names/entity.js';
import { lumpSumIn } from '../amounts.js';
import { boundsIn } from '../conditions.js';
import type { Found } from '../found.js';
import { yearsIn } from '../horizons.js';
import { share, type Intent } from '../intent.js';
import { NO_LINE, ofQuestion, say, signed, type Line } from '../line.js';
import { periodIn } from '../periods.js';
import type { Question } from '../question.js';
import { fullName } from '../words.js';
import { kept } from './signal.js';

const LUMP = /\blump[- ]?sum\b|\b(?:all )?at once\b|\bone[- ]time (?:investment|purchase)\b/;
/** Words of a purchase, or a sum of money in a security. */
const PURCHASE =
  /\b(?:put|invest(?:ed|ing|s)?|bought|into)\b|\$?\d[\d,.]*\s?(?:k|thousand|million|dollars?|usd|bucks)? (?:worth of|of|in|into|on) (?:the )?@s/;
/** Purchases of a plan, what others bought, what is held, and what may come. */
const OTHER =
  /\b(?:dca|dollar[- ]cost|cost averag\w*|who|insiders?|congress\w*|senators?|funds? (?:buy|bought)|buy-?backs?|repurchase[ds]?|hold|holds|holding|own|owns|portfolio|simulat\w*|could|will|might|should|risk\w*|var|lose|tomorrow|next|from now|forecast|options?|calls?|puts|dividends? (?:income|from)|income)\b/;
/** Two times, of which the later one is the end. */
const BETWEEN = /\bfrom\b.*\b(?:to|until|till)\b|\bbetween\b/;
/** Years of a purchase without a time, as those of plans. */
const YEARS = 10;
const DAYS_A_YEAR = 365.25;

interface Holding {
  /** Days since 1970-01-01; the purchase is at the last close before `from`. */
  readonly from: number;
  readonly to: number;
  readonly usd: number;
  readonly hasTime: boolean;
}

/** What is bought once, and for how long it is held; null if the question asks for nothing of the kind. */
function holdingOf(question: Question): Holding | null {
  const { plain, today } = question;
  const usd = lumpSumIn(question);
  const isLump = LUMP.test(plain);
  if (usd === null || OTHER.test(plain) || !(isLump || PURCHASE.test(plain)) || boundsIn(question).length > 0)
    return null;
  const period = periodIn(question);
  if (period !== null) {
    const from = period.isDay ? period.from + 1 : period.from;
    const to = BETWEEN.test(plain) ? period.to : today;
    return { from, to, usd, hasTime: true };
  }
  const years = yearsIn(question);
  if (years === null && !isLump) return null;
  const from = Number.isInteger(years ?? YEARS)
    ? yearsBack(today, years ?? YEARS)
    : today - Math.round((years ?? 0) * DAYS_A_YEAR);
  return { from: from + 1, to: today, usd, hasTime: years !== null };
}

const key = (name: string): string => `past_prices.${name}`;

function headlineOf(found: Found, security: Entity): Line {
  const { key: id } = security;
  const [amount, worth, total] = ['amount', 'worth', 'total_return'].map((name) => found.number(key(name), id));
  const [startOn, endOn, first] = ['start_on', 'end_on', 'first'].map((name) => found.date(key(name), id));
  if (
    amount === undefined ||
    worth === undefined ||
    total === undefined ||
    startOn === undefined ||
    endOn === undefined
  )
    return say`What a purchase of ${fullName(security)} at that time would have become is not known${first === undefined ? say`` : say`: its first stored session is ${first}`}.`;
  return say`${amount} in ${fullName(security)} at the close of ${startOn} would have become ${worth} by the close of ${endOn}, with dividends reinvested: a return of ${signed(total)}.`;
}

function linesOf(found: Found, { key: id }: Entity): readonly Line[] {
  const [amount, byPrice, start, end] = ['amount', 'worth_by_price', 'start', 'end'].map((name) =>
    found.number(key(name), id),
  );
  if (amount === undefined || byPrice === undefined || start === undefined || end === undefined) return [];
  return [
    say`By the price of ${id} alone, without dividends, it would be ${byPrice}: ${amount} × ${end} / ${start} (closes, adjusted for splits).`,
  ];
}

const METHOD = say`The value with dividends is from adjusted closes, which reinvest each dividend on its ex-date; costs and taxes are not counted.`;

/** What one purchase in the past would have become. */
export const INTENT: Intent = {
  name: 'lump-sum',
  signs: [[/^.*$/, 12]],
  fits: (question) =>
    question.securities.length > 0 &&
    question.companies.length + question.investors.length === 0 &&
    holdingOf(question) !== null,
  plan: (question) => {
    const holding = holdingOf(question);
    return holding === null
      ? []
      : [
          {
            tool: 'past_prices',
            input: {
              tickers: question.securities.map(({ key: id }) => id),
              from: isoDate(holding.from),
              to: isoDate(holding.to),
              isDay: false,
              amountUsd: holding.usd,
            },
          },
        ];
  },
  write(question, found) {
    const { securities } = question;
    const [first, ...others] = securities;
    if (first === undefined) return null;
    return {
      headline: headlineOf(found, first),
      lines: kept([
        ...others.map((each) => headlineOf(found, each)),
        ...securities.flatMap((each) => linesOf(found, each)),
        METHOD,
        securities.length > 1 ? ofQuestion('Each of them is bought for the whole amount.') : NO_LINE,
      ]),
      coverage: share(securities, ({ key: id }) => found.number(key('worth'), id) !== undefined),
      unread:
        holdingOf(question)?.hasTime === false
          ? [ofQuestion('The question names no time of the purchase; this one is of ten years ago.')]
          : [],
    };
  },
};
