import type { Tier } from '../../access/tiers.js';

/** One request that each endpoint of a stored operation answers well. */
export interface Sample {
  /** Lowest tier by contract section 4, told here a second time so that a wrong gate in the SDL is found. */
  readonly tier: Tier;
  /** Parameters by REST's names, as a body has them; a URL spells them as text. */
  readonly parameters: Readonly<Record<string, unknown>>;
  /** Where the endpoint's GET takes another spelling than its POST. */
  readonly query?: Readonly<Record<string, unknown>>;
  /** Status of the answer to a tier that may call it; 200 unless it says so. */
  readonly status?: number;
  /** What `X-Data-Source` says. */
  readonly source: string;
  /** Units of the month that the request costs. */
  readonly units: 0 | 1;
}

/** By stored operation; a route whose operation is not here fails `matrix.test.ts`. */
export const SAMPLES: Readonly<Record<string, Sample>> = {
  signal: { tier: 'free', parameters: { ticker: 'AAPL' }, source: 'simulated', units: 1 },
  seasonality: { tier: 'free', parameters: { ticker: 'AAPL' }, source: 'simulated', units: 1 },
  'gap-stats': { tier: 'free', parameters: { ticker: 'AAPL' }, source: 'simulated', units: 1 },
  dca: { tier: 'free', parameters: { ticker: 'AAPL', monthly: 250, years: 2 }, source: 'simulated', units: 1 },
  'backtest-library': { tier: 'free', parameters: {}, source: 'none', units: 0 },
  backtest: { tier: 'starter', parameters: { ticker: 'AAPL', strategy: 'trend', years: 2 }, source: 'simulated', units: 1 },
  portfolio: {
    tier: 'pro',
    parameters: { holdings: [{ ticker: 'AAPL', weight: 60 }, { ticker: 'MSFT', weight: 40 }] },
    query: { holdings: 'AAPL:60,MSFT:40' },
    source: 'simulated',
    units: 1,
  },
  'portfolio-overlay': {
    tier: 'free',
    parameters: { holdings: [{ ticker: 'AAPL', value: 6000 }, { ticker: 'MSFT', value: 4000 }] },
    query: { tickers: 'AAPL,MSFT' },
    source: 'simulated',
    units: 1,
  },
  simulate: {
    tier: 'institutional',
    parameters: { positions: [{ ticker: 'AAPL', value_usd: 6000 }, { ticker: 'MSFT', value_usd: 4000 }], horizon_days: 21 },
    source: 'simulated',
    units: 1,
  },
  webhooks: { tier: 'pro', parameters: {}, source: 'none', units: 1 },
  'webhook-register': { tier: 'pro', parameters: { url: 'https://hooks.example.com/marketgraph', events: ['signal.flip'] }, status: 201, source: 'none', units: 1 },
  'webhook-test': { tier: 'pro', parameters: { action: 'test', id: 'we_unknown' }, status: 404, source: 'none', units: 1 },
  'webhook-delete': { tier: 'pro', parameters: { id: 'we_unknown' }, status: 404, source: 'none', units: 1 },
  usage: { tier: 'free', parameters: {}, source: 'none', units: 0 },
};
