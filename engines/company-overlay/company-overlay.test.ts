import { describe, expect, it } from '@jest/globals';
import { dayOf } from '../../calendar/days.js';
import { seededRandom } from '../../sources/simulated/random.js';
import { companyOverlay, type CompanyEvidence } from './company-overlay.js';
import type { Listing, OverlaidCompany, OverlayFact, Offering, Story } from './evidence.js';

const DAY = dayOf(2026, 1, 10);
const COMPANY: OverlaidCompany = {
  slug: 'alder',
  rounds: [],
  valuedDay: null,
  totalRaisedUsd: null,
  totalRaisedDay: null,
  status: null,
  statusDay: null,
  headquarters: 'Oslo',
  country: 'NO',
};
const CURATED = { day: DAY - 300, asOfDay: DAY - 290, stage: 'Series B', amountUsd: 5e7 };

type Terms = Partial<NonNullable<Story['round']>>;

const evidence = (key: string, asOfDay: number) => ({
  key,
  slug: 'alder',
  asOfDay,
  sourceUrl: `https://news.example/${key}`,
  source: 'files',
});
const story = (key: string, asOfDay: number, terms: Terms | null, more: Partial<Story> = {}): Story => ({
  ...evidence(key, asOfDay),
  round: terms === null ? null : { stage: null, isExtension: false, amountUsd: null, leadInvestors: [], ...terms },
  postMoneyUsd: null,
  totalRaisedUsd: null,
  acquirer: null,
  ...more,
});
const offering = (key: string, asOfDay: number, saleDay: number, more: Partial<Offering> = {}): Offering => ({
  ...evidence(key, asOfDay),
  saleDay,
  stage: 'Equity',
  soldUsd: 2e7,
  headquarters: null,
  country: null,
  ...more,
});
const listing = (key: string, asOfDay: number, status: Listing['status'], more: Partial<Listing> = {}): Listing => ({
  ...evidence(key, asOfDay),
  origin: 'calendar',
  status,
  ticker: 'ALDR',
  ...more,
});
const overlay = (company: Partial<OverlaidCompany>, told: Partial<CompanyEvidence>): readonly OverlayFact[] =>
  companyOverlay({ ...COMPANY, ...company }, { stories: [], offerings: [], listings: [], ...told });
const values = (facts: readonly OverlayFact[], field: OverlayFact['field']): readonly unknown[] =>
  facts.filter((fact) => fact.field === field).map(({ value }) => value);

describe('a round that news tell', () => {
  it('is laid over an older one, with what the fullest story says and the day of the first', () => {
    const facts = overlay(
      { rounds: [CURATED] },
      {
        stories: [
          story('a', DAY, { amountUsd: 1e8 }),
          story('b', DAY + 2, { stage: 'Series C', amountUsd: 1.02e8, leadInvestors: ['Birch'] }),
        ],
      },
    );
    expect(facts).toEqual([
      {
        ...evidence('b', DAY + 2),
        origin: 'news',
        field: 'round',
        value: {
          day: DAY,
          stage: 'Series C',
          amountUsd: 1.02e8,
          postMoneyUsd: null,
          leadInvestors: ['Birch'],
          confidence: 'reported',
        },
      },
    ]);
  });

  it.each<[string, Partial<OverlaidCompany>, Story]>([
    [
      'the same round is stored',
      { rounds: [{ ...CURATED, day: DAY - 20, asOfDay: DAY - 20 }] },
      story('a', DAY, { stage: 'Series B', amountUsd: 5.2e7 }),
    ],
    [
      'the stored round is of a later day',
      { rounds: [{ ...CURATED, day: DAY - 100, asOfDay: DAY + 1 }] },
      story('a', DAY, { stage: 'Series C' }),
    ],
    [
      'the stored round is of the same day',
      { rounds: [{ ...CURATED, day: DAY - 100, asOfDay: DAY }] },
      story('a', DAY, { stage: 'Series C' }),
    ],
    ['the company was listed before', { status: 'listed', statusDay: DAY - 1 }, story('a', DAY, { stage: 'Series C' })],
    ['the company was acquired on an unknown day', { status: 'acquired' }, story('a', DAY, { stage: 'Series C' })],
    ['the story reports none', {}, story('a', DAY, null)],
  ])('is left out if %s', (_reason, company, told) => {
    expect(overlay(company, { stories: [told] })).toEqual([]);
  });

  it('is another one if stage, amount or time contradict, and an extension is one of its own', () => {
    const stories = [
      story('a', DAY, { stage: 'Series C', amountUsd: 1e8 }),
      story('b', DAY + 5, { stage: 'Series D' }),
      story('c', DAY + 6, { amountUsd: 3e8 }),
      story('d', DAY + 46, { stage: 'Series C' }),
      story('e', DAY + 1, { stage: 'Series C', isExtension: true }),
    ];
    const rounds = values(overlay({}, { stories }), 'round') as readonly {
      readonly stage: string;
      readonly amountUsd: number | null;
    }[];
    expect(rounds.map(({ stage, amountUsd }) => [stage, amountUsd])).toEqual([
      ['Series C', 1e8],
      ['Series C extension', null],
      ['Round', 3e8],
      ['Series C', null],
    ]);
  });

  it('has the valuation that a story states, also where another one tells the round', () => {
    const stories = [
      story('a', DAY, { stage: 'Series C', amountUsd: 1e8, leadInvestors: ['Birch'] }),
      story('b', DAY + 1, { amountUsd: 1e8 }, { postMoneyUsd: 2e9 }),
    ];
    const facts = overlay({ valuedDay: DAY - 400 }, { stories });
    expect(facts.map(({ field, key }) => [field, key])).toEqual([
      ['round', 'a'],
      ['valuation', 'b'],
    ]);
    expect(values(facts, 'valuation')).toEqual([{ day: DAY + 1, postMoneyUsd: 2e9 }]);
    // Of a stored round without a valuation.
    const rounds = [{ ...CURATED, day: DAY - 3, asOfDay: DAY + 9, stage: 'Series C', amountUsd: 1e8 }];
    expect(values(overlay({ rounds }, { stories }), 'valuation')).toEqual([{ day: DAY + 1, postMoneyUsd: 2e9 }]);
    expect(overlay({ rounds, valuedDay: DAY - 3 }, { stories })).toEqual([]);
  });
});

