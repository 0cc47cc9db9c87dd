import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { dayOf } from '../../calendar/days.js';
import { SIMULATED } from '../../sources/simulated/simulated-rows.js';
import { EMPTY_PROFILE } from '../../store/company-profile.js';
import { allHeard } from '../../store/fixtures/databases.js';
import type { NewPrivateRound } from '../../store/private-rounds.js';
import { marksToRecord } from '../../subgraphs/private-markets/marks-on-record.js';
import { read, type Answer } from '../support/http.js';
import { serverForFile } from '../support/in-process.js';
import { sqlCounter } from '../support/sql-counter.js';

const server = await serverForFile();
const { store } = server.runtime;
const { key } = await server.newKey('institutional', { perMinute: 100_000 });
const marksAt = marksToRecord(server.services);
// The clock stands on 2 January 2026.
const TODAY = dayOf(2026, 1, 2);

const FIELDS = `{ slug name valuationUsd asOf newestFactOn confidence basis lowUsd highUsd methodology methodologyVersion
  components { kind valuationUsd weight asOf asOfPrecision class sourceUrl note } }`;
const of = (fields: string, slug = 'alder'): Promise<Answer> =>
  server.graphql(key, `{ privateCompany(slug: "${slug}") { ${fields} } }`);
const valueOf = (answer: Answer, ...path: readonly string[]): unknown => {
  expect(read(answer, 'errors')).toBeUndefined();
  return read(answer, 'data', 'privateCompany', ...path);
};
const refusal = (answer: Answer): readonly unknown[] => [
  read(answer, 'errors', 0, 'extensions', 'code'),
  read(answer, 'errors', 0, 'message'),
  read(answer, 'data', 'privateCompany', 'mark'),
];

const company = (slug: string, status: 'listed' | null = null) => ({
  slug,
  name: slug.toUpperCase(),
  tagline: null,
  sector: 'Space',
  founded: null,
  hq: null,
  employees: null,
  source: 'curated',
  profile: {
    ...EMPTY_PROFILE,
    ipoStatus: status,
    facts: status === null ? {} : { ipoStatus: { asOf: '2025-12-01', sourceUrl: 'https://example.com' } },
  },
});
const round = (slug: string, day: number, postMoneyUsd: number): NewPrivateRound => ({
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
});
const storing = async (
  companies: readonly ReturnType<typeof company>[],
  rounds: readonly NewPrivateRound[],
): Promise<void> => {
  await store.db.transaction().execute(async (tx) => {
    await store.privateCompanies.upsert(tx, companies);
    await store.privateRounds.upsert(tx, rounds);
  });
  await allHeard(store);
};
/** Records the marks a minute later; the instant at which they were known. */
const record = async (): Promise<string> => {
  server.nextMinute();
  const at = new Date(server.clock.nowMs);
  await store.markRecords.record(await marksAt(at.getTime()), at, () => at.getTime());
  await allHeard(store);
  return at.toISOString();
};

beforeAll(async () => {
  await store.db.transaction().execute(async (tx) => {
    for (const each of [store.privateCompanies, store.privateRounds, store.secondaryEvents, store.privateRelations])
      for (const source of ['curated', SIMULATED]) await each.removeSource(tx, source);
  });
  await storing(
    [company('alder'), company('birch'), company('cedar')],
    [round('alder', TODAY - 40, 10e9), round('birch', TODAY - 333, 2.3e9)],
  );
});
beforeEach(() => server.nextMinute());

