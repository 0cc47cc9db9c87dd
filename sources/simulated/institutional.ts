import { dayOf, isoDate } from '../../calendar/days.js';
import { newYorkTime } from '../../calendar/new-york-time.js';
import { nextSession } from '../../calendar/nyse.js';
import { quarterEndBefore } from '../../calendar/quarters.js';
import { withCheckDigit } from '../../store/cusips.js';
import type { InstitutionalPosition } from '../../store/institutional-positions.js';
import type { StoredSeries } from '../../store/series.js';
import type { NewFiling } from '../institutional/filed-report.js';
import { storeFilings } from '../institutional/store-filings.js';
import { profileOf } from '../models/well-known.js';
import { INSTRUMENTS } from './instruments.js';
import { hashText, seededRandom } from './random.js';
import { SIMULATED, type SimulatedRows } from './simulated-rows.js';

const SEED = hashText('institutional');
const FIRST_PERIOD = dayOf(2023, 12, 31);

/** Names are invented and say so; so are the numbers, which the SEC gives to nobody. */
const MANAGERS = [
  { name: 'Aldermoor Capital', size: 9, reach: 0.9, lag: 40 },
  { name: 'Birchfathom Partners', size: 1, reach: 0.5, lag: 44 },
  { name: 'Copperquill Asset Management', size: 4, reach: 0.8, lag: 35 },
  { name: 'Dunlark Investors', size: 2, reach: 0.6, lag: 43 },
  { name: 'Eastmere Index Funds', size: 14, reach: 1, lag: 30 },
  { name: 'Foxglove Hill Advisers', size: 0.6, reach: 0.4, lag: 45 },
  { name: 'Greywater Pension Board', size: 5, reach: 0.85, lag: 38 },
  { name: 'Hollowell Research Fund', size: 0.8, reach: 0.5, lag: 45 },
  { name: 'Ironhythe Trust Company', size: 7, reach: 0.9, lag: 33 },
  { name: 'Juniper Row Capital', size: 1.5, reach: 0.5, lag: 44 },
  { name: 'Kestrelbay Partners', size: 3, reach: 0.7, lag: 41 },
  { name: 'Larchquay Endowment', size: 2.5, reach: 0.6, lag: 42 },
].map((manager, index) => ({ ...manager, name: `${manager.name} (invented)`, cik: `99900000${String(index + 11)}` }));

type Manager = (typeof MANAGERS)[number];

/** Million USD that a manager of size 1 has in one security, at most. */
const MOST_MILLION = 60;
/** Chances in a quarter: that nothing changes, that a position is closed, and that it is opened again. */
const CHANCES = { unchanged: 0.15, closed: 0.06, opened: 0.3 } as const;
const LARGEST_CHANGE = 0.25;
/** Chance that a holding comes with options, in contracts of 100 shares. */
const OPTIONS = 0.04;
/** Chance that a report leaves out its last entry, which an amendment adds. */
const AMENDED = 0.12;
const DAYS_TO_AMENDMENT = 12;

/** An invented CUSIP; issuers' numbers from 990 on are nobody's. */
function inventedCusip(symbol: string): string {
  const place = INSTRUMENTS.findIndex((instrument) => instrument.symbol === symbol);
  return withCheckDigit(`99${String(place).padStart(4, '0')}10`);
}

/** Ends of quarters whose reports can be filed before `today`, oldest first. */
function periodsBefore(today: number): readonly number[] {
  const periods: number[] = [];
  for (let end = quarterEndBefore(today); end >= FIRST_PERIOD; end = quarterEndBefore(end)) periods.unshift(end);
  return periods;
}

/** The close of a day or the last one before, on the share basis of the day, and shares of then for one of today. */
function closeOn({ bars, splits }: StoredSeries, day: number) {
  const close = bars.close[bars.days.findLastIndex((each) => each <= day)];
  const ratio = splits.reduce((product, split) => (split.day > day ? product * split.ratio : product), 1);
  return close === undefined ? undefined : { close: close * ratio, sharesOfThen: 1 / ratio };
}

/** Shares of today that a manager holds at the end of each period; each quarter from a seed of its own. */
function sharesOf(manager: Manager, series: StoredSeries, periods: readonly number[]): readonly number[] {
  const purpose = hashText(`${manager.cik} ${series.symbol}`);
  const start = seededRandom(SEED, 0, purpose);
  const isHeld = start() < manager.reach;
  const usd = manager.size * MOST_MILLION * 1e6 * (0.05 + 0.95 * start() ** 2);
  const { close, sharesOfThen } = closeOn(series, FIRST_PERIOD) ?? { close: Infinity, sharesOfThen: 1 };
  let shares = usd / close / sharesOfThen;
  let isOpen = isHeld;
  return periods.map((period) => {
    const random = seededRandom(SEED, period, purpose);
    const [draw, change] = [random(), random()];
    if (isHeld) isOpen = isOpen ? draw >= CHANCES.closed : draw < CHANCES.opened;
    if (draw >= CHANCES.closed + CHANCES.unchanged) shares *= 1 + LARGEST_CHANGE * (2 * change - 1);
    return isOpen ? shares : 0;
  });
}

