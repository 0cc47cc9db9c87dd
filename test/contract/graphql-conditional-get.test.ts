import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { reaches, TIERS, type Tier } from '../../access/tiers.js';
import { documentHash, printManifest } from '../../http/trusted-documents/manifest.js';
import { settledVersion } from '../../store/fixtures/databases.js';
import { whileFailing } from '../support/failing-database.js';
import { read, type Answer } from '../support/http.js';
import { serverForFile, type TestKey } from '../support/in-process.js';
import { changeLastClose } from '../support/live-market.js';
import { scratchDir } from '../support/scratch.js';
import { sqlCounter } from '../support/sql-counter.js';
import {
  ABOVE_FREE,
  ACCOUNT,
  FIRST,
  FROM_TABLE,
  METERED,
  MINUTE,
  MUTATION,
  OWN,
  PRICED,
  REFUSED,
  SECOND,
  SLUG,
  SUBSCRIPTION,
  TABLE,
  TWICE,
  UNMETERED,
} from './priced-queries.js';

const manifest = path.join(await scratchDir(), 'manifest.json');
writeFileSync(manifest, printManifest([METERED]));
const server = await serverForFile({ SVC_TRUSTED_DOCUMENTS: manifest, SVC_WEB_ORIGINS: 'https://app.example' });
const { store } = server.runtime;
const MANY = { perMinute: 1_000 };

interface Asked {
  readonly tag?: string | undefined;
  readonly method?: string;
  readonly variables?: object | undefined;
  readonly headers?: Readonly<Record<string, string>>;
}

function inUrl(parameters: Readonly<Record<string, string>>, variables?: object): string {
  const all = { ...parameters, ...(variables === undefined ? {} : { variables: JSON.stringify(variables) }) };
  return `/graphql?${new URLSearchParams(all).toString()}`;
}

/** Sends a query by GET; `tag` is that of the answer that the caller has. */
function get(
  { key }: Pick<TestKey, 'key'>,
  query: string,
  { tag, method = 'GET', variables, headers }: Asked = {},
): Promise<Answer> {
  return server.call(inUrl({ query }, variables), { method, key, headers: { ...conditional(tag), ...headers } });
}

function conditional(tag: string | undefined): Readonly<Record<string, string>> {
  return tag === undefined ? {} : { 'If-None-Match': tag };
}

const tagOf = ({ headers: { etag = 'none' } }: Answer): string => etag;
const cachingOf = ({ status, headers }: Answer): object => ({
  status,
  tag: headers.etag,
  caching: headers['cache-control'],
});
const UNTAGGED = { tag: undefined, caching: 'no-store' };
const codesOf = (answer: Answer): unknown => {
  const errors = read(answer, 'errors') as { extensions: { code: string } }[] | undefined;
  return errors?.map(({ extensions }) => extensions.code);
};

describe('what has not been paid for', () => {
  const SCORE = '{ security(ticker: "AAPL") { signal { compositeScore } } }';

  it('is not confirmed to who guesses it: the tag is not that of the data alone, and * says only that there is a response', async () => {
    const key = await server.newKey('free', { ...MANY, perMonth: 1 });
    const paid = await get(key, SCORE);
    const guessed = createHash('sha1')
      .update(JSON.stringify(read(paid, 'data')))
      .digest('base64url');
    expect(tagOf(paid)).not.toContain(guessed);
    for (const tag of [`W/"${guessed}"`, `"${guessed}"`]) {
      const refused = await get(key, SCORE, { tag });
      expect([refused.status, codesOf(refused)]).toEqual([200, ['MONTHLY_LIMIT_REACHED']]);
    }
    const any = await get(key, SCORE, { tag: '*' });
    expect([any.status, any.text]).toEqual([304, '']);
  });

  it('has another tag for each question, also where the answers are equal', async () => {
    const key = await server.newKey('pro', MANY);
    const one = await get(key, '{ security(ticker: "AAPL") { kind } }');
    const other = await get(key, '{ security(ticker: "MSFT") { kind } }');
    expect([read(one, 'data'), tagOf(one) === tagOf(other)]).toEqual([read(other, 'data'), false]);
  });

  it('is not given by a page of a watchlist either, once the month is used up', async () => {
    const key = await server.newKey('pro', { ...MANY, perMonth: 1 });
    const made = await server.graphql(
      key.key,
      'mutation { createWatchlist(input: { name: "x", tickers: ["AAPL", "MSFT"] }) { watchlist { id } } }',
    );
    const page = `{ viewer { watchlist(id: "${String(read(made, 'data', 'createWatchlist', 'watchlist', 'id'))}") { entries { nodes { security { signal { compositeScore } } } } } } }`;
    expect(codesOf(await get(key, page))).toBeUndefined();
    expect(codesOf(await get(key, page, { tag: '"x"' }))).toEqual(['MONTHLY_LIMIT_REACHED', 'MONTHLY_LIMIT_REACHED']);
    expect(await server.used(key)).toBe(1);
  });
});

