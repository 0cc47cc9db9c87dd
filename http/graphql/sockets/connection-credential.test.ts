import type { IncomingHttpHeaders } from 'node:http';
import { describe, expect, it } from '@jest/globals';
import { connectionCredential } from './connection-credential.js';

const APP = 'https://app.example';
const HOST = 'api.example';
const COOKIE = 'svc_session=svcs_own';
const SESSION = { kind: 'session', secret: 'svcs_own' };
const KEY = { kind: 'key', secret: 'svc_a' };

function read(
  params: Readonly<Record<string, unknown>>,
  headers: IncomingHttpHeaders = {},
  url = '/graphql',
  scheme = 'https',
) {
  return connectionCredential({ headers: { host: HOST, ...headers }, url, params }, { allowedOrigins: [APP], scheme });
}

describe('the credential of a socket', () => {
  it.each([
    [{ 'X-API-Key': 'svc_a' }, KEY],
    [{ 'x-api-key': 'svc_a' }, KEY],
    [{ apiKey: ' svc_a ' }, KEY],
    [{ Authorization: 'Bearer svc_a' }, KEY],
    [{ authorization: 'Bearer svcs_own' }, SESSION],
    [{ apiKey: 'svc_a', 'X-API-Key': 'svc_a', Authorization: 'Bearer svc_a' }, KEY],
    [{ apiKey: null, token: 'svc_a' }, null],
    [{ headers: { 'X-API-Key': 'svc_a' } }, null],
    [{}, null],
  ])('is in connectionParams: %j', (params, expected) => {
    expect(read(params)).toEqual(expected);
  });

  it.each<[IncomingHttpHeaders]>([[{ 'x-api-key': 'svc_a' }], [{ authorization: 'Bearer svc_a' }]])(
    'or in a header: %j',
    (headers) => {
      expect([read({}, headers), read({ apiKey: 'svc_a' }, headers)]).toEqual([KEY, KEY]);
    },
  );

  it.each([
    [{ apiKey: 'svc_a', 'X-API-Key': 'svc_b' }, {}],
    [{ apiKey: 'svc_a', Authorization: 'Bearer svc_b' }, {}],
    [{ apiKey: 'svc_a' }, { 'x-api-key': 'svc_b' }],
    [{ apiKey: 7 }, {}],
    [{ Authorization: ['Bearer svc_a'] }, {}],
  ])('is one only, and a text: %j and %j', (params, headers) => {
    expect(() => read(params, headers)).toThrow(expect.objectContaining({ code: 'invalid_key' }));
  });

  it('is never in the URL', () => {
    expect(() => read({}, {}, '/graphql?apikey=svc_a')).toThrow(
      expect.objectContaining({ code: 'key_in_query_unsupported' }),
    );
    expect(read({ apiKey: 'svc_a' }, {}, '/graphql?apikey=svc_b')).toEqual(KEY);
  });
});

describe('the session’s cookie of a handshake', () => {
  it.each<[string, IncomingHttpHeaders, string]>([
    ['a listed origin', { origin: APP, 'sec-fetch-site': 'cross-site' }, 'https'],
    ['the own host', { origin: `https://${HOST}`, 'sec-fetch-site': 'same-origin' }, 'https'],
    ['the own host over plain HTTP', { origin: `http://${HOST}` }, 'http'],
  ])('counts for a page of %s', (_name, headers, scheme) => {
    expect(read({}, { ...headers, cookie: COOKIE }, '/graphql', scheme)).toEqual(SESSION);
  });

  it.each<[string, IncomingHttpHeaders]>([
    ['another site', { origin: 'https://evil.example' }],
    ['another site that names our host', { origin: `https://evil.example/${HOST}` }],
    ['another port', { origin: `https://${HOST}:8443` }],
    ['another domain of the site', { origin: 'https://other.api.example', 'sec-fetch-site': 'same-site' }],
    ['a sandbox', { origin: 'null' }],
    ['plain HTTP before HTTPS', { origin: `http://${HOST}` }],
    ['no origin', {}],
    ['no origin, and the site as the browser states it', { 'sec-fetch-site': 'same-origin' }],
  ])('is not read for a page of %s', (_name, headers) => {
    expect(read({}, { ...headers, cookie: COOKIE })).toBeNull();
  });

  it('gives way to a key', () => {
    expect(read({ apiKey: 'svc_a' }, { origin: APP, cookie: COOKIE })).toEqual({ ...KEY, origin: APP });
    expect(read({}, { origin: APP, cookie: COOKIE, 'x-api-key': 'svc_a' })).toEqual({ ...KEY, origin: APP });
  });
});