describe('money raised in all', () => {
  it('is what the newest story states, and never a sum', () => {
    const stories = [
      story('a', DAY, { amountUsd: 1e8 }, { totalRaisedUsd: 3e8 }),
      story('b', DAY + 60, { amountUsd: 2e8 }),
    ];
    expect(values(overlay({ totalRaisedUsd: 2e8, totalRaisedDay: DAY - 1 }, { stories }), 'totalRaisedUsd')).toEqual([
      3e8,
    ]);
    expect(values(overlay({ totalRaisedUsd: 2e8, totalRaisedDay: DAY }, { stories }), 'totalRaisedUsd')).toEqual([]);
    expect(values(overlay({ totalRaisedUsd: 2e8 }, { stories }), 'totalRaisedUsd')).toEqual([3e8]);
  });
});

describe('a form D', () => {
  it('is a round unless one is stored or reported near its first sale, and tells a place where none is stored', () => {
    const forms = [
      offering('f', DAY + 10, DAY, { headquarters: 'Reno', country: 'US' }),
      offering('g', DAY + 90, DAY + 60),
    ];
    const facts = overlay({ rounds: [CURATED], headquarters: null, country: null }, { offerings: forms });
    expect(facts.map(({ field, key, value }) => [field, key, value])).toEqual([
      [
        'round',
        'g',
        {
          day: DAY + 60,
          stage: 'Equity',
          amountUsd: 2e7,
          postMoneyUsd: null,
          leadInvestors: [],
          confidence: 'disclosed',
        },
      ],
      ['headquarters', 'f', 'Reno'],
      ['country', 'f', 'US'],
    ]);
    expect(overlay({ rounds: [CURATED] }, { offerings: forms, stories: [story('s', DAY + 100, null)] })).toHaveLength(
      1,
    );
    expect(
      values(
        overlay({ rounds: [CURATED] }, { offerings: forms, stories: [story('s', DAY + 100, { amountUsd: 9e7 })] }),
        'round',
      ),
    ).toHaveLength(1);
    expect(
      overlay(
        { rounds: [{ ...CURATED, day: DAY - 60, asOfDay: DAY - 60 }] },
        { offerings: [forms[0] ?? offering('', 0, 0)] },
      ),
    ).toEqual([]);
  });

  it.each([
    [null, 2e7],
    [DAY, null],
    [DAY, 0],
  ])('sold since %p for %p is no round', (saleDay, soldUsd) => {
    expect(overlay({}, { offerings: [offering('f', DAY, DAY, { saleDay, soldUsd })] })).toEqual([]);
  });
});

