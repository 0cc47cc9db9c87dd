import { describe, expect, it } from '@jest/globals';
import { apiHeaders, preflightHeaders, type HeaderList } from './headers.js';

const APP = 'https://app.example';
const named = (list: HeaderList, name: string): readonly (string | undefined)[] =>
  list.flatMap((entry, index) => (index % 2 === 0 && entry.toLowerCase() === name ? [list[index + 1]] : []));
const corsOf = (list: HeaderList) => ({
  origin: named(list, 'access-control-allow-origin'),
  credentials: named(list, 'access-control-allow-credentials'),
  vary: named(list, 'vary'),
});
const from = (origin?: string, requested?: string) => ({
  headers: {
    ...(origin === undefined ? {} : { origin }),
    ...(requested === undefined ? {} : { 'access-control-request-headers': requested }),
  },
});

describe('CORS', () => {
  const VARY = [expect.stringMatching(/^Origin, /)];

  it('allows credentials only to a listed origin, and repeats it', () => {
    const listed = { origin: [APP], credentials: ['true'], vary: VARY };
    const open = { origin: ['*'], credentials: [], vary: VARY };
    expect(corsOf(apiHeaders(from(APP), [APP]))).toEqual(listed);
    expect(corsOf(preflightHeaders(from(APP), [APP]))).toEqual(listed);
    for (const [origin, origins] of [
      [undefined, [APP]],
      ['https://evil.example', [APP]],
      [`${APP}.evil.example`, [APP]],
      ['null', [APP]],
      [APP, []],
    ] as const) {
      expect(corsOf(apiHeaders(from(origin), origins))).toEqual(open);
      expect(corsOf(preflightHeaders(from(origin), origins))).toEqual(open);
    }
  });

  it.each([
    ['x-api-key,content-type', 'x-api-key, content-type'],
    [
      'apollographql-client-name, apollographql-client-version',
      'apollographql-client-name, apollographql-client-version',
    ],
    ['Traceparent, x-unheard-of', 'traceparent'],
    ['mcp-protocol-version, mcp-session-id', 'mcp-protocol-version, mcp-session-id'],
    ['x-svc-identity', undefined],
    ['apollographql-client-\u00e9, cookie', undefined],
  ])('a preflight for %s allows %s', (requested, allowed) => {
    expect(named(preflightHeaders(from(APP, requested)), 'access-control-allow-headers')).toEqual(
      allowed === undefined ? [] : [allowed],
    );
  });

  it('a preflight that names no headers is told all of them', () => {
    expect(named(preflightHeaders(from(APP)), 'access-control-allow-headers')).toEqual([
      expect.stringMatching(/^Authorization, X-API-Key, .*traceparent/),
    ]);
  });
});
