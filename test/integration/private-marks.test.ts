import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { dayOf } from '../../calendar/days.js';
import { EMPTY_PROFILE, type IpoStatus } from '../../store/company-profile.js';
import { allHeard } from '../../store/fixtures/databases.js';
import type { NewPrivateRound, PrivateRound } from '../../store/private-rounds.js';
import type { SecondaryEvent } from '../../store/secondary-events.js';
import { temporaryFiles } from '../../sources/files/fixtures/files.js';
import { IMPORT as BARS } from '../../sources/files/import-bars.js';
import { importFiles } from '../../sources/files/import-files.js';
import { IMPORT as PRIVATE } from '../../sources/files/import-private.js';
import { SIMULATED } from '../../sources/simulated/simulated-rows.js';
import { read, type Answer } from '../support/http.js';
import { serverForFile } from '../support/in-process.js';

const server = await serverForFile();
const { store } = server.runtime;
const { key } = await server.newKey('institutional', { perMinute: 100_000 });
const BASE = '/api/v1/private-companies';
const get = (path: string): Promise<Answer> => server.call(`${BASE}/${path}`, { key });
const bodyOf = (answer: Answer): object => JSON.parse(answer.text) as object;
const rows = (answer: Answer, name: string): readonly Readonly<Record<string, unknown>>[] =>
  read(answer, name) as never;
const slugs = (answer: Answer, name: string): readonly unknown[] => rows(answer, name).map(({ slug }) => slug);

/** When rows are stored that do not say so: before and after the days of their events. */
const recordedAt = new Date('2025-11-01T12:00:00Z');
const company = (slug: string, ipoStatus: IpoStatus | null = null, statusAsOf?: string) => ({
  slug,
  name: slug.toUpperCase(),
  tagline: null,
  sector: 'Space',
  founded: null,
  hq: null,
  employees: null,
  source: 'curated',
  recordedAt,
  profile: {
    ...EMPTY_PROFILE,
    ipoStatus,
    facts: statusAsOf === undefined ? {} : { ipoStatus: { asOf: statusAsOf, sourceUrl: 'https://example.com' } },
  },
});
const round = (
  slug: string,
  day: number,
  postMoneyUsd: number | null,
  more: Partial<PrivateRound> = {},
): NewPrivateRound => ({
  slug,
  kind: 'round',
  day,
  stage: 'A',
  amountUsd: null,
  postMoneyUsd,
  leadInvestors: [],
  investors: [],
  confidence: 'reported',
  asOfDay: day,
  sourceUrl: 'https://example.com/round',
  source: 'curated',
  recordedAt,
  ...more,
});
const event = (slug: string, day: number, billions: number | null, more: Partial<SecondaryEvent> = {}) => ({
  slug,
  day,
  kind: 'tender' as const,
  confidence: 'reported' as const,
  impliedValuationUsd: billions === null ? null : billions * 1e9,
  pricePerShare: null,
  sizeUsd: null,
  note: null,
  asOfDay: day,
  sourceUrl: 'https://example.com/event',
  source: 'curated',
  recordedAt,
  ...more,
});
// The clock stands on 2 January 2026.
const TODAY = dayOf(2026, 1, 2);

beforeAll(async () => {
  const { privateCompanies, privateRounds, secondaryEvents, privateRelations } = store;
  await store.db.transaction().execute(async (tx) => {
    for (const each of [privateCompanies, privateRounds, secondaryEvents, privateRelations])
      for (const source of ['curated', SIMULATED]) await each.removeSource(tx, source);
    await privateCompanies.upsert(tx, [
      company('alder'),
      company('birch'),
      company('cedar'),
      company('dogwood'),
      company('elm', 'listed', '2025-12-01'),
      company('fir', 'acquired'),
      company('gum', 'listed', '2026-06-01'),
    ]);
    await privateRounds.upsert(tx, [
      round('alder', TODAY - 40, 10e9),
      round('birch', TODAY - 900, 2e9),
      round('cedar', TODAY - 20, null),
      round('alder', TODAY + 30, 99e9),
      round('elm', TODAY - 30, 8e9),
      round('fir', TODAY - 30, 7e9),
      round('gum', TODAY - 300, 6e9),
    ]);
    await secondaryEvents.upsert(tx, [
      event('birch', TODAY - 15, 4, { note: 'To employees alone' }),
      event('birch', TODAY - 5, 4.1, {
        kind: 'block',
        confidence: 'disclosed',
        recordedAt: new Date('2025-12-30T00:00:00Z'),
      }),
      event('alder', TODAY - 380, 5, { recordedAt: new Date('2025-12-31T23:00:00Z') }),
      event('dogwood', TODAY - 3, null, { kind: 'indication', confidence: 'indicative', pricePerShare: 12 }),
      event('alder', TODAY + 3, 50),
    ]);
  });
  await allHeard(store);
});
beforeEach(() => server.nextMinute());