/** What a manager reports of a security at the end of a period. */
function positionsOf(manager: Manager, series: StoredSeries, period: number, sharesOfToday: number) {
  const priced = closeOn(series, period);
  const shares = Math.floor(sharesOfToday * (priced?.sharesOfThen ?? 0));
  if (priced === undefined || shares === 0) return [];
  const random = seededRandom(SEED, period, hashText(`${manager.cik} ${series.symbol} options`));
  const position = {
    cusip: inventedCusip(series.symbol),
    issuer: profileOf(series.symbol).name.toUpperCase(),
    titleOfClass: 'COM',
    discretion: 'SOLE' as const,
    otherManagers: null,
    votingSole: 0,
    votingShared: 0,
    votingNone: 0,
  };
  const contracts = Math.ceil(shares / 1000);
  const options =
    random() < OPTIONS
      ? [{ kind: random() < 0.5 ? ('PUT' as const) : ('CALL' as const), amount: contracts * 100 }]
      : [];
  return [{ kind: 'SHARES' as const, amount: shares }, ...options].map((held) => ({
    ...position,
    ...held,
    value: Math.round(held.amount * priced.close),
    votingSole: held.kind === 'SHARES' ? held.amount : 0,
  }));
}

interface Filed {
  readonly filing: NewFiling;
  readonly positions: readonly InstitutionalPosition[];
}

type Entry = ReturnType<typeof positionsOf>[number];

function filed(manager: Manager, period: number, entries: readonly Entry[], isAmendment: boolean): Filed {
  const accession = `${SIMULATED.toUpperCase()}-${manager.cik}-${isoDate(period)}${isAmendment ? '-A1' : ''}`;
  const value = entries.reduce((sum, entry) => sum + entry.value, 0);
  const filing: NewFiling = {
    accession,
    cik: manager.cik,
    manager: manager.name,
    periodDay: period,
    filingDay: nextSession(period + manager.lag + (isAmendment ? DAYS_TO_AMENDMENT : 0) - 1),
    isFilingDayEstimated: false,
    form: isAmendment ? '13F-HR/A' : '13F-HR',
    amendment: isAmendment ? 'NEW HOLDINGS' : null,
    amendmentNumber: isAmendment ? 1 : null,
    statedEntries: entries.length,
    statedValue: value,
    isUnitCorrected: false,
    entries: entries.length,
    refusedEntries: 0,
    value,
    source: SIMULATED,
  };
  return { filing, positions: entries.map((entry, index) => ({ ...entry, accession, entry: index + 1 })) };
}

/** Filings before New York's day of `now`, all invented. */
function simulatedFilings13f(histories: readonly StoredSeries[], now: Date): readonly Filed[] {
  const today = newYorkTime(now.getTime()).day;
  const periods = periodsBefore(today);
  return MANAGERS.flatMap((manager) => {
    const held = histories.map((series) => ({ series, shares: sharesOf(manager, series, periods) }));
    return periods.flatMap((period, index) => {
      const entries = held.flatMap(({ series, shares }) => positionsOf(manager, series, period, shares[index] ?? 0));
      const isAmended = seededRandom(SEED, period, hashText(`${manager.cik} amendment`))() < AMENDED;
      const late = isAmended ? entries.slice(-1) : [];
      const reports = [
        filed(manager, period, entries.slice(0, entries.length - late.length), false),
        ...(late.length === 0 ? [] : [filed(manager, period, late, true)]),
      ];
      return reports.filter(({ filing }) => filing.filingDay < today && filing.entries > 0);
    });
  });
}

/** For simulated securities; none once a real form is stored. */
export const SIMULATED_ROWS: SimulatedRows = async ({ store, tx, now, isFirst }) => {
  if (await store.institutionalFilings.hasOthers(tx, SIMULATED)) return;
  if (isFirst) {
    await store.institutionalPositions.removeSource(tx, SIMULATED);
    await store.institutionalFilings.removeSource(tx, SIMULATED);
  }
  const symbols = INSTRUMENTS.map(({ symbol }) => symbol).filter((symbol) => profileOf(symbol).kind !== 'index');
  const stored = [...(await store.bars.within(tx, symbols)).values()].filter(({ source }) => source === SIMULATED);
  await store.cusips.save(
    tx,
    stored.map(({ symbol }) => ({ cusip: inventedCusip(symbol), ticker: symbol, day: null, source: SIMULATED })),
  );
  const all = simulatedFilings13f(stored, now);
  await storeFilings(
    store,
    tx,
    all.map(({ filing }) => filing),
    all.map(({ positions }) => positions),
  );
};
