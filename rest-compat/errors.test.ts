import { describe, expect, it } from '@jest/globals';
import { ApiError, ERRORS } from '../access/errors.js';
import { describeCapability } from './capability.js';
import { errorBody, retryAfterS } from '../http/error-body.js';
import { codeOf, failureOf } from './errors.js';
import { capabilityOf, SDL, testRoute } from './fixtures/capabilities.js';
import { readSdl } from './sdl.js';

const backtest = capabilityOf('POST', '/backtest');

describe('the error of a failed response', () => {
  it.each(Object.keys(ERRORS))('%s keeps its code', (code) => {
    expect(codeOf({ message: '', extensions: { code: code.toUpperCase() } })).toBe(code);
  });

  it.each([undefined, {}, { code: 'GRAPHQL_VALIDATION_FAILED' }, { code: 7 }, { code: 'CONSTRUCTOR' }])(
    'undeclared errors become internal_error without their text: %j',
    (extensions) => {
      const failure = failureOf(
        [{ message: 'secret detail', ...(extensions === undefined ? {} : { extensions }) }],
        backtest,
        SDL,
      );
      expect(failure).toMatchObject({ code: 'internal_error', message: ERRORS.internal_error.message });
    },
  );

  it('the first declared error wins over an internal error', () => {
    const errors = [
      { message: 'boom' },
      { message: 'No ZZZZ.', extensions: { code: 'TICKER_NOT_FOUND' } },
      { message: 'x', extensions: { code: 'UNAVAILABLE' } },
    ];
    expect(failureOf(errors, backtest, SDL)).toMatchObject({ code: 'ticker_not_found', message: 'No ZZZZ.' });
  });

  it('has only the declared extra keys, with REST parameter names', () => {
    const extensions = {
      code: 'INVALID_PARAMETER',
      param: 'bypassCache',
      details: [{ param: 'bypassCache', message: 'm' }],
      stacktrace: ['at x'],
      retry_after_s: 3,
    };
    const failure = failureOf([{ message: 'm', extensions }], backtest, SDL);
    expect(failure?.extra).toEqual({
      param: 'bypass_cache',
      details: [{ param: 'bypass_cache', message: 'm' }],
      retry_after_s: 3,
    });
  });
});

describe('sections', () => {
  const sdl = readSdl(
    'directive @section on FIELD_DEFINITION type Query { card: Card } type Card { part: Part @section whole: Int } type Part { a: Int b: [Part!] }',
  );
  const card = describeCapability(testRoute(), sdl, '{ body: card { sec: part { a b { a } } whole } }');

  it('an error under a section does not fail the response, at any depth', () => {
    expect(
      failureOf(
        [
          { message: 'x', path: ['body', 'sec'] },
          { message: 'x', path: ['body', 'sec', 'b', 0, 'a'] },
        ],
        card,
        sdl,
      ),
    ).toBeNull();
  });

  it('an error outside of a section does', () => {
    expect(
      failureOf(
        [
          { message: 'x', path: ['body', 'sec'] },
          { message: 'x', path: ['body', 'whole'] },
        ],
        card,
        sdl,
      )?.code,
    ).toBe('internal_error');
    expect(failureOf([{ message: 'x' }], card, sdl)?.code).toBe('internal_error');
  });
});

describe('the error body', () => {
  it('has the code, a message, the request id and the extra keys', () => {
    expect(errorBody(new ApiError('tier_required', 'No.', { tier: 'free', required_tier: 'pro' }), 'r1')).toEqual({
      error: 'tier_required',
      message: 'No.',
      request_id: 'r1',
      tier: 'free',
      required_tier: 'pro',
    });
  });

  it.each([
    [new ApiError('rate_limited', undefined, { retry_after_s: 9 }), 9],
    [new ApiError('daily_token_cap_reached', undefined, { reset_in_s: 70 }), 70],
    [new ApiError('unavailable'), 5],
    [new ApiError('send_rate_limited'), 5],
    [new ApiError('not_found'), undefined],
  ])('%s waits %s s', (error, seconds) => {
    expect(retryAfterS(error)).toBe(seconds);
  });
});
