import { readFileSync } from 'node:fs';
import path from 'node:path';
import { buildSchema } from 'graphql';
import { TIERS, type Tier } from '../../access/tiers.js';
import type { Dice } from '../../gateway/fixtures/dice.js';
import { randomOperation } from '../../gateway/fixtures/random-operation.js';
import { ENDPOINTS, requestOf, takesBody } from '../contract/endpoints.js';
import { ROOT } from '../support/scratch.js';
import { changedDocument, splitNames } from './graphql-text.js';
import { anyValue, changedJson, jsonBytes, jsonOf, NAUGHTY } from './values.js';

/** A request as it is sent; the account's key is added unless a header has one. */
export interface FuzzRequest {
  readonly tier: Tier;
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Buffer;
}

const SCHEMA = buildSchema(readFileSync(path.join(ROOT, 'schema', 'public.graphql'), 'utf8'));
const CANDIDATES = {
  Ticker: ['AAPL', 'MSFT', 'BRK-B', 'spy ', 'NOPE'],
  LocalDate: ['2025-12-01', '2026-01-02'],
  monthlyAmount: [100, 500],
  id: [
    'sec_AAPL',
    'sec_NOPE',
    'pc_stripe',
    'we_none',
    'wl_none',
    'wle_wl_none/AAPL',
    'key_none',
    'acc_none',
    'sec_',
    '_',
  ],
  ids: [['sec_AAPL', 'sec_NOPE'], ['sec_AAPL', 'sec_AAPL'], []],
  years: [1, 2],
  first: [1, 3, 100],
  last: [1, 5, 252],
  slug: ['stripe', 'nobody'],
  // Not looked up, since the address is refused before.
  url: ['https://localhost/', 'https://10.0.0.1/hook', 'ftp://example.com'],
};
/** Simulations take a worker a second each, and have a test of their own. */
const WITHOUT = ['Query.simulate'];
const REST = ENDPOINTS.filter(({ capability: { route } }) => route.path !== '/simulate');

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND', 'get'];
const TYPES = [
  'application/json',
  'application/json; charset=utf-8',
  'application/json; charset=utf-7',
  'application/graphql',
  'text/plain',
  'multipart/form-data; boundary=x',
  'application/x-www-form-urlencoded',
  'application/json;',
  '*/*',
  'application/JSON;charset="utf-8"',
  'application/graphql-response+json',
  '',
];
const HEADERS: readonly (readonly [name: string, values: readonly string[]])[] = [
  [
    'Accept',
    [
      '*/*',
      'application/json',
      'application/graphql-response+json',
      'text/html',
      'image/png',
      'application/json;q=0',
      'text/html;q=0,*/*',
      ';;,',
      'a/b;q=9',
    ],
  ],
  ['Accept-Encoding', ['br', 'gzip', 'identity;q=0', '*;q=0', 'br;q=nonsense', 'gzip, br, deflate']],
  ['If-None-Match', ['*', '"x"', 'W/"x"', '"', '"a", "b"', 'W/'.repeat(500)]],
  ['Content-Encoding', ['gzip', 'br', 'deflate', 'identity', 'nonsense', 'gzip, gzip']],
  ['X-Request-Id', ['abc', '../..', 'a'.repeat(500), '{}', '<b>']],
  ['Origin', ['null', 'https://evil.example', 'http://127.0.0.1', 'nonsense']],
  [
    'Cookie',
    ['svc_session=x', 'svc_session=', 'svc_session=a; svc_session=b', '=;;=', `svc_session=${'a'.repeat(3_000)}`],
  ],
  ['Authorization', ['Bearer x', 'Bearer', 'Basic YTpi', 'Bearer svcs_x', `Bearer ${'x'.repeat(2_000)}`]],
  ['X-Forwarded-For', ['1.2.3.4', 'nonsense', '::1, 1.2.3.4:80', ','.repeat(200)]],
  ['Range', ['bytes=0-0', 'bytes=9-1']],
  ['Expect', ['nonsense']],
  ['X-HTTP-Method-Override', ['DELETE']],
  ['Sec-Fetch-Site', ['cross-site', 'same-origin', 'nonsense']],
];

function someHeaders(dice: Dice): Record<string, string> {
  const headers: Record<string, string> = {};
  while (dice.chance(0.25)) {
    const [name, values] = dice.pick(HEADERS);
    headers[name] = dice.pick(values);
  }
  return headers;
}

/** Lone surrogates cannot stand in a URL. */
const wellFormed = (text: string): string => Buffer.from(text).toString();

/** A part of a URL: usually encoded, sometimes as bytes or half encoded. */
function urlText(value: unknown, dice: Dice): string {
  const text = typeof value === 'string' ? value : jsonOf(value);
  const written = wellFormed(text);
  return dice.chance(0.8) ? encodeURIComponent(written) : encodeURI(written).replace(/[^!-~]/g, '');
}

