import { dayOf } from '../../calendar/days.js';
import { dollars } from '../text/dollars.js';
import { clamped, type Axis } from './axis.js';

export interface FirmMoney {
  readonly firmType: 'VC' | 'Growth/PE' | 'Strategic/CVC' | 'Sovereign';
  /** In USD. */
  readonly aumUsd: number | null;
  readonly fund: { readonly sizeUsd: number | null; readonly year: number | null } | null;
  readonly checkMinUsd: number | null;
  readonly checkMaxUsd: number | null;
}

const DAYS_PER_YEAR = 365.25;
/** A fund makes its new investments evenly over this many years after the middle of its year. */
const DEPLOYMENT_YEARS = 5;
/** Share of the assets under management that a kind of firm has for new private investments. */
const DRY_SHARES: Readonly<Record<FirmMoney['firmType'], number>> = {
  VC: 0.25,
  'Growth/PE': 0.2,
  'Strategic/CVC': 0.1,
  Sovereign: 0.01,
};
/** Without an amount to raise: dry powder of 0 and of 1, as powers of ten of USD. */
const DRY_POWER_LOW = 7;
const DRY_POWER_HIGH = 10;
/** Share of a round that one investor takes. */
const SHARE_OF_ROUND = { low: 0.1, high: 0.5 } as const;
/** Share of a fund that goes into one company. */
const SHARE_OF_FUND = { low: 0.01, high: 0.1 } as const;
/** Between the largest and the smallest check, where only one of the two is known. */
const CHECK_SPAN = 10;

/** Money that a firm has not invested yet, by its newest fund or else by its assets; null if neither is known. */
function dryPowder(firm: FirmMoney, today: number): { readonly usd: number; readonly from: string } | null {
  const { fund, aumUsd, firmType } = firm;
  if (fund !== null && fund.sizeUsd !== null && fund.year !== null) {
    const age = Math.max(0, (today - dayOf(fund.year, 7, 1)) / DAYS_PER_YEAR);
    const usd = fund.sizeUsd * clamped(1 - age / DEPLOYMENT_YEARS);
    return { usd, from: `a fund of ${dollars(fund.sizeUsd)} of ${fund.year}` };
  }
  if (aumUsd === null) return null;
  return { usd: aumUsd * DRY_SHARES[firmType], from: `assets of ${dollars(aumUsd)}` };
}

/** Modelled dry powder d: d / (d + amount to raise), or by its size if no amount is given. */
export function dryPowderAxis(firm: FirmMoney, raisingUsd: number | null, today: number): Axis {
  const powder = dryPowder(firm, today);
  if (powder === null) return { score: null, reason: 'Dry powder: neither a fund with its year nor assets are known.' };
  const { usd, from } = powder;
  const score =
    raisingUsd === null
      ? clamped((Math.log10(Math.max(usd, 1)) - DRY_POWER_LOW) / (DRY_POWER_HIGH - DRY_POWER_LOW))
      : usd / (usd + raisingUsd);
  return { score, reason: `Dry powder: ${dollars(usd)} modelled from ${from}.` };
}

interface Check {
  readonly low: number;
  readonly high: number;
  readonly basis: string;
}

/** The usual check as the firm tells it, or else a modelled share of its fund; null if nothing is known. */
function checkOf({ checkMinUsd, checkMaxUsd, fund }: FirmMoney): Check | null {
  if (checkMinUsd !== null || checkMaxUsd !== null) {
    const low = checkMinUsd ?? (checkMaxUsd ?? 0) / CHECK_SPAN;
    return { low, high: checkMaxUsd ?? low * CHECK_SPAN, basis: 'told' };
  }
  if (fund === null || fund.sizeUsd === null) return null;
  return {
    low: fund.sizeUsd * SHARE_OF_FUND.low,
    high: fund.sizeUsd * SHARE_OF_FUND.high,
    basis: 'modelled from the fund',
  };
}

/** 1 if the usual check is 10% to 50% of the round, else the ratio of the two nearest ends. */
export function checkSizeAxis(firm: FirmMoney, raisingUsd: number): Axis {
  const check = checkOf(firm);
  if (check === null) return { score: null, reason: 'Check size: neither usual checks nor a fund size are known.' };
  const wanted = { low: raisingUsd * SHARE_OF_ROUND.low, high: raisingUsd * SHARE_OF_ROUND.high };
  const score = Math.min(1, wanted.high / check.low, check.high / wanted.low);
  const range = `${dollars(check.low)} to ${dollars(check.high)} (${check.basis})`;
  const part = `${dollars(wanted.low)} to ${dollars(wanted.high)} of the round`;
  return { score, reason: `Check size: ${range}, against ${part}.` };
}