describe('a status', () => {
  const statuses = (company: Partial<OverlaidCompany>, told: Partial<CompanyEvidence>): readonly unknown[] =>
    values(overlay(company, told), 'ipoStatus');
  const bought = story('m', DAY + 5, null, { acquirer: 'Birch' });

  it('follows papers, a listing and a completed acquisition that are newer than the stored one', () => {
    expect(statuses({ status: 'rumored', statusDay: DAY - 1 }, { listings: [listing('l', DAY, 'filed')] })).toEqual([
      { status: 'filed', succeededBy: null },
    ]);
    expect(statuses({ status: 'rumored', statusDay: DAY }, { listings: [listing('l', DAY, 'filed')] })).toEqual([]);
    expect(statuses({}, { listings: [listing('l', DAY, 'listed'), listing('k', DAY + 9, 'filed')] })).toEqual([
      { status: 'listed', succeededBy: 'ALDR' },
    ]);
    expect(statuses({}, { stories: [bought], listings: [listing('k', DAY + 9, 'filed')] })).toEqual([
      { status: 'acquired', succeededBy: 'Birch' },
    ]);
  });

  it('that is the end is left only for an acquisition after a listing', () => {
    expect(statuses({ status: 'listed', statusDay: DAY }, { stories: [bought] })).toEqual([
      { status: 'acquired', succeededBy: 'Birch' },
    ]);
    expect(statuses({ status: 'acquired', statusDay: DAY }, { listings: [listing('l', DAY + 1, 'listed')] })).toEqual(
      [],
    );
    expect(statuses({ status: 'listed', statusDay: DAY }, { listings: [listing('l', DAY + 1, 'filed')] })).toEqual([]);
  });

  it('ends rounds from its day on', () => {
    const stories = [story('a', DAY, { stage: 'Series C' }), story('b', DAY + 90, { stage: 'Series D' })];
    const facts = overlay({}, { stories, listings: [listing('l', DAY + 90, 'listed')] });
    expect(facts.map(({ field, key }) => `${field} ${key}`)).toEqual(['round a', 'ipoStatus l']);
  });
});

describe('any evidence', () => {
  const random = seededRandom(20_260_110, 0, 0);
  const pick = <Value>(all: readonly Value[]): Value => all[Math.floor(random() * all.length)] as Value;
  const day = (): number => DAY + Math.floor(random() * 200);
  const some = <Row>(make: (index: number) => Row): readonly Row[] =>
    Array.from({ length: Math.floor(random() * 9) }, (_, index) => make(index));
  const made = (): CompanyEvidence => ({
    stories: some((index) =>
      story(
        `s${index}`,
        day(),
        random() < 0.2
          ? null
          : {
              stage: pick([null, 'Series C', 'Series D', 'Growth']),
              isExtension: random() < 0.2,
              amountUsd: pick([null, 1e8, 1.05e8, 1.1e8, 3e8]),
              leadInvestors: pick([[], ['Birch']]),
            },
        {
          postMoneyUsd: pick([null, 1e9]),
          totalRaisedUsd: pick([null, null, 5e8, 6e8]),
          acquirer: random() < 0.05 ? 'Cedar' : null,
        },
      ),
    ),
    offerings: some((index) =>
      offering(`f${index}`, day(), day(), {
        headquarters: pick([null, 'Reno', 'Austin']),
        soldUsd: pick([null, 1e7]),
        stage: pick(['Equity', 'Debt']),
      }),
    ),
    listings: some((index) => listing(`l${index}`, day(), pick(['filed', 'filed', 'listed']))),
  });
  const shuffled = <Row>(rows: readonly Row[]): readonly Row[] =>
    rows
      .map((row) => ({ row, at: random() }))
      .sort((one, other) => one.at - other.at)
      .map(({ row }) => row);
  const inOrder = (facts: readonly OverlayFact[]): readonly string[] =>
    facts.map((fact) => JSON.stringify(fact)).sort();

  it('gives one end state in whatever order it comes, 400 times over', () => {
    let told = 0;
    for (let times = 0; times < 400; times += 1) {
      const all = made();
      const company = {
        ...COMPANY,
        headquarters: null,
        rounds: shuffled(some((index) => ({ ...CURATED, day: DAY + 20 * index, asOfDay: DAY + 20 * index + 5 }))),
      };
      const facts = inOrder(companyOverlay(company, all));
      const again = {
        stories: shuffled(all.stories),
        offerings: shuffled(all.offerings),
        listings: shuffled(all.listings),
      };
      expect(inOrder(companyOverlay({ ...company, rounds: shuffled(company.rounds) }, again))).toEqual(facts);
      told += facts.length;
    }
    expect(told).toBeGreaterThan(500);
  });

  it('that is withdrawn takes its facts along, and no other evidence tells them', () => {
    for (let times = 0; times < 200; times += 1) {
      const all = made();
      const [gone] = all.stories;
      if (gone === undefined) continue;
      const left = companyOverlay(COMPANY, { ...all, stories: all.stories.slice(1) });
      expect(left.filter(({ origin, key }) => origin === 'news' && key === gone.key)).toEqual([]);
    }
  });
});
