import type { CardDay } from './card-sums.js';
import { CARD } from './constants.js';
import { overlapTest, type OverlapTest } from './overlap-test.js';
import { dailyMeans } from './record.js';
import { deflatedSharpe, worthlessVariance } from './sharpe-tests.js';
import { meansSample } from './track-record.js';

export interface Significance {
  /** Days with signals. */
  readonly dayCount: number;
  /** Mean of the daily means. */
  readonly meanReturn: number;
  /** Null, as what follows, below two horizons of days and without variation. */
  readonly standardError: number | null;
  readonly tStatistic: number | null;
  readonly pValue: number | null;
  readonly rankCorrelationStatistic: number | null;
  readonly rankIcPValue: number | null;
  readonly deflatedSharpe: number | null;
  readonly variants: number;
  readonly isProven: boolean;
  /** Sentences for display. */
  readonly read: string;
}

const percent = (share: number): string => `${(100 * share).toFixed(2)}%`;

/** What recorded days cannot know: shares that were delisted before the first import. */
const SURVIVORS = 'Days that were recorded afterwards know only the tickers that are stored, which flatters buys.';

interface Evidence {
  readonly days: number;
  readonly signals: number;
  readonly wins: number;
  readonly rose: number;
  readonly meanReturn: number;
  readonly returns: OverlapTest | null;
  readonly ranks: OverlapTest | null;
  readonly deflated: number | null;
}

const isShown = (test: OverlapTest | null): boolean => test !== null && test.t > 0 && test.pValue <= CARD.alpha;

/**
 * All three: returns above 0, higher scores before higher returns on the same days, and no luck of several versions.
 */
function isProven({ returns, ranks, deflated }: Evidence): boolean {
  return isShown(returns) && isShown(ranks) && deflated !== null && deflated >= CARD.deflatedAtLeast;
}

/** What the test of the daily rank correlations shows. */
type RankFinding = 'untested' | 'notSignificant' | 'higher' | 'lower';

function rankFinding(ranks: OverlapTest | null): RankFinding {
  if (ranks === null) return 'untested';
  if (ranks.pValue > CARD.alpha) return 'notSignificant';
  return ranks.t > 0 ? 'higher' : 'lower';
}

const MARKET = 'so that the move of the market as a whole may explain it';
const UNTESTED =
  'whether higher scores came before higher returns on the same day could not be tested ' +
  `(it takes ${CARD.minDays} days with ${CARD.minSecurities} signals, and correlations that vary)`;
const NOT_SIGNIFICANT = 'no correlation of scores and returns on the same day is shown';

/** Of a mean return that is significantly below 0. */
const LOSSES: Readonly<Record<RankFinding, string>> = {
  untested: `, but ${UNTESTED}, ${MARKET}.`,
  notSignificant: `, but ${NOT_SIGNIFICANT}, ${MARKET}.`,
  higher: `, but on the same day higher scores came before higher returns, ${MARKET}.`,
  lower: ', and on the same day higher scores came before lower returns.',
};

/** Of a mean return that is significantly above 0, without such a correlation. */
const GAINS: Readonly<Record<Exclude<RankFinding, 'higher'>, string>> = {
  untested: `${UNTESTED}, ${MARKET}.`,
  notSignificant: `${NOT_SIGNIFICANT}, ${MARKET}.`,
  lower: `on the same day higher scores came before lower returns, ${MARKET}.`,
};

function verdict(evidence: Evidence): string {
  const { days, returns, ranks, deflated } = evidence;
  if (returns === null && days < CARD.minDays)
    return `Nothing is proven: fewer than ${CARD.minDays} days of resolved signals, too few for a test.`;
  if (returns === null) return 'Nothing is proven: the daily mean returns do not vary, so that there is no test.';
  if (isProven(evidence)) return 'The record is better than chance explains.';
  const finding = rankFinding(ranks);
  if (returns.t < 0 && returns.pValue <= CARD.alpha)
    return `The signals lost more than chance explains${LOSSES[finding]}`;
  if (!isShown(returns)) return 'Nothing is proven: chance alone could explain the mean return.';
  if (finding !== 'higher') return `Nothing is proven: the mean return is above 0, but ${GAINS[finding]}`;
  return `Nothing is proven: the best of ${CARD.variants} versions of the method may be as good by luck${deflated === null ? '' : ` (deflated Sharpe ratio ${deflated.toFixed(2)})`}.`;
}

function sentences(evidence: Evidence): string {
  const { days, signals, wins, rose, meanReturn, returns } = evidence;
  const p = returns === null ? '' : ` (p ${returns.pValue.toPrecision(2)})`;
  const over = `Over ${days} days the mean return in the signal’s direction was ${percent(meanReturn)} in 21 sessions${p}.`;
  const isRise = rose * 2 >= signals;
  const always = isRise ? rose : signals - rose;
  const rates =
    `${percent(wins / signals)} of the signals were right; to expect ${isRise ? 'a rise' : 'no rise'} ` +
    `after each of them would have been right in ${percent(always / signals)}.`;
  return `${verdict(evidence)} ${over} ${rates} ${SURVIVORS}`;
}

/** Whether the record is more than chance; null without signals. */
export function significance(counted: readonly CardDay[]): Significance | null {
  const means = dailyMeans(counted);
  if (means.length === 0) return null;
  const correlations = Float64Array.from(counted, ({ rankIc }) => rankIc).filter((value) => !Number.isNaN(value));
  const sample = meansSample(means);
  const returns = overlapTest(means);
  const deflated =
    returns === null || sample === null ? null : deflatedSharpe(sample, CARD.variants, worthlessVariance(sample));
  const meanReturn = means.reduce((sum, value) => sum + value, 0) / means.length;
  const total = (of: (day: CardDay) => number): number => counted.reduce((sum, day) => sum + of(day), 0);
  const evidence: Evidence = {
    days: means.length,
    signals: total(({ signals }) => signals),
    wins: total(({ wins }) => wins),
    rose: total(({ rose }) => rose),
    meanReturn,
    returns,
    ranks: overlapTest(correlations),
    deflated,
  };
  return {
    dayCount: means.length,
    meanReturn,
    standardError: returns?.standardError ?? null,
    tStatistic: returns?.t ?? null,
    pValue: returns?.pValue ?? null,
    rankCorrelationStatistic: evidence.ranks?.t ?? null,
    rankIcPValue: evidence.ranks?.pValue ?? null,
    deflatedSharpe: deflated,
    variants: CARD.variants,
    isProven: isProven(evidence),
    read: sentences(evidence),
  };
}
