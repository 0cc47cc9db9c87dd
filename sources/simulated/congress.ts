import { newYorkTime } from '../../calendar/new-york-time.js';
import { nextSession } from '../../calendar/nyse.js';
import { congressTrade, congressTradeKey, type NewCongressTrade } from '../../store/congress-trades.js';
import { profileOf } from '../models/well-known.js';
import { INSTRUMENTS } from './instruments.js';
import { hashText, seededRandom, type Random } from './random.js';
import { SIMULATED, type SimulatedRows } from './simulated-rows.js';

const SEED = hashText('congress');
/** Names are invented and say so. */
const MEMBERS = [
  { member: 'Senator A. Alder (invented)', chamber: 'senate' },
  { member: 'Senator B. Basalt (invented)', chamber: 'senate' },
  { member: 'Representative C. Cinder (invented)', chamber: 'house' },
  { member: 'Representative D. Dovetail (invented)', chamber: 'house' },
] as const;
const OWNERS = ['Self', 'Spouse', 'Joint'] as const;
const ACTIONS = ['purchase', 'purchase', 'sale', 'partial_sale'] as const;
/** The ranges of the forms, USD. */
const AMOUNTS = [
  [1_001, 15_000],
  [1_001, 15_000],
  [15_001, 50_000],
  [50_001, 100_000],
] as const;
const WEEK = 7;
const MOST_A_WEEK = 4;
/** Calendar days from a trade to its disclosure; the law allows 45. */
const DISCLOSURE = { least: 9, range: 36 } as const;
/** Weeks of trades that are kept, enough for every window. */
const WEEKS = 20;

const COMPANIES = INSTRUMENTS.map(({ symbol }) => symbol).filter((symbol) => profileOf(symbol).kind === 'equity');

function pick<Value>(values: readonly [Value, ...Value[]] | readonly Value[], random: Random): Value {
  const value = values[Math.floor(values.length * random())];
  if (value === undefined) throw new RangeError('nothing to pick from');
  return value;
}

/** The trades of one week, counted from 1970-01-01. */
function tradesOf(week: number): readonly NewCongressTrade[] {
  const random = seededRandom(SEED, week, 0);
  return Array.from({ length: 1 + Math.floor(MOST_A_WEEK * random()) }, () => {
    const day = nextSession(week * WEEK + Math.floor(WEEK * random()) - 1);
    const symbol = pick(COMPANIES, random);
    const [amountLow, amountHigh] = pick(AMOUNTS, random);
    const trade = congressTrade.parse({
      ...pick(MEMBERS, random),
      ticker: symbol,
      owner: pick(OWNERS, random),
      action: pick(ACTIONS, random),
      asset: `Shares of ${profileOf(symbol).name}; an invented trade of the simulated market`,
      amountLow,
      amountHigh,
      day,
      disclosedDay: day + DISCLOSURE.least + Math.floor(DISCLOSURE.range * random()),
      comment: null,
      sourceUrl: null,
    });
    return { ...trade, source: SIMULATED };
  });
}

/** Trades disclosed before New York's day of `now`: invented throughout, each week's from a seed of its own. */
export function simulatedTrades(now: Date): readonly NewCongressTrade[] {
  const today = newYorkTime(now.getTime()).day;
  const thisWeek = Math.floor(today / WEEK);
  const trades = Array.from({ length: WEEKS }, (_, index) => tradesOf(thisWeek - index)).flat();
  const disclosed = trades.filter(({ disclosedDay }) => disclosedDay !== null && disclosedDay < today);
  return [...new Map(disclosed.map((trade) => [congressTradeKey(trade), trade])).values()];
}

/** None beside imported trades. */
export const SIMULATED_ROWS: SimulatedRows = async ({ store, tx, now }) => {
  if (await store.congressTrades.hasOthers(tx, SIMULATED)) return;
  await store.congressTrades.save(tx, simulatedTrades(now));
};