describe('a query by GET', () => {
  for (const tier of TIERS) {
    const priced = PRICED.filter((one) => reaches(tier, one.tier));
    it.each(priced)(
      `that is answered as before is 304 and free, for ${tier}: $title`,
      async ({ query, variables, units }) => {
        const key = await server.newKey(tier, MANY);
        const first = await get(key, query, { variables });
        expect(cachingOf(first)).toEqual({
          status: 200,
          tag: expect.stringMatching(/^W\/"[\w-]+"$/),
          caching: 'private, no-cache',
        });
        const tag = tagOf(first);
        const unchanged = { status: 304, tag, caching: 'private, no-cache' };
        for (const match of [tag, tag.replace('W/', ''), `"other", ${tag}`]) {
          const again = await get(key, query, { variables, tag: match });
          expect([cachingOf(again), again.text, again.headers['content-type']]).toEqual([unchanged, '', undefined]);
        }
        expect(await server.used(key)).toBe(units);
        const other = await get(key, query, { variables, tag: '"other"' });
        expect([other.status, read(other, 'data')]).toEqual([200, read(first, 'data')]);
        expect(await server.used(key)).toBe(2 * units);
      },
    );
  }

  it('has the same tag whoever sends it, however often and in whatever type of answer', async () => {
    const keys = [await server.newKey('free'), await server.newKey('pro')];
    const answers = [];
    for (const Accept of ['application/json', 'application/graphql-response+json']) {
      for (const key of [...keys, ...keys]) answers.push(await get(key, METERED, { headers: { Accept } }));
    }
    expect(new Set(answers.map(tagOf)).size).toBe(1);
  });

  it('has the same tag with errors, although their request ids differ', async () => {
    const key = await server.newKey(ABOVE_FREE.tier, MANY);
    const answers = [await get(key, ABOVE_FREE.query), await get(key, ABOVE_FREE.query)];
    expect(new Set(answers.map((answer) => read(answer, 'errors', 0, 'extensions', 'request_id'))).size).toBe(2);
    expect([codesOf(answers[0] as Answer), new Set(answers.map(tagOf)).size]).toEqual([ABOVE_FREE.codes, 1]);
    expect((await get(key, ABOVE_FREE.query, { tag: tagOf(answers[0] as Answer) })).status).toBe(304);
  });

  it('has another tag with the errors of another tier', async () => {
    const [free, pro] = [await server.newKey(ABOVE_FREE.tier), await server.newKey('pro')];
    const tag = tagOf(await get(free, ABOVE_FREE.query));
    const answer = await get(pro, ABOVE_FREE.query, { tag });
    expect([answer.status, codesOf(answer), tagOf(answer) === tag]).toEqual([200, undefined, false]);
  });

  it('is 304 although the month is used up, and as any other answer if it has changed', async () => {
    const key = await server.newKey('free', { ...MANY, perMonth: 2 });
    const tag = tagOf(await get(key, TWICE));
    const same = await get(key, TWICE, { tag });
    expect([same.status, same.headers['x-ratelimit-monthly-remaining']]).toEqual([304, '0']);
    const plain = await get(key, TWICE);
    const other = await get(key, TWICE, { tag: '"other"' });
    const refused = ['MONTHLY_LIMIT_REACHED', 'MONTHLY_LIMIT_REACHED'];
    for (const answer of [plain, other]) {
      expect(cachingOf(answer)).toEqual({ status: 200, ...UNTAGGED });
      expect([codesOf(answer), read(answer, ...FIRST), read(answer, ...SECOND)]).toEqual([refused, null, null]);
    }
    expect(await server.used(key)).toBe(2);
  });

  it('that has changed is answered in part if the month covers only a part, with or without a tag', async () => {
    for (const tag of [undefined, '"other"']) {
      const key = await server.newKey('free', { ...MANY, perMonth: 3 });
      await get(key, TWICE);
      const answer = await get(key, TWICE, { tag });
      expect([answer.status, codesOf(answer), read(answer, ...FIRST) === null]).toEqual([
        200,
        ['MONTHLY_LIMIT_REACHED'],
        false,
      ]);
      expect([await server.used(key), read(answer, 'extensions', 'limits', 'units')]).toEqual([3, 1]);
    }
  });

  it.each([1.01, 0.98])('is 200 with another tag once its data has changed, and charged (× %d)', async (factor) => {
    const key = await server.newKey('pro', MANY);
    const before = await get(key, METERED);
    await changeLastClose(store, 'AAPL', factor);
    const after = await get(key, METERED, { tag: tagOf(before) });
    expect([after.status, tagOf(after) === tagOf(before)]).toEqual([200, false]);
    expect(read(after, 'data')).not.toEqual(read(before, 'data'));
    expect((await get(key, METERED, { tag: tagOf(after) })).status).toBe(304);
    expect(await server.used(key)).toBe(2);
  });

  it('with other variables, or another operation, is another answer', async () => {
    const key = await server.newKey('pro', MANY);
    const tag = tagOf(await get(key, METERED, { variables: { ticker: 'AAPL' } }));
    expect((await get(key, METERED, { tag, variables: { ticker: 'MSFT' } })).status).toBe(200);
    expect((await get(key, TWICE, { tag })).status).toBe(200);
  });

  it('carries what the caller’s minute is by another tag each time', async () => {
    const key = await server.newKey('free');
    const tag = tagOf(await get(key, MINUTE));
    expect((await get(key, MINUTE, { tag })).status).toBe(200);
  });

  it('varies by what the answer depends on', async () => {
    const { headers } = await get(await server.newKey('free'), UNMETERED);
    const names = ['Origin', 'Authorization', 'X-API-Key', 'Cookie', 'Accept-Encoding', 'Accept'];
    expect(String(headers.vary).split(', ').sort()).toEqual(names.sort());
  });

  it('is the same by HEAD: status, headers, price, and 304', async () => {
    const [one, other] = [await server.newKey('free'), await server.newKey('free')];
    const headers = { 'X-Request-Id': 'same' };
    const [byGet, byHead] = [
      await get(one, METERED, { headers }),
      await get(other, METERED, { method: 'HEAD', headers }),
    ];
    const { date: _date, ...shown } = byGet.headers;
    const { date: _headDate, ...shownByHead } = byHead.headers;
    expect([byHead.status, byHead.text, shownByHead]).toEqual([200, '', shown]);
    expect((await get(other, METERED, { method: 'HEAD', tag: tagOf(byHead) })).status).toBe(304);
    expect(await server.used(other)).toBe(1);
  });
});