/** A value of a parameter: lone surrogates cannot stand in a URL, and a query has text alone. */
function parameterValue(value: unknown, isText: boolean): unknown {
  if (typeof value === 'string') return wellFormed(value);
  return isText ? JSON.stringify(value) : value;
}

function restRequest(dice: Dice): Omit<FuzzRequest, 'tier'> {
  const endpoint = dice.pick(REST);
  const names = Object.keys(endpoint.sample.parameters);
  const changes: Record<string, unknown> = {};
  while (names.length > 0 && dice.chance(0.6))
    changes[dice.pick(names)] = dice.chance(0.15) ? undefined : parameterValue(anyValue(dice), !takesBody(endpoint));
  const {
    path: at,
    call: { method = 'GET', body },
  } = requestOf(endpoint, changes);
  let target = at;
  while (dice.chance(0.35)) {
    const glue = target.includes('?') ? '&' : '?';
    const name = dice.chance(0.6) && names.length > 0 ? dice.pick(names) : urlText(dice.pick(NAUGHTY), dice);
    target += `${glue}${dice.pick([name, name.toUpperCase(), `${name}[]`, `${name}[a]`, `${name}%00`])}=${urlText(anyValue(dice), dice)}`;
  }
  if (dice.chance(0.08))
    target = target.replace(/[^/]+$/, (last) =>
      dice.pick([
        `${last}/`,
        `/${last}`,
        `../${last}`,
        `%2e%2e/${last}`,
        last.toUpperCase(),
        `${last}%00`,
        `${last};a=b`,
        `${last}%2f`,
      ]),
    );
  return {
    method: dice.chance(0.08) ? dice.pick(METHODS) : method,
    path: target,
    headers: {
      ...(body === undefined ? {} : { 'Content-Type': dice.chance(0.1) ? dice.pick(TYPES) : 'application/json' }),
      ...someHeaders(dice),
    },
    ...(body === undefined && !takesBody(endpoint)
      ? {}
      : { body: jsonBytes(dice.chance(0.5) ? changedJson(body, dice) : body, dice) }),
  };
}

/** Sometimes the hash of a stored document, which is never that of the text. */
function persisted(dice: Dice): object {
  if (!dice.chance(0.05)) return {};
  const sha256Hash = dice.pick([...NAUGHTY, 'a'.repeat(64)]);
  return { extensions: { persistedQuery: { version: dice.pick([1, 2, '1']), sha256Hash } } };
}

function graphqlRequest(dice: Dice): Omit<FuzzRequest, 'tier'> {
  const operation = randomOperation(SCHEMA, dice, { candidates: CANDIDATES, without: WITHOUT, mutations: 0.15 });
  let source = operation.source;
  while (dice.chance(0.5)) source = changedDocument(source, dice);
  const variables = dice.chance(0.35) ? changedJson(operation.variables, dice) : operation.variables;
  let envelope: unknown = {
    query: source,
    variables,
    ...(dice.chance(0.25) ? splitNames(source, dice) : {}),
    ...persisted(dice),
  };
  if (dice.chance(0.08)) envelope = changedJson(envelope, dice);
  const headers = { 'Content-Type': dice.chance(0.1) ? dice.pick(TYPES) : 'application/json', ...someHeaders(dice) };
  if (dice.chance(0.2)) {
    const parts = Object.entries(typeof envelope === 'object' && envelope !== null ? envelope : {}).map(
      ([name, value]) => `${urlText(name, dice)}=${urlText(value, dice)}`,
    );
    return { method: dice.pick(['GET', 'GET', 'HEAD', 'DELETE']), path: `/graphql?${parts.join('&')}`, headers };
  }
  const { 'Content-Type': type, ...others } = headers;
  return {
    method: dice.chance(0.04) ? dice.pick(METHODS) : 'POST',
    path: dice.pick(['/graphql', '/graphql', '/graphql', '/graphql', '/graphql?query=%7B__typename%7D', '/graphql/']),
    headers: { ...others, ...(type === '' ? {} : { 'Content-Type': type }) },
    body: jsonBytes(envelope, dice),
  };
}

/** A request that depends only on the dice; both faces, every tier. */
export function fuzzRequest(dice: Dice): FuzzRequest {
  return { tier: dice.pick(TIERS), ...(dice.chance(0.5) ? graphqlRequest(dice) : restRequest(dice)) };
}

/** The request as a shell command that anybody can run against a server on port 4000. */
export function asCommand({ method, path: at, headers, body, tier }: FuzzRequest): string {
  const quoted = (text: string): string => `'${text.replace(/'/g, "'\\''")}'`;
  const flags = Object.entries({ 'X-API-Key': `svc_demo_${tier}`, ...headers }).map(
    ([name, value]) => `-H ${quoted(`${name}: ${value}`)}`,
  );
  const url = quoted(`http://127.0.0.1:4000${at}`);
  const command = `curl -sg --path-as-is -X ${method} ${flags.join(' ')} ${url}`;
  return body === undefined ? command : `echo ${body.toString('base64')} | base64 -d | ${command} --data-binary @-`;
}
