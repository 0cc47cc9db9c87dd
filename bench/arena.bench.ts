import { curveOf, type ArenaPortfolio, type ArenaTrade } from '../engines/arena/portfolio.js';
import { arenaPrices, type ArenaSeries } from '../engines/arena/prices.js';
import { rankPortfolios, type RankedRecord } from '../engines/arena/ranking.js';
import { recordOf } from '../engines/arena/record.js';
import { at } from '../engines/series.js';
import { seededRandom } from '../sources/simulated/random.js';
import { naiveRanking, naiveRecord, type NaiveRow } from './peers/naive-arena.js';

/*
 * 10,000 invented portfolios of 5 trades in 60 securities over 250 sessions: their records from scratch, and their
 * ranking, against plain objects that are looked up by symbol and day. Both must find the same scores and order.
 */

const PORTFOLIOS = 10_000;
const TRADES = 5;
const SYMBOLS = 60;
const SESSIONS = 250;
const FIRST_DAY = 19_723;
const RUNS = 5;

const random = seededRandom(11, 0, 0);
const days = Int32Array.from({ length: SESSIONS }, (_, index) => FIRST_DAY + Math.floor(index / 5) * 7 + (index % 5));

function inventedBars(): ArenaSeries['bars'] {
  let price = 20 + 200 * random();
  const close = Float64Array.from(days, () => (price *= 1 + 0.03 * (random() - 0.49)));
  return { days, close, adjClose: close.map((each, index) => each * (0.98 + (0.02 * index) / SESSIONS)) };
}

const series = Array.from({ length: SYMBOLS }, (_, index): ArenaSeries => ({
  symbol: `S${index}`,
  bars: inventedBars(),
  splits: [],
}));
const benchmark = inventedBars();

function inventedTrade(): ArenaTrade {
  const session = Math.floor(SESSIONS * random());
  const symbol = Math.floor(SYMBOLS * random());
  const price = at(series[symbol]?.bars.close ?? new Float64Array(), session);
  return { day: at(days, session), symbol: `S${symbol}`, shares: Math.floor(18_000 / price), price };
}

const portfolios = Array.from({ length: PORTFOLIOS }, (_, index): ArenaPortfolio & { id: string } => ({
  id: `p${String(index).padStart(5, '0')}`,
  startedDay: FIRST_DAY,
  trades: Array.from({ length: TRADES }, inventedTrade),
}));

/** The median time of some runs in milliseconds, and the last result. */
function timed<Result>(runs: number, run: () => Result): { readonly ms: number; readonly result: Result } {
  let result = run();
  const times = Array.from({ length: runs }, () => {
    const start = performance.now();
    result = run();
    return performance.now() - start;
  }).sort((a, b) => a - b);
  return { ms: times[runs >> 1] ?? Number.NaN, result };
}

function allRecords(): RankedRecord[] {
  const prices = arenaPrices(series, benchmark, FIRST_DAY);
  return portfolios.map((portfolio) => {
    const curve = curveOf(portfolio, prices);
    const closes = prices.benchmark.subarray(prices.benchmark.length - curve.days.length);
    return { id: portfolio.id, xp: 0, ...recordOf(curve, closes) };
  });
}

const naiveRows = new Map(
  series.map(({ symbol, bars }) => [
    symbol,
    new Map(
      [...days].map((day, index): [number, NaiveRow] => [
        day,
        { close: at(bars.close, index), adjClose: at(bars.adjClose, index) },
      ]),
    ),
  ]),
);
const naiveBenchmark = new Map([...days].map((day, index) => [day, at(benchmark.adjClose, index)]));

const records = timed(RUNS, allRecords);
const naive = timed(1, () => portfolios.map(({ id, trades }) => naiveRecord(id, trades, naiveRows, naiveBenchmark)));
const ranking = timed(50, () => rankPortfolios(records.result, 'score'));
const naiveOrder = timed(RUNS, () => naiveRanking(records.result));

for (const [index, { id, score }] of naive.result.entries()) {
  if (Math.abs((records.result[index]?.score ?? Number.NaN) - (score ?? 0)) < 1e-9) continue;
  throw new Error(`${id}: the score is ${records.result[index]?.score}, and ${score} by plain objects.`);
}
if (ranking.result.map(({ id }) => id).join() !== naiveOrder.result.join()) throw new Error('The orders differ.');

const line = (what: string, own: number, peer: number): string =>
  `  ${what}: ${own.toFixed(1)} ms, by plain objects ${peer.toFixed(1)} ms: ${(peer / own).toFixed(1)} times as fast`;
console.log(`${PORTFOLIOS} portfolios, ${TRADES} trades each, ${SYMBOLS} securities, ${SESSIONS} sessions`);
console.log(line('all records from scratch', records.ms, naive.ms));
console.log(line('ranking the records', ranking.ms, naiveOrder.ms));
console.log(line('both', records.ms + ranking.ms, naive.ms + naiveOrder.ms));
