import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { EVENT_DATA } from '../jobs/queue/event-data.js';
import type { Store } from '../store/open-store.js';
import { forEachDatabase } from '../store/fixtures/databases.js';
import type { IpoListingFields } from '../store/ipo-listings.js';
import { ipoNewsOf, storeIpoListings } from './ipo-listings.js';
import { utcDay } from '../calendar/days.js';

const NOW = new Date('2025-07-28T15:00:00Z');
const TODAY = utcDay(NOW.getTime());
const FIGMA: IpoListingFields = {
  ticker: 'FIG',
  issuerName: 'Figma, Inc.',
  exchange: 'NYSE',
  status: 'expected',
  day: TODAY + 3,
  offerLow: 25,
  offerHigh: 28,
  shares: 36_937_080,
  valueUsd: 1_189_373_948,
};

const rowOf = (change: Partial<IpoListingFields> = {}) => ({ ...FIGMA, ...change, key: 'FIG', source: 'files' });

describe('what a change of the calendar tells', () => {
  it.each<[string, Partial<IpoListingFields> | null, Partial<IpoListingFields>, string | null, string | null]>([
    ['an upcoming one that is new', null, {}, '2025-07-31', null],
    ['one of today', null, { day: TODAY }, '2025-07-28', null],
    ['one of yesterday', null, { day: TODAY - 1 }, null, null],
    ['a filing, whose date is not of a listing', null, { status: 'filed' }, null, null],
    ['one without a ticker', null, { ticker: null }, null, null],
    ['the same once more', {}, {}, null, null],
    ['another price', {}, { offerLow: 30, offerHigh: 32 }, null, null],
    ['its pricing on the expected day', {}, { status: 'priced' }, null, null],
    ['a later date', {}, { day: TODAY + 4 }, '2025-08-01', '2025-07-31'],
    ['a delay told after the old date', { day: TODAY - 1 }, { day: TODAY + 4 }, '2025-08-01', '2025-07-27'],
    ['that it came earlier than expected', {}, { day: TODAY - 1, status: 'priced' }, '2025-07-27', '2025-07-31'],
    ['a date in the past corrected', { day: TODAY - 9 }, { day: TODAY - 8 }, null, null],
    ['a date after the filing', { status: 'filed', day: TODAY - 30 }, {}, '2025-07-31', null],
    ['a withdrawal', {}, { status: 'withdrawn' }, null, null],
    ['its return after a withdrawal', { status: 'withdrawn', day: TODAY - 3 }, {}, '2025-07-31', null],
  ])('%s', (_name, before, after, listed, previous) => {
    const news = ipoNewsOf({ before: before === null ? undefined : rowOf(before), after: rowOf(after) }, TODAY);
    expect([news?.listing_date ?? null, news?.previous_listing_date ?? null]).toEqual([listed, previous]);
  });
});

forEachDatabase((_, open) => {
  let store: Store;
  let seen = 0;
  beforeAll(async () => {
    store = await open();
  });
  beforeEach(async () => {
    await eventsSince();
  });

  /** Envelopes of the events that are new since the last call, oldest first. */
  async function eventsSince(): Promise<
    readonly { readonly type: string; readonly created_at: string; readonly data: object }[]
  > {
    const rows = await store.db
      .selectFrom('events')
      .select(['seq', 'body'])
      .where('seq', '>', seen)
      .orderBy('seq')
      .execute();
    seen = rows.at(-1)?.seq ?? seen;
    return rows.map(({ body }) => JSON.parse(body.toString()) as { type: string; created_at: string; data: object });
  }

  const save = (listings: readonly IpoListingFields[], now = NOW) =>
    store.db.transaction().execute((tx) => storeIpoListings(store, tx, listings, { source: 'files', now }));

  it('an upcoming IPO is told once, its new date once more, and the same calendar again tells nothing', async () => {
    expect([await save([FIGMA]), await save([FIGMA])]).toEqual([1, 0]);
    const [appeared, ...none] = await eventsSince();
    expect([appeared, none]).toEqual([
      expect.objectContaining({
        type: 'ipo.listing',
        created_at: NOW.toISOString(),
        data: {
          ticker: 'FIG',
          issuer_name: 'Figma, Inc.',
          listing_date: '2025-07-31',
          exchange: 'NYSE',
          offer_low: 25,
          offer_high: 28,
        },
      }),
      [],
    ]);
    expect(EVENT_DATA['ipo.listing'].data.parse(appeared?.data)).toEqual(appeared?.data);
    const moved = { ...FIGMA, issuerName: 'FIGMA INC', day: TODAY + 4, offerLow: 30, offerHigh: 32 };
    expect([await save([moved]), await save([moved])]).toEqual([1, 0]);
    expect((await eventsSince()).map(({ data }) => EVENT_DATA['ipo.listing'].data.parse(data))).toEqual([
      {
        ticker: 'FIG',
        issuer_name: 'FIGMA INC',
        listing_date: '2025-08-01',
        previous_listing_date: '2025-07-31',
        exchange: 'NYSE',
        offer_low: 30,
        offer_high: 32,
      },
    ]);
  });

  it('two imports at once tell each change once', async () => {
    const listings = Array.from({ length: 40 }, (_row, index) => ({ ...FIGMA, ticker: `TWO${index}` }));
    const counts = await Promise.all([save(listings), save(listings.toReversed()), save(listings)]);
    expect(counts.sort()).toEqual([0, 0, 40]);
    expect(await eventsSince()).toHaveLength(40);
  });

  it('another issuer under a ticker of before is another IPO', async () => {
    await save([{ ...FIGMA, ticker: 'REUSE', day: TODAY - 900 }]);
    await save([{ ...FIGMA, ticker: 'REUSE', issuerName: 'Reuse Holdings' }]);
    expect((await eventsSince()).map(({ data }) => data)).toEqual([
      expect.objectContaining({ ticker: 'REUSE', issuer_name: 'Reuse Holdings' }),
    ]);
  });

  it('neither the row nor the event stays where the transaction fails', async () => {
    const listing = { ...FIGMA, ticker: 'FAILS' };
    const failing = store.db.transaction().execute(async (tx) => {
      await storeIpoListings(store, tx, [listing], { source: 'files', now: NOW });
      throw new Error('on purpose');
    });
    await expect(failing).rejects.toThrow('on purpose');
    expect(await eventsSince()).toEqual([]);
    expect(await save([listing])).toBe(1);
  });

  it('an IPO lists on New York’s day', async () => {
    const listing = { ...FIGMA, ticker: 'LATE', day: TODAY };
    expect([
      await save([listing], new Date('2025-07-29T05:00:00Z')),
      await save([{ ...listing, ticker: 'LATER' }], new Date('2025-07-29T03:00:00Z')),
    ]).toEqual([0, 1]);
  });

  it('every status is kept, with what the calendar says of it', async () => {
    const statuses = ['expected', 'priced', 'filed', 'withdrawn'] as const;
    await save(
      statuses.map((status) => ({
        ...FIGMA,
        ticker: null,
        issuerName: `Kept ${status}`,
        status,
        exchange: null,
        offerLow: null,
        offerHigh: null,
        shares: null,
        valueUsd: null,
      })),
    );
    const rows = await store.ipoListings.byKeys(statuses.map((status) => `|kept ${status}`));
    expect(statuses.map((status) => rows.get(`|kept ${status}`))).toEqual(
      statuses.map((status) =>
        expect.objectContaining({ ticker: null, status, day: TODAY + 3, shares: null, source: 'files' }),
      ),
    );
  });
});