describe('PrivateCompany.mark(asOf:)', () => {
  it('is what was on record at the instant, to the last bit, whatever was stored since', async () => {
    const first = await record();
    const then = valueOf(await of(`mark ${FIELDS} markStatus`));
    await storing([], [round('alder', TODAY - 3, 15e9)]);
    const second = await record();
    const changed = valueOf(await of(`mark ${FIELDS} markStatus`));
    expect(changed).not.toEqual(then);
    await storing([company('alder', 'listed')], []);
    const third = await record();
    expect(valueOf(await of('mark { valuationUsd } markStatus'))).toEqual({ mark: null, markStatus: 'LISTED' });
    const at = async (instant: string): Promise<unknown> =>
      valueOf(await of(`mark(asOf: "${instant}") ${FIELDS} markStatus(asOf: "${instant}")`));
    const justBefore = (instant: string): string => new Date(Date.parse(instant) - 1).toISOString();
    expect(await at(first)).toEqual(then);
    expect(await at(justBefore(second))).toEqual(then);
    expect(await at(second)).toEqual(changed);
    expect(await at(justBefore(third))).toEqual(changed);
    expect(await at(third)).toEqual({ mark: null, markStatus: 'LISTED' });
    await storing([company('alder')], []);
    await record();
  });

  it('says when it was known, has an id of its own, and names the sources', async () => {
    const known = await record();
    server.clock.nowMs += 3_600_000;
    const asked = new Date(server.clock.nowMs).toISOString();
    const answer = await of(
      `now: mark { id knownAt } then: mark(asOf: "${asked}") { id knownAt company { name } }`,
      'birch',
    );
    const { now, then } = valueOf(answer) as {
      now: { id: string; knownAt: null };
      then: { id: string; knownAt: string };
    };
    expect(now).toEqual({ id: 'privateMark:birch', knownAt: null });
    expect(then).toEqual({
      id: `privateMark:birch:${Date.parse(then.knownAt)}`,
      knownAt: then.knownAt,
      company: { name: 'BIRCH' },
    });
    expect(then.knownAt <= known).toBe(true);
    expect(answer.headers['x-data-source']).toBe('curated');
  });

  it('is refused before the first, in the future, and of a company of which nothing is on record', async () => {
    expect(refusal(await of('mark(asOf: "2020-01-01T00:00:00Z") { valuationUsd }'))).toEqual([
      'INVALID_PARAMETER',
      expect.stringMatching(
        /^asOf is before the first mark on record of alder, which was known at 2026-01-02T.*Z; send that time or a later one\.$/,
      ),
      null,
    ]);
    expect(refusal(await of('mark(asOf: "2096-01-01T00:00:00Z") { valuationUsd }'))).toEqual([
      'INVALID_PARAMETER',
      'asOf must not be in the future, got 2096-01-01T00:00:00.000Z; leave it out for what is known now.',
      null,
    ]);
    expect(refusal(await of('mark(asOf: "2026-01-02T12:00:00Z") { valuationUsd }', 'cedar'))).toEqual([
      'INSUFFICIENT_DATA',
      expect.stringContaining('No mark of cedar is on record'),
      null,
    ]);
    expect(refusal(await of('mark(asOf: "yesterday") { valuationUsd }'))[0]).toBe('INVALID_PARAMETER');
    const nobody = await of('mark(asOf: "2026-01-02T12:00:00Z") { valuationUsd }', 'nobody');
    expect([read(nobody, 'errors', 0, 'extensions', 'code'), read(nobody, 'data', 'privateCompany')]).toEqual([
      'NOT_FOUND',
      null,
    ]);
  });

  it('is refused as of a year that no database has, and the fields beside it are answered', async () => {
    const known = await record();
    for (const year of ['0000-01-01T00:00:00Z', '0001-01-01T00:00:00+01:00']) {
      const answer = await of(
        `good: mark(asOf: "${known}") { valuationUsd } mark(asOf: "${year}") { valuationUsd } markStatus(asOf: "${known}")`,
      );
      expect(refusal(answer)[0]).toBe('INVALID_PARAMETER');
      expect(read(answer, 'data', 'privateCompany')).toMatchObject({
        good: { valuationUsd: expect.any(Number) },
        mark: null,
        markStatus: 'MARKED',
      });
    }
  });

  it('reads any number of companies and instants by one statement', async () => {
    const [early, late] = [await record(), await record()];
    const fields = `a: mark(asOf: "${early}") { valuationUsd } b: mark(asOf: "${late}") { valuationUsd } markStatus(asOf: "${early}") c: markStatus(asOf: "${late}")`;
    // For recent instants one more statement waits for a writer.
    server.clock.nowMs += 3_600_000;
    const counter = sqlCounter(store.pool);
    try {
      const answer = await server.graphql(
        key,
        `{ one: privateCompany(slug: "alder") { ${fields} } two: privateCompany(slug: "birch") { ${fields} } }`,
      );
      const expected = {
        a: { valuationUsd: expect.any(Number) },
        b: { valuationUsd: expect.any(Number) },
        markStatus: 'MARKED',
        c: 'MARKED',
      };
      expect(JSON.parse(answer.text)).toMatchObject({ data: { one: expected, two: expected } });
      expect(counter.take().filter((table) => table === 'mark_records')).toHaveLength(1);
    } finally {
      counter.stop();
    }
  });

  it('needs the tier that the mark of today needs, and costs what it costs', async () => {
    const pro = await server.newKey('pro', { perMinute: 100_000 });
    const refused = await server.graphql(
      pro.key,
      '{ privateCompany(slug: "alder") { mark(asOf: "2026-01-02T12:00:00Z") { valuationUsd } } }',
    );
    expect(read(refused, 'errors', 0, 'extensions', 'code')).toBe('TIER_REQUIRED');
    const buyer = await server.newKey('institutional', { perMinute: 100_000 });
    const known = await record();
    for (const [fields, units] of [
      ['mark { valuationUsd }', 1],
      [`mark(asOf: "${known}") { valuationUsd }`, 2],
    ] as const) {
      await server.graphql(buyer.key, `{ privateCompany(slug: "birch") { ${fields} } }`);
      expect(await server.used(buyer)).toBe(units);
    }
  });
});
