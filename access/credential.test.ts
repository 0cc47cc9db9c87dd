import { describe, expect, it } from '@jest/globals';
import type { IncomingHttpHeaders } from 'node:http';
import { readCredential } from './credential.js';

const read = (
  headers: IncomingHttpHeaders,
  query: Record<string, unknown> = {},
  scheme = 'http',
): ReturnType<typeof readCredential> =>
  readCredential(headers, query, { allowedOrigins: ['https://app.example.com'], scheme });

describe('a credential', () => {
  it.each<[string, IncomingHttpHeaders, { kind: string; secret: string }]>([
    ['Authorization', { authorization: 'Bearer svc_a' }, { kind: 'key', secret: 'svc_a' }],
    ['Authorization in any case and spacing', { authorization: ' bearer  svc_a ' }, { kind: 'key', secret: 'svc_a' }],
    ['X-API-Key', { 'x-api-key': 'svc_a' }, { kind: 'key', secret: 'svc_a' }],
    [
      'both headers with one key',
      { authorization: 'Bearer svc_a', 'x-api-key': 'svc_a' },
      { kind: 'key', secret: 'svc_a' },
    ],
    [
      'X-API-Key beside another scheme',
      { authorization: 'Basic abc', 'x-api-key': 'svc_a' },
      { kind: 'key', secret: 'svc_a' },
    ],
    ['a session as bearer', { authorization: 'Bearer svcs_a' }, { kind: 'session', secret: 'svcs_a' }],
    [
      'the session cookie among others',
      { cookie: 'a=1; svc_session=svcs_a; b=2' },
      { kind: 'session', secret: 'svcs_a' },
    ],
    [
      'a header before the cookie',
      { 'x-api-key': 'svc_a', cookie: 'svc_session=svcs_a' },
      { kind: 'key', secret: 'svc_a' },
    ],
  ])('is read from %s', (_, headers, credential) => {
    expect(read(headers)).toEqual(credential);
  });

  it.each<[string, IncomingHttpHeaders]>([
    ['no header', {}],
    ['an empty key', { 'x-api-key': ' ' }],
    ['a bearer without a key', { authorization: 'Bearer ' }],
    ['another scheme', { authorization: 'Basic c3ZjOg==' }],
    ['an empty cookie', { cookie: 'svc_session=' }],
  ])('is absent with %s', (_, headers) => {
    expect(read(headers)).toBeNull();
  });

  it('is rejected with an explanation if the two headers contain different keys', () => {
    expect(() => read({ authorization: 'Bearer svc_a', 'x-api-key': 'svc_b' })).toThrow(
      expect.objectContaining({ code: 'invalid_key', message: expect.stringContaining('different keys') }),
    );
  });

  it.each(['apikey', 'api_key', 'key', 'apiKey', 'APIKEY'])(
    'in the query string as %s is rejected without repeating it',
    (name) => {
      expect(() => read({}, { [name]: 'svc_secret' })).toThrow(
        expect.objectContaining({
          code: 'key_in_query_unsupported',
          message: expect.not.stringContaining('svc_secret'),
        }),
      );
    },
  );

  it('in a header takes precedence over the query string', () => {
    expect(read({ 'x-api-key': 'svc_a' }, { apikey: 'svc_b' })).toEqual({ kind: 'key', secret: 'svc_a' });
  });
});

describe('the session cookie', () => {
  const cookie = 'svc_session=svcs_a';

  it.each<[string, IncomingHttpHeaders]>([
    ['no Origin', {}],
    ['the own Origin', { origin: 'http://127.0.0.1:4000', host: '127.0.0.1:4000' }],
    ['an Origin of the web app', { origin: 'https://app.example.com', host: 'api.example.com' }],
    [
      'an Origin of the web app on another site',
      { origin: 'https://app.example.com', host: 'api.example.com', 'sec-fetch-site': 'cross-site' },
    ],
    ['a request of the own page', { 'sec-fetch-site': 'same-origin' }],
    ['a URL that the user typed', { 'sec-fetch-site': 'none' }],
    [
      'the own Origin over HTTPS, of which a proxy does not tell',
      { origin: 'https://api.example.com', host: 'api.example.com' },
    ],
  ])('is accepted with %s', (_, headers) => {
    expect(read({ ...headers, cookie })).toEqual({ kind: 'session', secret: 'svcs_a' });
  });

  it.each<[string, IncomingHttpHeaders]>([
    ['another site', { origin: 'https://evil.example', host: 'api.example.com' }],
    [
      'a site that begins like the web app',
      { origin: 'https://app.example.com.evil.example', host: 'api.example.com' },
    ],
    ['a hidden Origin', { origin: 'null', host: 'api.example.com' }],
    [
      'an image on another site, which has no Origin',
      { host: 'api.example.com', 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'image' },
    ],
    ['a sibling host, which has no Origin', { host: 'api.example.com', 'sec-fetch-site': 'same-site' }],
    ['a sibling host', { origin: 'https://www.example.com', host: 'api.example.com', 'sec-fetch-site': 'same-site' }],
  ])('is ignored from %s', (_, headers) => {
    expect(read({ ...headers, cookie })).toBeNull();
  });

  it('is ignored over HTTPS from the own host over plain HTTP', () => {
    const headers = { origin: 'http://api.example.com', host: 'api.example.com', cookie };
    expect([read(headers, {}, 'https'), read(headers, {}, 'http')?.kind]).toEqual([null, 'session']);
  });
});
