import { spawnSync } from 'node:child_process';
import { cardSums } from '../engines/model-card/card-sums.js';
import { createCells, fillCells, type CardSecurity } from '../engines/model-card/cells.js';
import { modelCard } from '../engines/model-card/model-card.js';
import { Random } from '../engines/simulation/random.js';

const TICKERS = 5_000;
const SESSIONS = 252;
const HORIZON = 21;
const FIRST_DAY = 19_000;
const ROUNDS = 5;

/** A year of composites of every ticker, and the month of prices that resolves the last of them. */
function market(): CardSecurity[] {
  const random = new Random([1, 2, 3, 4], 0);
  const days = Int32Array.from({ length: SESSIONS + HORIZON }, (_, i) => FIRST_DAY + Math.floor(i / 5) * 7 + (i % 5));
  const score = (): Float64Array => Float64Array.from({ length: SESSIONS }, () => 100 * random.uniform());
  const none = new Float64Array(SESSIONS).fill(Number.NaN);
  return Array.from({ length: TICKERS }, () => {
    let close = 100;
    const factors = {
      technical: score(),
      momentum: score(),
      fundamentals: none,
      microstructure: none,
      optionsFlow: none,
    };
    const record = { days: days.subarray(0, SESSIONS), score: score(), factors };
    return {
      record,
      bars: { days, adjClose: Float64Array.from(days, () => (close *= 0.98 + 0.0402 * random.uniform())) },
    };
  });
}

/** Milliseconds of the fastest round after a warm-up: background load only adds time. */
function milliseconds(run: () => unknown): number {
  run();
  return Math.min(
    ...Array.from({ length: ROUNDS }, () => {
      const start = performance.now();
      run();
      return performance.now() - start;
    }),
  );
}

/** The same card's heaviest parts in numpy and scipy: returns over the horizon, ranks of each day, AUC, daily means. */
const NUMPY = `
import time, numpy as np
from scipy.stats import rankdata
T, D, H = ${TICKERS}, ${SESSIONS}, ${HORIZON}
rng = np.random.default_rng(1)
closes = 100 * np.cumprod(0.98 + 0.0402 * rng.random((D + H, T)), axis=0)
scores = [np.round(100 * rng.random((D, T)), 1) for _ in range(3)]
def correlation(a, b):
    a = a - a.mean(axis=1, keepdims=True); b = b - b.mean(axis=1, keepdims=True)
    return ((a * b).sum(axis=1) / np.sqrt((a * a).sum(axis=1) * (b * b).sum(axis=1))).mean()
times = []
for _ in range(3):
    start = time.perf_counter()
    forward = closes[H:] / closes[:-H] - 1
    ranks = rankdata(forward, axis=1)
    ics = [correlation(rankdata(score, axis=1), ranks) for score in scores]
    direction = np.where(scores[0] >= 56, 1, np.where(scores[0] < 44, -1, 0))
    gains = direction * forward
    means = gains.sum(axis=1) / (direction != 0).sum(axis=1)
    wins = (gains > 0).sum()
    chosen = direction.ravel() != 0
    score, rose = scores[0].ravel()[chosen], forward.ravel()[chosen] > 0
    order = rankdata(score)
    auc = (order[rose].sum() - rose.sum() * (rose.sum() + 1) / 2) / (rose.sum() * (~rose).sum())
    times.append(time.perf_counter() - start)
print(np.__version__, min(times) * 1000)
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

function line(name: string, ms: number, rest = ''): void {
  console.log(`${name.padEnd(44)}${ms.toFixed(1).padStart(9)} ms${rest}`);
}

const listed = market();
const span = { fromDay: FIRST_DAY, days: 1 + Math.ceil((SESSIONS / 5) * 7), securities: TICKERS };
const window = { after: 0, until: Infinity };
const filled = createCells(span);
/** As the server does, which reads a hundred at a time. */
const fill = (): void => {
  for (let from = 0; from < TICKERS; from += 100) fillCells(filled, from, listed.slice(from, from + 100));
};
const filling = milliseconds(fill);
const summing = milliseconds(() => cardSums(filled, window));
const sums = cardSums(filled, window);
const carding = milliseconds(() => modelCard(sums));
console.log(`${TICKERS} tickers × ${SESSIONS} sessions; fastest of ${ROUNDS} rounds`);
line('cells of all composites', filling);
line('daily ranks and sums', summing);
line('the card', carding);
const whole = filling + summing + carding;
const numpy = numpyMilliseconds();
line('model card', whole);
if (numpy === null) console.log('  numpy: python3 with scipy is absent');
else
  line(`  numpy ${numpy.version} and scipy, ranks and sums alone`, numpy.ms, `   × ${(numpy.ms / whole).toFixed(1)}`);
