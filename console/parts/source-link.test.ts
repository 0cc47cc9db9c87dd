import { expect, it } from '@jest/globals';
import { sourceLink } from './source-link.js';

it.each([
  ['/api/v1/signal?ticker=MSFT', '/console/security/MSFT'],
  ['/api/v1/gap-stats?ticker=TSLA', '/console/security/TSLA/patterns'],
  ['/api/v1/earnings-calendar?ticker=AAPL', '/console/security/AAPL/street'],
  ['/api/v1/promise-ledger?ticker=AAPL&quarters=4', '/console/security/AAPL/company'],
  [
    '/api/v1/backtest?ticker=AAPL&strategy=rsi_meanrev&years=5',
    '/console/backtest?ticker=AAPL&strategy=RSI_MEAN_REVERSION&years=5',
  ],
  ['/api/v1/catalysts?days=10', '/console/calendar?days=14'],
  ['/api/v1/catalysts?days=60&ticker=AAPL', '/console/calendar?days=60&ticker=AAPL'],
  ['/api/v1/engine/model-card?window=30d', '/console/model-card?window=DAYS_30'],
  ['/api/v1/portfolio/overlay', '/console/portfolio'],
  ['/api/v1/startup-news?topic=ai', '/console/private-markets/news?topic=ai'],
  ['/api/v1/private-companies/marks', '/console/private-markets'],
  ['/api/v1/private-companies/list', '/console/private-markets/companies'],
  ['/api/v1/private-companies/ipo-readiness', '/console/private-markets/readiness'],
  ['/api/v1/private-companies/ipo-readiness?slug=stripe', '/console/private-markets/company/stripe'],
  ['/api/v1/private-companies/databricks', '/console/private-markets/company/databricks'],
  ['/api/v1/investors/sequoia-capital', '/console/private-markets/investor/sequoia-capital'],
  [
    '/api/v1/investors/fit?sector=ai&geo=Europe&raising_usd=20000000',
    '/console/private-markets/fit?sector=ai&geo=Europe&raising_usd=20000000',
  ],
  ['https://example.com/story?a=1', 'https://example.com/story?a=1'],
  ['/graphql#securities', '/console/screener'],
  ['/graphql#constructor', null],
  ['/api/v1/constructor', null],
  ['/api/v1/signal', null],
  ['javascript:alert(1)', null],
])('%s is shown at %s', (ref, address) => {
  expect(sourceLink({ ref, title: 'A source' })).toBe(address);
});

it.each([
  ['Daily prices of AAPL', '/graphql#barColumns', '/console/security/AAPL'],
  ['Sources of AAPL', '/graphql#sources', '/console/security/AAPL'],
  ['Recorded signals of BRK.B', '/graphql#signalHistory', '/console/security/BRK.B'],
  ['Daily prices of Technology names', '/graphql#barColumns', null],
])('%s is shown on the page of its security', (title, ref, address) => {
  expect(sourceLink({ ref, title })).toBe(address);
});

it('opens what no page shows in the Explorer, with the operation and the ticker', () => {
  const link = sourceLink({ ref: '/api/v1/swing-signal?ticker=AAPL', title: 'Swing signal of AAPL' }) ?? '';
  const { pathname, hash } = new URL(link, 'http://localhost');
  const asked = new URLSearchParams(hash.slice(1));
  expect([pathname, asked.get('variables')]).toEqual(['/console/explorer', '{"ticker":"AAPL"}']);
  expect(asked.get('query')).toContain('swingSignal {');
});
