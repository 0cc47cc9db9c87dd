import { describe, expect, it } from '@jest/globals';
import { storedExample } from '../../rest-compat/stored-files.js';
import { faultsOfAnswer } from '../support/openapi-answers.js';
import { ENDPOINTS } from './endpoints.js';

const textOf = (operation: string, change: object = {}): string =>
  JSON.stringify({ ...(storedExample(operation) as object), ...change });
const SIGNAL = '/api/v1/signal?ticker=AAPL';

describe('every REST answer that a test receives is compared with the closed OpenAPI document', () => {
  it('which the recorded answer of each endpoint fits', () => {
    const plain = ENDPOINTS.filter(({ capability: { route } }) => !route.path.includes(':'));
    expect(plain.length).toBeGreaterThan(10);
    const faults = plain.flatMap(({ capability: { route } }) =>
      faultsOfAnswer(route.method, `/api/v1${route.path}`, route.status ?? 200, textOf(route.operation)),
    );
    expect(faults).toEqual([]);
  });

  it.each([
    ['a key that is not in it', 'GET', SIGNAL, 200, textOf('signal', { surplus: 1 })],
    ['a key that is missing', 'GET', SIGNAL, 200, textOf('signal', { ticker: undefined })],
    ['a number where text belongs', 'GET', SIGNAL, 200, textOf('signal', { ticker: 1 })],
    ['a status that is not in it', 'GET', SIGNAL, 202, textOf('signal')],
    [
      'an error with a surplus key',
      'GET',
      SIGNAL,
      400,
      '{"error":"invalid_parameter","message":"x","request_id":"x","surplus":1}',
    ],
    ['an error code that is not in it', 'GET', SIGNAL, 400, '{"error":"nothing","message":"x","request_id":"x"}'],
    ['null in a success', 'POST', '/api/v1/backtest', 200, textOf('backtest', { curve: null })],
  ])('so that %s fails the test', (_what, method, path, status, text) => {
    expect(faultsOfAnswer(method, path, status, text)).not.toEqual([]);
  });
});
