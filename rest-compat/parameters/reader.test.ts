import { describe, expect, it } from '@jest/globals';
import { ApiError } from '../../access/errors.js';
import type { Parameter } from '../capability.js';
import { capabilityOf } from '../fixtures/capabilities.js';
import type { InputShape } from '../../access/parameters/input-shape.js';
import { parameterReader, type Variables } from './reader.js';
import type { Raw } from '../../http/raw.js';

const readDca = parameterReader(capabilityOf('GET', '/dca').parameters);
const readBacktest = parameterReader(capabilityOf('GET', '/backtest').parameters);
const readBody = parameterReader(capabilityOf('POST', '/backtest').parameters);

function refusalOf(read: () => unknown): ApiError {
  try {
    read();
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
  throw new Error('nothing was refused');
}

const inQuery = (values: Raw): Variables => readDca({ path: {}, values });
const inBody = (values: Raw): Variables =>
  readBody({ path: {}, values: { ticker: 'AAPL', strategy: 'trend', ...values } });

function alone(name: string, shape: InputShape, place: Parameter['place'] = 'query'): (raw: unknown) => unknown {
  const read = parameterReader([
    { name, argument: name, place, shape, isRequired: false, defaultValue: undefined, description: undefined },
  ]);
  return (raw) => read({ path: {}, values: { [name]: raw } })[name];
}

describe('tickers', () => {
  it.each([
    ['aapl', 'AAPL'],
    ['  msft ', 'MSFT'],
    ['brk-b', 'BRK-B'],
    ['BRK.B', 'BRK.B'],
    ['a', 'A'],
    ['abcdefghij', 'ABCDEFGHIJ'],
  ])('%j is read as %s, with the same separator', (given, read) => {
    expect(inQuery({ ticker: given })).toEqual({ ticker: read });
  });

  it.each([
    '1AAPL',
    'ABCDEFGHIJK',
    'AA PL',
    'A$',
    '.A',
    'ſAB',
    'STRAßE',
    'A\u0000B',
    'A'.repeat(5_000),
    'AAPL\u0007',
    '../x',
    "A';--",
  ])('%j is rejected with the name of the parameter', (given) => {
    const error = refusalOf(() => inQuery({ ticker: given }));
    expect([error.code, error.extra.param]).toEqual(['invalid_parameter', 'ticker']);
  });

  it.each([{}, { ticker: '' }, { ticker: '  ' }])('a required one that is absent or blank is missing: %j', (values) => {
    const error = refusalOf(() => inQuery(values));
    expect([error.code, error.extra.param]).toEqual(['missing_parameter', 'ticker']);
  });
});

describe('numbers', () => {
  it('are passed as numbers, and omitted if absent, so that the SDL default applies', () => {
    expect(inQuery({ ticker: 'A', monthly: '10', years: '15' })).toEqual({ ticker: 'A', monthly: 10, years: 15 });
    expect(inQuery({ ticker: 'A' })).toEqual({ ticker: 'A' });
  });

  it.each(['0', '16', '-1', '1.5', '1e1', '0x5', 'ten', '', ' 5', '+5', '9'.repeat(400), 'NaN', 'Infinity'])(
    'years=%j is rejected, never clamped',
    (years) => {
      expect(refusalOf(() => inQuery({ ticker: 'A', years })).extra.param).toBe('years');
    },
  );

  it('have errors with the bounds and the value', () => {
    expect(refusalOf(() => inQuery({ ticker: 'A', years: '99' })).message).toBe(
      'years must be a whole number from 1 to 15; got 99.',
    );
  });
});

describe('booleans, enums, dates and lists', () => {
  it.each([
    ['true', true],
    ['1', true],
    ['false', false],
    ['0', false],
    ['True', true],
    ['FALSE', false],
  ])('%s is %s', (given, read) => {
    expect(readBacktest({ path: {}, values: { ticker: 'A', strategy: 'macd', bypass_cache: given } })).toMatchObject({
      bypass_cache: read,
    });
  });

  it.each(['yes', 'T', '2', ''])('%j is not a boolean', (given) => {
    expect(
      refusalOf(() => readBacktest({ path: {}, values: { ticker: 'A', strategy: 'macd', bypass_cache: given } })).extra
        .param,
    ).toBe('bypass_cache');
  });

  it('an unknown option is rejected with a list of the valid ones', () => {
    expect(refusalOf(() => readBacktest({ path: {}, values: { ticker: 'A', strategy: 'MACD' } })).message).toContain(
      'buy_hold, trend, golden_cross, rsi_meanrev, macd',
    );
  });

  it('an option is read by its wire spelling and passed under its GraphQL name', () => {
    const read = alone('verdict', {
      kind: 'enum',
      options: [{ wire: 'walked-back', name: 'WALKED_BACK', description: undefined }],
    });
    expect(read('walked-back')).toBe('WALKED_BACK');
    expect(() => read('WALKED_BACK')).toThrow('walked-back');
  });

  it.each(['2026-02-30', '2026-13-01', '26-01-01', '2026-1-1', '2026-01-01T00:00:00Z'])('%s is not a date', (given) => {
    expect(() => alone('since', { kind: 'date' })(given)).toThrow('since must be a valid date');
  });

  it('a valid date is passed unchanged', () => {
    expect(alone('since', { kind: 'date' })('2024-02-29')).toBe('2024-02-29');
  });

  it('a list is comma-separated in a URL, repeated or not, and bounded', () => {
    const read = alone('types', { kind: 'list', of: { kind: 'ticker' }, maxEntries: 3 });
    expect(read('a, b')).toEqual(['A', 'B']);
    expect(read(['a', 'b,c'])).toEqual(['A', 'B', 'C']);
    expect(read('a,b,')).toEqual(['A', 'B']);
    expect(() => read('a,b,c,d')).toThrow('types must have at most 3 entries; got 4.');
    expect(refusalOf(() => read('a,,!'))).toMatchObject({
      message: expect.stringContaining('entry 2 of types must be 1 to 10 letters'),
      extra: { param: 'types', details: [{ param: 'types' }, { param: 'types' }] },
    });
  });

  it('text is bounded by characters, not by code units', () => {
    const read = alone('q', { kind: 'text', maxLength: 3 });
    expect(read('😀😀😀')).toBe('😀😀😀');
    expect(() => read('😀😀😀😀')).toThrow('q must have at most 3 characters; got 4.');
    expect(() => read('a\u0000')).toThrow('control characters');
  });
});

describe('bodies', () => {
  it.each([
    ['years', '5'],
    ['years', 5.5],
    ['years', null],
    ['years', [5]],
    ['years', true],
    ['bypass_cache', 'true'],
    ['bypass_cache', 2],
    ['ticker', 5],
    ['ticker', {}],
    ['ticker', ['A']],
    ['strategy', 1],
  ])('%s: %j is of the wrong type', (param, value) => {
    expect(refusalOf(() => inBody({ [param]: value }))).toMatchObject({ code: 'invalid_parameter', extra: { param } });
  });

  it('1 and 0 are booleans in bodies, too, and 10.0 is a whole number', () => {
    const values: unknown = JSON.parse('{"bypass_cache": 1, "years": 10.0}');
    expect(inBody(values as Raw)).toEqual({ ticker: 'AAPL', strategy: 'TREND', years: 10, bypass_cache: true });
  });

  it('a required field that is null is missing', () => {
    expect(refusalOf(() => inBody({ ticker: null })).code).toBe('missing_parameter');
  });

  it('objects have REST names, are passed with GraphQL names, and errors give the position', () => {
    const shape: InputShape = {
      kind: 'list',
      maxEntries: 30,
      of: {
        kind: 'object',
        fields: [
          {
            name: 'ticker',
            graphqlName: 'ticker',
            isRequired: true,
            description: undefined,
            shape: { kind: 'ticker' },
          },
          {
            name: 'value_usd',
            graphqlName: 'valueUsd',
            isRequired: false,
            description: undefined,
            shape: { kind: 'number', min: 0, max: undefined },
          },
        ],
      },
    };
    const read = alone('positions', shape, 'body');
    expect(read([{ ticker: 'aapl', value_usd: 5, note: 'x' }, { ticker: 'b' }])).toEqual([
      { ticker: 'AAPL', valueUsd: 5 },
      { ticker: 'B' },
    ]);
    expect(refusalOf(() => read([{ ticker: 'A', value_usd: -1 }])).extra.param).toBe('positions[0].value_usd');
    expect(() => read(Array.from({ length: 31 }, () => 5))).toThrow('positions must have at most 30 entries; got 31.');
  });

  it('names of Object.prototype are ignored', () => {
    const values: unknown = JSON.parse(
      '{"__proto__": {"years": 3}, "constructor": {"prototype": {"years": 4}}, "ticker": "A", "strategy": "trend"}',
    );
    expect(readBody({ path: {}, values: values as Raw })).toEqual({ ticker: 'A', strategy: 'TREND' });
    expect(Object.hasOwn(Object.prototype, 'years')).toBe(false);
  });
});

describe('errors', () => {
  it('unknown parameters are ignored', () => {
    expect(inQuery({ ticker: 'A', nonsense: 'x', 'ticker[]': 'B' })).toEqual({ ticker: 'A' });
  });

  it('a repeated scalar is rejected, regardless of its values', () => {
    expect(refusalOf(() => inQuery({ ticker: ['A', 'A'] })).message).toBe('ticker must be given once, not 2 times.');
  });

  it.each<[string, Raw, string]>([
    ["another API's name", { symbol: 'A' }, '"symbol" is unknown here; did you mean ticker?'],
    ['another case', { Ticker: 'A' }, '"Ticker" is unknown here; did you mean ticker?'],
    ['a typing error', { tikcer: 'A' }, '"tikcer" is unknown here; did you mean ticker?'],
    [
      "the name of the answer's field",
      { monthly_amount: '5' },
      '"monthly_amount" is unknown here; did you mean monthly?',
    ],
  ])('a name that resembles a parameter is told when something is missing: %s', (_what, values, hint) => {
    const error = refusalOf(() => inQuery(values));
    expect([error.code, error.message.endsWith(` ${hint}`)]).toEqual(['missing_parameter', true]);
  });

  it('names inside a list of objects are compared with its fields', () => {
    const read = parameterReader(capabilityOf('POST', '/simulate').parameters);
    const { message, extra } = refusalOf(() =>
      read({
        path: {},
        values: {
          positions: [
            { ticker: 'A', value: 5 },
            { symbol: 'B', value_usd: 5 },
          ],
        },
      }),
    );
    expect(extra.details?.map(({ param }) => param)).toEqual(['positions[0].value_usd', 'positions[1].ticker']);
    expect(message).toContain('"value" is unknown here; did you mean value_usd?');
    expect(message).toContain('"symbol" is unknown here; did you mean ticker?');
  });

  it('every wrong entry of a list is told, at most a hundred', () => {
    const read = parameterReader(capabilityOf('POST', '/portfolio/overlay').parameters);
    const { message, extra } = refusalOf(() =>
      read({ path: {}, values: { holdings: Array.from({ length: 300 }, () => ({ ticker: '!', weight: -1 })) } }),
    );
    expect(extra.details).toHaveLength(100);
    expect(extra.details?.slice(0, 3).map(({ param }) => param)).toEqual([
      'holdings[0].ticker',
      'holdings[0].weight',
      'holdings[1].ticker',
    ]);
    expect(message).toContain('; and 595 more.');
  });

  it('several errors are reported at once, in order', () => {
    const error = refusalOf(() => inQuery({ monthly: '1', years: 'x' }));
    expect(error.code).toBe('missing_parameter');
    expect(error.extra.details?.map(({ param }) => param)).toEqual(['ticker', 'monthly', 'years']);
    expect(error.extra.param).toBe('ticker');
  });

  it('a value is shown with at most 40 characters and escaped control characters', () => {
    const { message } = refusalOf(() => inQuery({ ticker: 'A', years: `\u001b[31m\u0085${'9'.repeat(500)}` }));
    expect(message).toContain('"\\u001b[31m\\u0085999');
    expect(message).toContain('…"');
    expect(message.length).toBeLessThan(130);
  });
});