describe('GET /private-companies/marks', () => {
  it('has the companies with a known valuation that are still private, the largest first, and nothing of the future', async () => {
    const answer = await get('marks');
    expect(bodyOf(answer)).toMatchObject({ count: 3, total: 3, next_cursor: null });
    expect(
      rows(answer, 'marks').map(({ slug, valuation_usd, confidence, basis }) => [
        slug,
        valuation_usd,
        confidence,
        basis,
      ]),
    ).toEqual([
      ['alder', 10e9, 'high', 'round_anchored'],
      ['gum', 6e9, 'medium', 'round_anchored'],
      ['birch', expect.any(Number), 'high', 'secondary_led'],
    ]);
    expect(rows(answer, 'marks')[2]).toMatchObject({
      as_of: '2025-12-28',
      methodology: expect.stringMatching(/^Version 2: /),
    });
  });

  it.each([
    ['confidence=high', ['alder', 'birch']],
    ['confidence=low', []],
    ['basis=secondary_led', ['birch']],
    ['basis=comps_led', []],
    ['confidence=high&basis=round_anchored', ['alder']],
    ['updated_since=2025-12-30', ['alder', 'birch']],
    ['updated_since=2025-12-31', ['alder']],
    ['updated_since=2026-01-01', []],
    ['updated_since=2025-11-01', ['alder', 'gum', 'birch']],
    ['limit=1', ['alder']],
    ['limit=3000', ['alder', 'gum', 'birch']],
    ['limit=all', ['alder', 'gum', 'birch']],
    ['limit=all&confidence=medium', ['gum']],
  ])('answers %s', async (query, expected) => {
    expect(slugs(await get(`marks?${query}`), 'marks')).toEqual(expected);
  });

  it.each([
    'limit=0',
    'limit=3001',
    'limit=ALL',
    'limit=',
    'limit=1.5',
    'confidence=HIGH',
    'basis=none',
    'updated_since=2025-02-30',
    'cursor=abc',
    'limit=1&limit=2',
  ])('refuses %s', async (query) => {
    const answer = await get(`marks?${query}`);
    expect([answer.status, read(answer, 'error')]).toEqual([400, 'invalid_parameter']);
  });

  it('pages through the board, and refuses the cursor of another list or filter', async () => {
    const seen: unknown[] = [];
    let cursor: string | null = null;
    do {
      const page: Answer = await get(`marks?limit=2${cursor === null ? '' : `&cursor=${cursor}`}`);
      seen.push(...slugs(page, 'marks'));
      cursor = read(page, 'next_cursor') as string | null;
    } while (cursor !== null);
    expect(seen).toEqual(['alder', 'gum', 'birch']);
    const other = read(await get('secondary-tape?limit=1'), 'next_cursor');
    const filtered = read(await get('marks?limit=1&confidence=high'), 'next_cursor');
    for (const wrong of [other, filtered])
      expect((await get(`marks?limit=1&cursor=${String(wrong)}`)).status).toBe(400);
  });

  it('says in the graph why a company has no mark', async () => {
    const query = `{ ${['alder', 'cedar', 'elm', 'fir', 'gum'].map((slug) => `${slug}: privateCompany(slug: "${slug}") { markStatus mark { company { slug } } }`).join(' ')} }`;
    const answer = await server.graphql(key, query);
    expect(read(answer, 'data')).toEqual({
      alder: { markStatus: 'MARKED', mark: { company: { slug: 'alder' } } },
      cedar: { markStatus: 'NO_VALUATION', mark: null },
      elm: { markStatus: 'LISTED', mark: null },
      fir: { markStatus: 'ACQUIRED', mark: null },
      gum: { markStatus: 'MARKED', mark: { company: { slug: 'gum' } } },
    });
  });

  it('refuses a tier below its own the mark alone, not the company', async () => {
    const pro = await server.newKey('pro', { perMinute: 100_000 });
    const answer = await server.graphql(pro.key, '{ privateCompany(slug: "alder") { name markStatus } }');
    expect(read(answer, 'data')).toEqual({ privateCompany: { name: 'ALDER', markStatus: null } });
    expect(read(answer, 'errors')).toMatchObject([
      { path: ['privateCompany', 'markStatus'], extensions: { code: 'TIER_REQUIRED' } },
    ]);
  });

  it('is fresh after an import, and moves with closes that are not invented', async () => {
    const before = await get('marks?limit=all');
    expect(
      (
        await server.call(`${BASE}/marks?limit=all`, {
          key,
          headers: { 'If-None-Match': String(before.headers['etag']) },
        })
      ).status,
    ).toBe(304);
    expect(before.text).toContain('not moved');
    const importing = async (kind: typeof PRIVATE, name: string, content: string): Promise<void> => {
      const { files } = await importFiles(store, kind, [await temporaryFiles({ [name]: content })], {
        strict: true,
        now: () => new Date(server.clock.nowMs),
      });
      expect(files.map(({ error }) => error)).toEqual([undefined]);
      await allHeard(store);
    };
    await importing(
      PRIVATE,
      'list_2025-12-31.csv',
      'Company,Valuation,Country,City\nHazel,$12B,France,Paris\nAlder,$11B,France,Paris\n',
    );
    const listed = await get('marks?limit=all');
    expect(slugs(listed, 'marks')).toEqual(['hazel', 'alder', 'gum', 'birch']);
    expect(read(listed, 'marks', 1)).toMatchObject({
      valuation_usd: 11e9,
      components: [{ source_url: null, as_of: '2025-12-31' }],
    });
    const bar = (date: string, close: number): string => `${date},${close},${close},${close},${close},1000`;
    await importing(
      BARS,
      'SPY.csv',
      `date,open,high,low,close,volume\n${[bar('2025-03-07', 500), bar('2025-12-31', 600), bar('2026-01-02', 606)].join('\n')}\n`,
    );
    const moved = await get('marks?limit=all');
    expect(read(moved, 'marks', 0)).toMatchObject({ slug: 'hazel', valuation_usd: 12.12e9, as_of: '2026-01-02' });
    expect(moved.headers['x-data-source']).toBe('curated, files');
  });
});