describe('a trusted document by GET', () => {
  const HASH = documentHash(METERED);

  it.each([
    ['documentId', { documentId: `sha256:${HASH}` }],
    [
      'the hash of a persisted query',
      { extensions: JSON.stringify({ persistedQuery: { version: 1, sha256Hash: HASH } }) },
    ],
  ])('is tagged like its text, and 304 for its tag: %s', async (_how, parameters) => {
    const key = await server.newKey('free', MANY);
    const ask = (tag?: string): Promise<Answer> =>
      server.call(inUrl(parameters), { key: key.key, headers: conditional(tag) });
    const tag = tagOf(await get(key, METERED));
    const first = await ask();
    expect([first.status, tagOf(first), read(first, 'extensions', 'limits', 'units')]).toEqual([200, tag, 1]);
    expect((await ask(tag)).status).toBe(304);
    expect(await server.used(key)).toBe(2);
  });
});

describe('no tag is sent', () => {
  it.each(['POST', 'GET'])('for a mutation: %s', async (method) => {
    const key = await server.newKey('pro');
    const posted = { method, key: key.key, headers: conditional('*'), body: { query: MUTATION } };
    const answer = method === 'GET' ? await get(key, MUTATION, { tag: '*' }) : await server.call('/graphql', posted);
    expect(cachingOf(answer)).toEqual({ status: method === 'GET' ? 405 : 200, ...UNTAGGED });
  });

  it('for a query by POST, whose If-None-Match does not count', async () => {
    const key = await server.newKey('free');
    const answer = await server.call('/graphql', {
      method: 'POST',
      key: key.key,
      headers: conditional('*'),
      body: { query: METERED },
    });
    expect(cachingOf(answer)).toEqual({ status: 200, ...UNTAGGED });
    expect(await server.used(key)).toBe(1);
  });

  it('for a query as a stream of one answer', async () => {
    const answer = await get(await server.newKey('free'), METERED, {
      tag: '*',
      headers: { Accept: 'text/event-stream' },
    });
    expect(cachingOf(answer)).toEqual({ status: 200, ...UNTAGGED });
  });

  it('for a subscription', async () => {
    const answer = await get(await server.newKey('free'), SUBSCRIPTION, { tag: '*' });
    expect(cachingOf(answer)).toEqual({ status: 400, ...UNTAGGED });
  });

  it.each(REFUSED)('where the request is refused: $title', async ({ query, variables, operationName }) => {
    const { key } = await server.newKey('institutional');
    const path = inUrl({ query, ...(operationName === undefined ? {} : { operationName }) }, variables);
    expect(cachingOf(await server.call(path, { key, headers: { 'If-None-Match': '*' } }))).toEqual({
      status: 400,
      ...UNTAGGED,
    });
  });

  it.each([
    ['500', 'INTERNAL_ERROR', new Error('secret'), 'TSLA'],
    ['503', 'UNAVAILABLE', Object.assign(new Error('secret'), { code: 'ECONNREFUSED' }), 'META'],
  ])('where waiting cures an error: %s', async (_status, code, error, ticker) => {
    const key = await server.newKey('free', MANY);
    const ask = (tag?: string): Promise<Answer> => get(key, METERED, { variables: { ticker }, tag });
    const answer = await whileFailing(server, error, key, ask);
    expect([cachingOf(answer), codesOf(answer)]).toEqual([{ status: 200, ...UNTAGGED }, [code]]);
    expect(await server.used(key)).toBe(0);
    expect((await ask(tagOf(await ask()))).status).toBe(304);
    expect(await server.used(key)).toBe(1);
  });

  it('to a caller whose minute is used up', async () => {
    const key = await server.newKey('free', { perMinute: 1 });
    const tag = tagOf(await get(key, METERED));
    expect(cachingOf(await get(key, METERED, { tag }))).toEqual({ status: 429, ...UNTAGGED });
  });

  it.each([undefined, 'svc_unknown0000000000000000'])('without a valid key (%s)', async (key) => {
    server.nextMinute();
    const headers = { ...conditional('*'), 'Apollo-Require-Preflight': '1' };
    const answer = await server.call(inUrl({ query: METERED }), { key, headers });
    expect(cachingOf(answer)).toEqual({ status: 401, ...UNTAGGED });
  });
});

