import { expect, it } from '@jest/globals';
import { sourceLink } from './source-link.js';

it.each([
  ['/api/v1/signal?ticker=MSFT', '/console/security/MSFT'],
  ['/api/v1/gap-stats?ticker=TSLA', '/console/security/TSLA/patterns'],
  ['/api/v1/earnings-calendar?ticker=AAPL', '/console/security/AAPL/street'],
  ['/api/v1/backtest?ticker=AAPL&strategy=trend', '/console/backtest?ticker=AAPL'],
  ['/api/v1/catalysts?days=21', '/console/calendar'],
  ['/api/v1/engine/model-card', '/console/model-card'],
  ['https://example.com/story?a=1', 'https://example.com/story?a=1'],
  ['/graphql#securities', '/console/screener'],
  ['/graphql#barColumns', null],
  ['/graphql#constructor', null],
  ['javascript:alert(1)', null],
])('%s is shown at %s', (ref, address) => {
  expect(sourceLink(ref)).toBe(address);
});
