import { spawnSync } from 'node:child_process';
import type { HoldingInput } from '../engines/portfolio/holdings.js';
import { rollUp } from '../engines/portfolio/roll-up.js';
import { independentDays } from '../engines/simulation/day-samplers.js';
import { jointHistory, type JointHistory, type Position } from '../engines/simulation/joint-history.js';
import { cone, outcome } from '../engines/simulation/outcome.js';
import { Random, type Seed } from '../engines/simulation/random.js';
import { fitRegimes } from '../engines/simulation/regime.js';
import { simulate } from '../engines/simulation/simulate.js';
import { wealthPaths } from '../engines/simulation/wealth-paths.js';
import { plainQuantile } from '../test/independent/wealth.js';

const PATHS = 10_000;
const HORIZON = 126;
const POSITIONS = 30;
const YEARS = 5;
const SEED: Seed = [1, 2, 3, 4];
const ROUNDS = 15;
const MIB = 2 ** 20;
/** The session before the simulated ones. */
const LAST_DAY = 20_000;

/** Weekdays of `years` years; all positions follow one market with alternating calm and volatile quarters. */
function market(years: number): Position[] {
  const count = Math.round(years * 252);
  const random = new Random(SEED, 99);
  const draws = new Float64Array(count * (POSITIONS + 1));
  random.fillNormal(draws);
  const days = Int32Array.from({ length: count }, (_, i) => 15_000 + Math.floor(i / 5) * 7 + (i % 5));
  return Array.from({ length: POSITIONS }, (_, j) => {
    let close = 100;
    const adjClose = Float64Array.from(days, (_day, i) => {
      const common = (draws[i] ?? 0) * (Math.floor(i / 63) % 2 === 1 ? 2.5 : 1);
      close *= Math.exp(0.0003 + 0.008 * common + 0.012 * (draws[(j + 1) * count + i] ?? 0));
      return close;
    });
    return { ticker: `T${j}`, valueUsd: 1000 * (j + 1), bars: { days, adjClose } };
  });
}

/** Milliseconds of the fastest round after a warm-up: background load only adds time. */
function milliseconds(run: () => unknown, rounds = ROUNDS): number {
  run();
  return Math.min(
    ...Array.from({ length: rounds }, () => {
      const start = performance.now();
      run();
      return performance.now() - start;
    }),
  );
}

/** The bootstrap with its quantiles, as computed by the two peers below. */
function kernel(history: JointHistory): number {
  const values = { terminal: new Float64Array(PATHS), byDay: new Float32Array(PATHS * HORIZON) };
  wealthPaths(history, independentDays(history.days.length, new Random(SEED, 0)), HORIZON, values, () => false);
  return outcome(values.terminal, 1).expectedShortfall + cone(values.byDay, PATHS, 1, LAST_DAY).length;
}

/** A naive version: loops over path, day and position on lists, and a sorted copy per quantile. */
function tripleLoop(history: JointHistory): number {
  const random = new Random(SEED, 0);
  const rows = Array.from(history.days, (_, day) =>
    Array.from(history.factors.subarray(day * history.stride, day * history.stride + POSITIONS)),
  );
  const byDay: number[][] = Array.from({ length: HORIZON }, () => []);
  for (let path = 0; path < PATHS; path += 1) {
    const values = Array.from(history.weights.subarray(0, POSITIONS));
    for (let day = 0; day < HORIZON; day += 1) {
      const row = rows[random.below(rows.length)] ?? [];
      let sum = 0;
      for (let j = 0; j < POSITIONS; j += 1) {
        const value = (values[j] ?? 0) * (row[j] ?? 0);
        values[j] = value;
        sum += value;
      }
      byDay[day]?.push(sum);
    }
  }
  return byDay.reduce(
    (total, values) =>
      total + [0.05, 0.1, 0.25, 0.5, 0.75, 0.9, 0.95].reduce((sum, p) => sum + plainQuantile(values, p), 0),
    0,
  );
}