describe('two accounts', () => {
  it('never get each other’s answer, nor 304 for the other’s tag, if the answer names the caller', async () => {
    const keys = [await server.newKey('pro', MANY), await server.newKey('pro', MANY)];
    const tags: string[] = [];
    for (const key of [...keys, ...keys, ...keys]) {
      const answer = await get(key, OWN, { tag: tags.filter((_, index) => keys[index % 2] !== key).join(', ') });
      expect([answer.status, read(answer, ...ACCOUNT)]).toEqual([200, key.accountId]);
      tags.push(tagOf(answer));
    }
    expect(new Set(tags).size).toBe(2);
  });

  it('are charged alike for an answer that the server has from the other', async () => {
    const [one, other] = [await server.newKey('free', MANY), await server.newKey('free', MANY)];
    for (const key of [one, one, one, other]) await get(key, METERED);
    expect([await server.used(one), await server.used(other)]).toEqual([3, 1]);
  });

  it('of two tiers get their own answer', async () => {
    const tiers: readonly Tier[] = ['pro', 'free', 'pro', 'free'];
    for (const tier of tiers) {
      const answer = await get(await server.newKey(tier), ABOVE_FREE.query);
      expect(codesOf(answer)).toEqual(tier === 'free' ? ABOVE_FREE.codes : undefined);
    }
  });
});

