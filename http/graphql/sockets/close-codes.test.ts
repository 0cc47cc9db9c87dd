import { expect, it } from '@jest/globals';
import { ApiError, ERRORS, type ErrorCode } from '../../../access/errors.js';
import {
  closeOf,
  closeOfLibrary,
  NOT_TEXT,
  SERVICE_RESTART,
  TOO_MANY_MESSAGES,
  TRY_AGAIN,
  UNEXPECTED,
} from './close-codes.js';

it.each<[ErrorCode, number]>([
  ['invalid_json', 4400],
  ['missing_key', 4401],
  ['invalid_key', 4401],
  ['key_in_query_unsupported', 4401],
  ['streams_cap', 4403],
  ['rate_limited', 1013],
  ['unavailable', 1013],
  ['internal_error', 4500],
])('%s closes a socket with %i', (code, expected) => {
  expect(closeOf(new ApiError(code)).code).toBe(expected);
});

it('the reason of each end fits into a close frame and begins with the code', () => {
  const closes = [
    ...Object.keys(ERRORS).map((code) => closeOf(new ApiError(code as ErrorCode))),
    closeOf(new ApiError('invalid_key', '…😀'.repeat(200))),
    SERVICE_RESTART,
    TRY_AGAIN,
    TOO_MANY_MESSAGES,
    NOT_TEXT,
    UNEXPECTED,
    closeOfLibrary(4400, 'Invalid'),
  ];
  for (const { reason } of closes) {
    expect(reason).toMatch(/^[A-Z_]+: ./);
    expect(Buffer.byteLength(reason)).toBeLessThanOrEqual(123);
    expect(Buffer.from(reason).toString()).toBe(reason);
  }
});

it('the library’s reason fits, too, with a long id of a client in it', () => {
  const { code, reason } = closeOfLibrary(4409, `Subscriber for ${'x'.repeat(1_000)} already exists`);
  expect([code, Buffer.byteLength(reason) <= 123, reason.startsWith('Subscriber for xxx')]).toEqual([4409, true, true]);
});