describe('GET /private-companies/secondary-tape', () => {
  it('has a row for each company with an event so far', async () => {
    const answer = await get('secondary-tape');
    expect(rows(answer, 'tape').map(({ slug, prints, latest }) => [slug, prints, latest])).toEqual([
      ['dogwood', 1, '2025-12-30'],
      ['birch', 2, '2025-12-28'],
      ['alder', 1, '2024-12-18'],
    ]);
    expect(read(answer, 'tape', 0, 'events')).toEqual([
      {
        date: '2025-12-30',
        date_precision: 'day',
        kind: 'indication',
        confidence: 'indicative',
        price_per_share: 12,
        source_url: 'https://example.com/event',
      },
    ]);
  });

  it('has what the page says of an event in the graph', async () => {
    const answer = await server.graphql(
      key,
      '{ privateCompany(slug: "birch") { secondaryTape { events { date note } } } }',
    );
    expect(read(answer, 'data', 'privateCompany', 'secondaryTape', 'events')).toEqual([
      { date: '2025-12-28', note: null },
      { date: '2025-12-18', note: 'To employees alone' },
    ]);
  });

  it.each([
    ['sort=value', ['alder', 'birch', 'dogwood']],
    ['sort=premium', ['birch', 'alder', 'dogwood']],
    ['sort=prints', ['birch', 'alder', 'dogwood']],
    ['kind=block', ['birch']],
    ['confidence=indicative', ['dogwood']],
    ['kind=block&confidence=reported', []],
    ['updated_since=2025-12-31', ['alder']],
    ['updated_since=2025-12-30', ['birch', 'alder']],
    ['updated_since=2025-12-30&kind=tender', ['alder']],
    ['limit=1', ['dogwood']],
    ['limit=all&sort=value', ['alder', 'birch', 'dogwood']],
  ])('answers %s', async (query, expected) => {
    expect(slugs(await get(`secondary-tape?${query}`), 'tape')).toEqual(expected);
  });

  it('answers one company as the object itself, with the events that match', async () => {
    expect(bodyOf(await get('secondary-tape?slug=birch'))).toMatchObject({
      slug: 'birch',
      name: 'BIRCH',
      prints: 2,
      latest: '2025-12-28',
      events: [{ premium_pct: 105 }, { premium_pct: 100 }],
    });
    expect(bodyOf(await get('secondary-tape?slug=%20BIRCH%20&kind=tender'))).toMatchObject({
      prints: 1,
      latest: '2025-12-18',
    });
  });

  it.each([
    ['cedar', 404],
    ['nobody', 404],
    ['%D1%81%D0%BF', 404],
    ['birch&kind=indication', 404],
    ['birch&kind=sale', 400],
    ['birch&limit=1001', 400],
    ['birch&sort=size', 400],
    ['birch&updated_since=2025-02-30', 400],
    ['birch&slug=alder', 400],
    ['a'.repeat(81), 400],
  ])('answers slug=%s with %i', async (slug, status) => {
    const answer = await get(`secondary-tape?slug=${slug}`);
    expect([answer.status, read(answer, 'error')]).toEqual([
      status,
      status === 404 ? 'not_found' : 'invalid_parameter',
    ]);
  });

  it.each(['limit=0', 'limit=1001', 'limit=All', 'sort=fresh,value', 'kind=x', 'confidence=high'])(
    'refuses %s',
    async (query) => {
      expect((await get(`secondary-tape?${query}`)).status).toBe(400);
    },
  );
});

