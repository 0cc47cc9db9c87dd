import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { DEMO_KEYS } from '../access/demo.js';
import { Failure } from '../bin/failure.js';
import { httpCall } from './http-call.js';
import { startScratchServer } from './scratch-server.js';

/** The instant of the examples: the demo market is the same whenever they are made. */
const AS_OF = Date.UTC(2026, 0, 2, 22, 30);

interface ExampleRequest {
  /** Below `/api/v1`. */
  readonly path: string;
  readonly body?: object;
}

/** Request of each stored operation. */
const REQUESTS: Readonly<Record<string, ExampleRequest>> = {
  signal: { path: '/signal?ticker=AAPL' },
  seasonality: { path: '/seasonality?ticker=AAPL' },
  'gap-stats': { path: '/gap-stats?ticker=AAPL' },
  dca: { path: '/dca?ticker=AAPL&monthly=500&years=1' },
  backtest: { path: '/backtest?ticker=AAPL&strategy=trend&years=1' },
  'backtest-library': { path: '/backtest/library' },
  portfolio: { path: '/portfolio?holdings=AAPL:60,MSFT:40' },
  'portfolio-overlay': { path: '/portfolio/overlay?tickers=AAPL,MSFT,XOM' },
  simulate: { path: '/simulate', body: { positions: [{ ticker: 'AAPL', value_usd: 6_000 }, { ticker: 'MSFT', value_usd: 4_000 }], regime: 'auto' } },
  usage: { path: '/usage' },
};

/** Entries kept of a list in an example; the real answer is longer. */
const MOST_ENTRIES = 3;

function shortened(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, MOST_ENTRIES).map(shortened);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, shortened(inner)]));
}

// Writes rest-compat/examples/ in the source tree from what a real server answers: npm run examples.
const folder = path.join(path.dirname(fileURLToPath(import.meta.url)), '..', '..', 'rest-compat', 'examples');
const server = await startScratchServer(() => AS_OF);
try {
  for (const [operation, { path: request, body: sent }] of Object.entries(REQUESTS)) {
    const { status, body } = await httpCall(`${server.url}/api/v1${request}`, { 'X-API-Key': DEMO_KEYS.institutional }, sent);
    if (status !== 200) throw new Failure(`${request} answered ${status}: ${body}`);
    writeFileSync(path.join(folder, `${operation}.json`), `${JSON.stringify(shortened(JSON.parse(body)), null, 2)}\n`);
  }
} finally {
  await server.close();
}
