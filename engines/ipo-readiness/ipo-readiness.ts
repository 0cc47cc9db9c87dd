import { knownDate } from '../../calendar/date-precision.js';
import { civilOf } from '../../calendar/days.js';
import {
  growthDrivers,
  liquidityDrivers,
  maturityDrivers,
  PAPERS_DAYS,
  scaleDrivers,
  signalDrivers,
  type ReadinessFacts,
} from './axes.js';
import type { Driver } from './driver.js';

export interface ReadinessAxis {
  /** Mean of the drivers' scores; null without any. */
  readonly score: number | null;
  /** Share of the composite: equal for all axes with a score, else 0. */
  readonly weight: number;
  readonly drivers: readonly Driver[];
}

/** Why a company is not on its way to a listing. */
type Gone = 'listed' | 'acquired' | 'being_acquired';
export type ReadinessBand = 'ready' | 'approaching' | 'early' | 'insufficient_data' | Gone;
type AxisName = 'signal' | 'scale' | 'maturity' | 'growth' | 'liquidity';

export interface IpoReadiness {
  /** 0 to 100; null for a company that is no longer private or is being sold, or of which nothing is known. */
  readonly composite: number | null;
  readonly band: ReadinessBand;
  readonly timing: { readonly window: string | null; readonly rationale: string };
  readonly axes: Readonly<Record<AxisName, ReadinessAxis>>;
  /** Axes with a score, as a share of all five. */
  readonly coverage: number;
}

const BAND_FLOORS = { ready: 70, approaching: 50 } as const;
/** With fewer axes there is no band and no rank. */
const LEAST_AXES = 3;
const AXES = 5;

const NO_AXIS: ReadinessAxis = { score: null, weight: 0, drivers: [] };

function axesOf(facts: ReadinessFacts, today: number): Readonly<Record<AxisName, ReadinessAxis>> {
  const drivers = {
    signal: signalDrivers(facts, today),
    scale: scaleDrivers(facts),
    maturity: maturityDrivers(facts, today),
    growth: growthDrivers(facts),
    liquidity: liquidityDrivers(facts, today),
  };
  const known = Object.values(drivers).filter(({ length }) => length > 0).length;
  const axis = (of: readonly Driver[]): ReadinessAxis =>
    of.length === 0
      ? NO_AXIS
      : { score: of.reduce((sum, { score }) => sum + score, 0) / of.length, weight: 1 / known, drivers: of };
  return {
    signal: axis(drivers.signal),
    scale: axis(drivers.scale),
    maturity: axis(drivers.maturity),
    growth: axis(drivers.growth),
    liquidity: axis(drivers.liquidity),
  };
}

function bandOf(composite: number, axes: number): ReadinessBand {
  if (axes < LEAST_AXES) return 'insufficient_data';
  // Bands follow from the score as it is shown.
  const shown = Math.round(composite * 10) / 10;
  if (shown >= BAND_FLOORS.ready) return 'ready';
  return shown >= BAND_FLOORS.approaching ? 'approaching' : 'early';
}

const WINDOWS: Readonly<Partial<Record<ReadinessBand, string>>> = {
  ready: 'one to two years',
  approaching: 'two to four years',
  early: 'more than four years',
};

function timingOf({ status, rumoredYear }: ReadinessFacts, band: ReadinessBand, known: number, today: number) {
  const coverage = `${known} of ${AXES} axes are known.`;
  const papersDay = status?.value === 'filed' ? status.asOfDay : null;
  if (papersDay !== null && today - papersDay <= PAPERS_DAYS)
    return { window: 'within a year', rationale: `Papers for a listing are filed; ${coverage}` };
  const papers = papersDay === null ? '' : knownDate(papersDay, status?.asOfPrecision ?? 'day');
  const told = papersDay === null ? 'without a filing' : `the papers of ${papers} have led to no listing`;
  const year = rumoredYear?.value;
  if (year !== undefined && year >= civilOf(today).year)
    return { window: String(year), rationale: `The press expects the listing in ${year}; ${coverage}` };
  const window = WINDOWS[band] ?? null;
  return window === null
    ? { window, rationale: `Too little is known for an estimate: ${coverage}` }
    : { window, rationale: `The composite is in the band ${band}, ${told}, and no year is expected; ${coverage}` };
}

const SHARES_LISTED = 'Its shares are listed already; it is not ranked.';
const BELONGS = 'It belongs to another company; it is not ranked.';

function goneFrom(band: Gone, rationale: string): IpoReadiness {
  return {
    composite: null,
    band,
    timing: { window: null, rationale },
    axes: { signal: NO_AXIS, scale: NO_AXIS, maturity: NO_AXIS, growth: NO_AXIS, liquidity: NO_AXIS },
    coverage: 0,
  };
}

/** How near a listing a company is on a day, by what is known then. */
export function ipoReadiness(facts: ReadinessFacts, today: number): IpoReadiness {
  const status = facts.status?.value;
  if (status === 'listed') return goneFrom(status, SHARES_LISTED);
  if (status === 'acquired') return goneFrom(status, BELONGS);
  const sale = facts.pendingAcquirer ?? null;
  if (sale !== null) {
    const agreed = `${sale.value} has agreed to buy it, as of ${knownDate(sale.asOfDay, sale.asOfPrecision ?? 'day')}`;
    return goneFrom('being_acquired', `${agreed}; it is not ranked.`);
  }
  const axes = axesOf(facts, today);
  const known = Object.values(axes).filter(({ score }) => score !== null);
  const composite = known.length === 0 ? null : known.reduce((sum, { score }) => sum + (score ?? 0), 0) / known.length;
  const band = bandOf(composite ?? 0, known.length);
  return {
    composite,
    band,
    timing: timingOf(facts, band, known.length, today),
    axes,
    coverage: known.length / AXES,
  };
}

/** Scores are equal below this many decimals. */
const TIE_DECIMALS = 9;

/** Slugs of the companies that have a band of their own, best composite first; equal ones by slug. */
export function rankReadiness(all: ReadonlyMap<string, IpoReadiness>): readonly string[] {
  return [...all]
    .flatMap(([slug, { composite, band }]) =>
      composite === null || band === 'insufficient_data'
        ? []
        : [{ slug, key: Number(composite.toFixed(TIE_DECIMALS)) }],
    )
    .sort((one, other) => other.key - one.key || (one.slug < other.slug ? -1 : 1))
    .map(({ slug }) => slug);
}