describe('GET /private-companies/liquidity', () => {
  it('lists the companies with prices of the last 365 days', async () => {
    const answer = await get('liquidity');
    expect(bodyOf(answer)).toMatchObject({ count: 2, total: 2, next_cursor: null });
    expect(rows(answer, 'companies').map(({ slug, timing }) => [slug, timing])).toEqual([
      ['dogwood', expect.objectContaining({ expected_days: 75 })],
      ['birch', expect.objectContaining({ expected_days: 45 })],
    ]);
    expect(read(answer, 'companies', 0, 'marks')).toEqual([
      {
        date: '2025-12-30',
        date_precision: 'day',
        price: 12,
        implied_valuation_usd: null,
        premium_to_last_round_pct: null,
        kind: 'indication',
        class: 'indicative',
        source_url: 'https://example.com/event',
      },
    ]);
  });

  it('answers any company, with the model alone where there is no price', async () => {
    expect(bodyOf(await get('liquidity?slug=cedar'))).toMatchObject({
      slug: 'cedar',
      marks: [],
      timing: { expected_days: 120 },
      data_basis: 'model',
    });
    expect((await get('liquidity?slug=nobody')).status).toBe(404);
  });
});

describe('GET /private-companies/list', () => {
  it.each([
    ['2025-11-01', ['alder', 'birch', 'cedar', 'dogwood', 'elm', 'fir', 'gum', 'hazel']],
    ['2025-12-30', ['alder', 'birch', 'hazel']],
    ['2025-12-31', ['alder', 'hazel']],
    ['2200-01-01', []],
  ])('has the companies of which something was stored since %s, however old it is', async (since, expected) => {
    expect(slugs(await get(`list?updated_since=${since}`), 'companies')).toEqual(expected);
  });

  it('refuses the cursor of another day', async () => {
    const cursor = read(await get('list?limit=1&updated_since=2024-01-01'), 'next_cursor');
    expect((await get(`list?limit=1&updated_since=2024-01-02&cursor=${String(cursor)}`)).status).toBe(400);
  });
});
