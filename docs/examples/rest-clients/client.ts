// A TypeScript client generated from the API's own OpenAPI document:
//   npm init -y && npm pkg set type=module
//   npm install openapi-fetch && npm install --save-dev openapi-typescript typescript@5 @types/node
//   npx openapi-typescript http://127.0.0.1:4000/api/v1/openapi --output api.ts --default-non-nullable=false
//   npx tsc --strict --module nodenext --target es2022 client.ts && node client.js http://127.0.0.1:4000 svc_demo_institutional
import createClient from 'openapi-fetch';
import type { components, paths } from './api.js';

const [baseUrl = 'http://127.0.0.1:4000', key = 'svc_demo_institutional'] = process.argv.slice(2);
const client = createClient<paths>({ baseUrl, headers: { 'X-API-Key': key } });

const signal = await client.GET('/api/v1/signal', { params: { query: { ticker: 'AAPL' } } });
if (signal.error !== undefined) throw new Error(signal.error.message);
console.log(
  `${signal.data.ticker} is ${String(signal.data.signal)}, ${signal.response.headers.get('X-API-Tier') ?? ''}`,
);

const backtest = await client.POST('/api/v1/backtest', { body: { ticker: 'AAPL', strategy: 'trend', years: 1 } });
if (backtest.error !== undefined) throw new Error(backtest.error.message);
// `ok` decides which fields there are: none of a success is null that never is.
if (backtest.data.ok)
  console.log(`trend: ${backtest.data.strategy_metrics.trades} trades, ${backtest.data.curve.length} points`);
else console.log(backtest.data.message);

const portfolio = await client.POST('/api/v1/portfolio', {
  body: {
    holdings: [
      { ticker: 'AAPL', weight: 60 },
      { ticker: 'MSFT', weight: 40 },
    ],
  },
});
if (portfolio.error !== undefined) throw new Error(portfolio.error.message);
if (portfolio.data.ok) {
  const score: number = portfolio.data.weighted_composite_score;
  console.log(`portfolio: ${portfolio.data.posture} at ${score}`);
}

const unknown = await client.GET('/api/v1/signal', { params: { query: { ticker: 'NOPE' } } });
console.log(`unknown: ${unknown.error?.error ?? 'answered'}`);

// Register and test an endpoint: `action` selects the body, and `secret` is only in the answer of a registration.
const test: components['schemas']['TestWebhookRequest'] = { action: 'test', id: 'we_unknown' };
const tested = await client.POST('/api/v1/webhooks', { body: test });
console.log(`test: ${tested.error?.error ?? 'sent'}`);

/** What a receiver gets: the type of each event follows from `type`. */
export type Event = components['schemas']['SignalFlipEvent'] | components['schemas']['MoodBandChangeEvent'];
export const headline = (event: Event): string =>
  event.type === 'signal.flip' ? `${event.data.ticker} ${event.data.direction}` : `mood ${event.data.to}`;