/** The same in numpy, single precision, all paths of a day at once (faster than one cumulative product). */
const NUMPY = `
import time, numpy as np
P, H, J, D = ${PATHS}, ${HORIZON}, ${POSITIONS}, ${YEARS * 252 - 1}
rng = np.random.default_rng(1)
f = np.exp(rng.normal(0.0003, 0.014, (D, J))).astype(np.float32)
w = (np.arange(1, J + 1) / (J * (J + 1) / 2)).astype(np.float32)
times = []
for _ in range(${ROUNDS + 1}):
    start = time.perf_counter()
    drawn = rng.integers(0, D, (H, P))
    value = np.broadcast_to(w, (P, J)).copy()
    total = np.empty((H, P), np.float32)
    for day in range(H):
        value *= f[drawn[day]]
        total[day] = value.sum(axis=1)
    np.percentile(total, [5, 10, 25, 50, 75, 90, 95], axis=1)
    tail = np.percentile(total[-1], [5, 25, 50, 75, 95])
    total[-1][total[-1] <= tail[0]].mean()
    times.append(time.perf_counter() - start)
print(np.__version__, min(times[1:]) * 1000)
`;

function numpyMilliseconds(): { readonly version: string; readonly ms: number } | null {
  const { status, stdout } = spawnSync('python3', ['-c', NUMPY], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  if (status !== 0) return null;
  const [version = '', ms = ''] = stdout.trim().split(' ');
  return { version, ms: Number(ms) };
}

/**
 * Peak array bytes of a run: values and drawn rows by day and path, last values, growth factors in all and in each
 * state.
 */
function workBytes(horizonDays: number, positions: number, sessions: number): number {
  return PATHS * horizonDays * (4 + 2) + 2 * PATHS * 8 + sessions * (3 * Math.ceil(positions / 6) * 6 + 4) * 8;
}

function line(name: string, ms: number, rest = ''): void {
  console.log(`${name.padEnd(44)}${ms.toFixed(1).padStart(9)} ms${rest}`);
}

const positions = market(YEARS);
const history = jointHistory(positions, YEARS + 1);
if ('ok' in history) throw new Error(history.message);
const benchmark = positions[0]?.bars ?? { days: new Int32Array(), adjClose: new Float64Array() };

console.log(
  `${PATHS} paths × ${HORIZON} days × ${POSITIONS} positions, ${history.sessions} sessions; fastest of ${ROUNDS} rounds`,
);
const own = milliseconds(() => kernel(history));
line('bootstrap and its quantiles', own);
const plain = milliseconds(() => tripleLoop(history), 3);
line('  plain triple loop', plain, `   × ${(plain / own).toFixed(1)}`);
const numpy = numpyMilliseconds();
if (numpy === null) console.log('  numpy: python3 with numpy is absent');
else line(`  numpy ${numpy.version}, float32`, numpy.ms, `   × ${(numpy.ms / own).toFixed(1)}`);

const request = { positions, benchmark, horizonDays: HORIZON, lookbackYears: YEARS, newestSession: LAST_DAY };
for (const regime of [null, 'auto', 'stressed'] as const) {
  line(
    `whole simulation, ${regime ?? 'independent days'}, with its challengers`,
    milliseconds(() => simulate({ ...request, regime })),
  );
}
line(
  'regimes of five years',
  milliseconds(() => fitRegimes(benchmark, YEARS)),
);

const decade = { ...request, positions: market(10), horizonDays: 252, lookbackYears: 10, regime: 'auto' } as const;
const before = process.memoryUsage().arrayBuffers;
const largest = milliseconds(() => simulate(decade), 1);
const kept = process.memoryUsage().arrayBuffers - before;
line(
  'largest request (252 days, 10 years)',
  largest,
  `   arrays ${(workBytes(252, POSITIONS, 2520) / MIB).toFixed(1)} MiB at most at once`,
);
console.log(
  `arrays of the two largest requests not yet collected: ${(kept / MIB).toFixed(1)} MiB; of the one above: ${(workBytes(HORIZON, POSITIONS, history.sessions) / MIB).toFixed(1)} MiB at most`,
);

const holdings: HoldingInput[] = Array.from({ length: 25 }, (_, i) => ({
  ticker: `T${i}`,
  weightInput: { weight: i + 1 },
  priceUsd: null,
  sector: `S${i % 7}`,
  signal: {
    compositeScore: 4 * i,
    session: '2025-12-31',
    factors: { technical: 50, momentum: 3 * i, fundamentals: null, microstructure: null, optionsFlow: null },
  },
  staleSince: null,
}));
const thousand = milliseconds(() => {
  for (let i = 0; i < 1000; i += 1) rollUp(holdings);
});
console.log(`${'roll-up of 25 holdings, engine alone'.padEnd(44)}${thousand.toFixed(1).padStart(9)} µs`);
