import { describe, expect, it } from '@jest/globals';
import { ApiError } from '../../access/errors.js';
import { capabilityOf, CAPABILITIES, SDL } from '../fixtures/capabilities.js';
import { openApiDocument } from '../openapi/document.js';
import { projection } from './project.js';

const request = (variables: Readonly<Record<string, unknown>> = {}) => ({ variables, nowMs: 0 });
const keysOf = (body: object | null): readonly string[] => Object.keys(body ?? {});

describe('around a success', () => {
  it('a ticker’s body begins with the ticker as asked for, and ends with the version of the contract', () => {
    const body = projection(capabilityOf('GET', '/dca'), SDL).body(
      { security: { body: { years: 5 } } },
      request({ ticker: 'BRK-B' }),
    );
    expect([keysOf(body), body]).toEqual([
      ['ticker', 'years', 'api_version'],
      { ticker: 'BRK-B', years: 5, api_version: 'v1' },
    ]);
  });

  it('a body that may fail begins with ok', () => {
    const body = projection(capabilityOf('GET', '/backtest'), SDL).body(
      { security: { body: { strategy: 'TREND' } } },
      request({ ticker: 'A' }),
    );
    expect([keysOf(body), body]).toEqual([
      ['ok', 'ticker', 'strategy', 'api_version'],
      { ok: true, ticker: 'A', strategy: 'trend', api_version: 'v1' },
    ]);
    const portfolio = projection(capabilityOf('GET', '/portfolio'), SDL).body(
      { body: { posture: 'NEUTRAL' } },
      request({ holdings: [] }),
    );
    expect(portfolio).toEqual({ ok: true, posture: 'Neutral', api_version: 'v1' });
  });

  it('a body outside section 1 has neither', () => {
    expect(projection(capabilityOf('GET', '/usage'), SDL).body({ body: { tier: 'FREE' } }, request())).toEqual({
      tier: 'free',
    });
    expect(
      projection(capabilityOf('GET', '/signal'), SDL).body(
        { security: { body: { signal: 'BUY' } } },
        request({ ticker: 'A' }),
      ),
    ).toEqual({ ticker: 'A', signal: 'Buy' });
  });

  it.each(CAPABILITIES)(
    '$route.method $route.path has the version if the contract says so',
    ({ route: { isVersioned, tag } }) => {
      expect(isVersioned).toBe(['Research', 'Portfolio', 'Model card'].includes(tag));
    },
  );
});

describe('in place of a declared error', () => {
  const backtest = projection(capabilityOf('GET', '/backtest'), SDL);
  const portfolio = projection(capabilityOf('POST', '/portfolio'), SDL);
  const short = new ApiError('insufficient_data', 'Too short.');

  it('a short history repeats the request as the caller made it, with defaults', () => {
    expect(backtest.failure(short, request({ ticker: 'BRK-B', strategy: 'RSI_MEAN_REVERSION', years: 3 }))).toEqual({
      ok: false,
      status: 'insufficient_data',
      message: 'Too short.',
      ticker: 'BRK-B',
      strategy: 'rsi_meanrev',
      years: 3,
      api_version: 'v1',
    });
    expect(backtest.failure(short, request({ ticker: 'A', strategy: 'TREND' }))).toMatchObject({ years: 10 });
  });

  it('a portfolio without signals lists its tickers as the caller spelled them', () => {
    const error = new ApiError('no_signals', 'None.', { unresolved: ['BRK.B', 'A'] });
    expect(portfolio.failure(error, request({ holdings: [{ ticker: 'BRK-B' }, { ticker: 'A' }] }))).toEqual({
      ok: false,
      status: 'no_signals',
      message: 'None.',
      unresolved: ['BRK-B', 'A'],
      api_version: 'v1',
    });
  });

  it('any other error stays one', () => {
    expect(backtest.failure(new ApiError('no_signals'), request())).toBeNull();
    expect(portfolio.failure(short, request())).toBeNull();
    expect(projection(capabilityOf('GET', '/dca'), SDL).failure(short, request())).toBeNull();
  });
});

describe('in OpenAPI', () => {
  const {
    components: { schemas },
  } = openApiDocument(CAPABILITIES, SDL) as unknown as {
    components: {
      schemas: Record<
        string,
        { oneOf?: readonly { title: string; required: readonly string[] }[]; required?: readonly string[] }
      >;
    };
  };

  it('a success and a failure are told apart by ok, and have the keys of the bodies', () => {
    const [success, failure] = schemas['BacktestAnswer']?.oneOf ?? [];
    expect(success?.required.slice(0, 3)).toEqual(['ok', 'ticker', 'strategy']);
    expect(success?.required.at(-1)).toBe('api_version');
    expect(failure).toMatchObject({
      title: 'Failure',
      required: ['ok', 'status', 'message', 'ticker', 'strategy', 'years', 'api_version'],
    });
    expect(schemas['PortfolioAnswer']?.oneOf?.[1]?.required).toEqual([
      'ok',
      'status',
      'message',
      'unresolved',
      'api_version',
    ]);
  });

  it('a ticker and a version are required where the bodies have them', () => {
    expect(schemas['DcaAnswer']?.required?.[0]).toBe('ticker');
    expect(schemas['DcaAnswer']?.required?.at(-1)).toBe('api_version');
    expect(schemas['SignalAnswer']?.required).not.toContain('api_version');
  });
});