describe('CSRF', () => {
  it('is prevented as before: If-None-Match proves nothing, and no answer is given that another site could ask for', async () => {
    const { accountId } = await server.newKey('pro');
    const { secret } = await server.runtime.access.sessions.create(accountId);
    const cookie = { Cookie: `svc_session=${secret}`, Origin: 'https://app.example' };
    const path = inUrl({ query: OWN });
    const ask = (headers: Readonly<Record<string, string>>): Promise<Answer> =>
      server.call(path, { headers: { ...cookie, ...headers } });
    for (const proof of ['Apollo-Require-Preflight', 'X-Apollo-Operation-Name']) {
      for (let count = 0; count < 3; count += 1) {
        const meant = await ask({ [proof]: '1' });
        expect([meant.status, read(meant, ...ACCOUNT)]).toEqual([200, accountId]);
        expect((await ask({ [proof]: '1', ...conditional(tagOf(meant)) })).status).toBe(304);
        // Also once the operation and its answer are known.
        const unproven = [
          {},
          { [proof]: '' },
          conditional(tagOf(meant)),
          { 'GraphQL-Preflight': '1' },
          { 'Content-Type': 'text/plain' },
        ];
        for (const headers of unproven) {
          const blocked = await ask(headers);
          expect([read(blocked, 'data'), blocked.headers.etag]).toEqual([undefined, undefined]);
          expect(blocked.status).toBe(400);
        }
      }
    }
    expect((await ask({ 'Content-Type': 'application/json' })).status).toBe(200);
  });
});

describe('an answer from stored tables', () => {
  const counter = sqlCounter(store.pool);
  beforeAll(async () => {
    await settledVersion(store, TABLE);
  });

  it('is asked for again without a statement until the data changes, by each caller at its price', async () => {
    const key = await server.newKey('pro', MANY);
    for (let count = 0; count < 3; count += 1) await get(key, FROM_TABLE);
    const tables = async (ask: () => Promise<Answer>): Promise<[number, readonly string[]]> => {
      counter.take();
      const { status } = await ask();
      return [status, counter.take()];
    };
    const before = await get(key, FROM_TABLE);
    expect(await tables(() => get(key, FROM_TABLE))).toEqual([200, []]);
    expect(await tables(() => get(key, FROM_TABLE, { tag: tagOf(before) }))).toEqual([304, []]);
    const free = await get(await server.newKey('free'), FROM_TABLE);
    expect([free.status, codesOf(free)]).toEqual([200, ['TIER_REQUIRED']]);
    await store.pool.query(`update ${TABLE} set name = name || ' renamed' where slug = $1`, [read(before, ...SLUG)]);
    await settledVersion(store, TABLE);
    const after = await get(key, FROM_TABLE, { tag: tagOf(before) });
    expect([after.status, after.text.includes(' renamed'), tagOf(after) === tagOf(before)]).toEqual([200, true, false]);
    expect(after.headers['x-data-source']).toBe(before.headers['x-data-source']);
  });
});
