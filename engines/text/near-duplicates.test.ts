import { describe, expect, it } from '@jest/globals';
import { inventedHeadlines } from '../../test/independent/headlines.js';
import { STORIES } from './fixtures/headlines.js';
import { LATER_STORIES, UNSEEN_STORIES } from './fixtures/later-headlines.js';
import { LISTED } from './fixtures/linked-headlines.js';
import { storyCompanies } from './story-companies.js';
import { linkIndex } from './ticker-links.js';
import { readTitle } from './titles.js';
import {
  clusterHeadlines,
  headlinesAround,
  readHeadline,
  similarity,
  similarPairs,
  type Headline,
} from './near-duplicates.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

interface Labelled extends Headline {
  readonly story: string;
}

/** Labelled headlines: each story's outlets a few minutes apart, at addresses of their own. */
function labelled(text: string, prefix: string): Labelled[] {
  return text
    .trim()
    .split(/\n\n+/)
    .flatMap((story, i) =>
      story.split('\n').map((title, k) => ({
        id: `${prefix}${i}-${k}`,
        story: `${prefix}${i}`,
        title,
        url: `https://outlet${k}.example/${prefix}${i}`,
        publishedAtMs: ((i * 7) % 60) * MINUTE_MS + k * 5 * MINUTE_MS,
      })),
    );
}

const SETS = {
  first: labelled(STORIES, 'a'),
  later: labelled(LATER_STORIES, 'b'),
  unseen: labelled(UNSEEN_STORIES, 'c'),
};
const ALL = Object.values(SETS).flat();

const INDEX = linkIndex([
  ...LISTED,
  { ticker: 'MA', name: 'Mastercard Incorporated' },
  { ticker: 'PFE', name: 'Pfizer Inc.' },
  { ticker: 'CVX', name: 'Chevron Corporation' },
]);
/** A headline with the companies that its title names and its vendor gives. */
const about = <Kind extends Headline>(headline: Kind, givenTickers: readonly string[] = []): Kind => ({
  ...headline,
  companies: storyCompanies({ title: headline.title, givenTickers }, INDEX),
});

function pairScores(headlines: readonly Labelled[]) {
  const clusterOf = new Map(
    clusterHeadlines(headlines).flatMap(({ members }, i) => members.map((id) => [id, i] as const)),
  );
  let [found, wrong, missed] = [0, 0, 0];
  for (const [i, one] of headlines.entries()) {
    for (const other of headlines.slice(i + 1)) {
      const [isSame, isJoined] = [one.story === other.story, clusterOf.get(one.id) === clusterOf.get(other.id)];
      if (isSame && isJoined) found += 1;
      else if (isJoined) wrong += 1;
      else if (isSame) missed += 1;
    }
  }
  return { duplicates: found + missed, wrong, f1: (2 * found) / (2 * found + wrong + missed) };
}

const headline = (title: string, k: number, atMs = 0): Headline => ({
  id: `h${k}`,
  url: `https://outlet${k}.example/x`,
  title,
  publishedAtMs: atMs,
});
const areJoined = (one: string, other: string): boolean =>
  clusterHeadlines([headline(one, 0), headline(other, 1)]).length === 1;

/** Pairs of different stories that differ in one or two words. */
const OTHER_OBJECTS = [
  ['Netflix raises prices for subscribers in spring', 'Netflix raises prices for advertisers in spring'],
  ['Disney sued by workers over pay', 'Disney sued by investors over pay'],
  ['Starbucks workers vote to strike in the morning', 'Starbucks workers vote to unionize in the morning'],
  ['Boeing and Intel sign pact on satellites', 'Boeing and Intel sign pact on batteries'],
  ['Boeing and Intel sign pact on satellites', 'Boeing and Intel sign pact on tests'],
  ['Tesla opens factory in Texas', 'Tesla opens factory in Berlin'],
  ['Ford recalls trucks over brakes', 'Ford recalls trucks over airbags'],
  ['Pfizer wins approval for cancer drug', 'Pfizer wins approval for asthma drug'],
  ['Apple delays launch of headset', 'Apple delays launch of speaker'],
  ['Google fined over search practices', 'Google fined over advertising practices'],
  ['Meta hires head of hardware from Amazon', 'Meta hires head of advertising from Amazon'],
  ['Walmart expands drone delivery in Dallas', 'Walmart expands drone delivery in Phoenix'],
  ['Exxon sells stake in field', 'Exxon sells stake in refinery'],
  ['Amazon cuts jobs in cloud unit', 'Amazon cuts jobs in devices unit'],
  ['Nike names new finance chief', 'Nike names new marketing chief'],
] as const;
/** Pairs of one story each. */
const SAME_OBJECTS = [
  ['Disney sued by workers over pay', 'Workers sue Disney over pay'],
  ['Boeing wins order from Delta for jets', 'Boeing wins Delta order for 737 jets'],
  ['Tesla recalls cars over brake defect', 'Tesla recalls vehicles over brakes'],
  ['Apple fined by EU over app store', 'EU fines Apple over App Store rules'],
  ['Microsoft to cut jobs in gaming unit', 'Microsoft to lay off staff in gaming division'],
  ['Oil falls on demand worries', 'Oil drops on demand concerns'],
  ['Gold rises on rate cut hopes', 'Gold climbs on rate-cut bets'],
  ['Stocks fall on inflation fears', 'Stocks slide on inflation worries'],
] as const;

describe('the labelled headlines', () => {
  it('are joined as stories with a pair F1 of 0.95', () => {
    const { duplicates, f1 } = pairScores(ALL);
    expect(ALL.length).toBeGreaterThan(300);
    expect(duplicates).toBeGreaterThan(200);
    expect(f1).toBeGreaterThan(0.95);
  });

  it('are joined wrongly in no pair', () => {
    expect(pairScores(ALL).wrong).toBe(0);
  });

  it.each(Object.entries(SETS))('of the %s set have a pair F1 of 0.95', (_, headlines) => {
    expect(pairScores(headlines).f1).toBeGreaterThan(0.95);
  });
});

describe('the companies of headlines', () => {
  /** Whether two titles, each with the tickers that its vendor gives, are one story. */
  const areOne = (one: string, other: string, given: readonly string[] = [], others: readonly string[] = []): boolean =>
    clusterHeadlines([about(headline(one, 0), given), about(headline(other, 1), others)]).length === 1;

  it.each(Object.entries(SETS))('leave the pair F1 of the %s set as it is', (_, headlines) => {
    expect(headlines.filter((each) => about(each).companies?.named.size !== 0).length).toBeGreaterThan(10);
    expect(pairScores(headlines.map((each) => about(each)))).toEqual(pairScores(headlines));
  });

  it.each([
    [
      'Analysts downgrade Pfizer Inc. on weak demand, 23% below their forecast',
      'Analysts downgrade Eli Lilly and Company on weak demand, 23% below their forecast',
    ],
    ['Analysts upgrade Visa Inc. and see 12% upside', 'Analysts upgrade Target Corporation and see 12% upside'],
    ['Invented: Meta Platforms, Inc. names a new head', 'Invented: Advanced Micro Devices, Inc. names a new head'],
    ['Goldman upgrades Target on strong demand', 'Goldman upgrades Visa on strong demand'],
    ['Soft results at the retailer (HD) in spring', 'Soft results at the retailer (KEY) in spring (NYSE: TGT)'],
  ])('that two titles name keep these apart: %s', (one, other) => {
    expect(areJoined(one, one)).toBe(true);
    expect(areOne(one, other)).toBe(false);
  });

  it('of which a title names more are one story', () => {
    expect(areOne('Exxon to buy Guyana field with Chevron', 'Exxon to buy Guyana field')).toBe(true);
  });

  it('that vendors give keep titles apart that name none, copies too, if none is given by both', () => {
    const title = 'Quarterly dividend declared by the board of directors';
    expect(areOne(title, title, ['AAPL'], ['MSFT'])).toBe(false);
    expect(areOne(title, title, ['AAPL', 'TSLA'], ['MSFT', 'TSLA'])).toBe(true);
    expect(areOne(title, title, ['GOOG'], ['GOOGL'])).toBe(true);
    expect(areOne(title, title, ['AAPL'])).toBe(true);
    expect(areOne('Apple shares rise 5% after results', 'Apple shares rise 5% after results', ['QQQ'], ['XLK'])).toBe(
      true,
    );
  });

  it('hold within a whole cluster: a title without a company joins no two', () => {
    const title = 'Quarterly dividend declared by the board of directors';
    const given = [['AAPL'], [], ['MSFT']];
    const clusters = clusterHeadlines(given.map((tickers, k) => about(headline(title, k), tickers)));
    expect(clusters.map(({ members }) => members)).toEqual([['h0', 'h1'], ['h2']]);
  });
});

describe('titles that differ in what an act is directed at', () => {
  it.each(OTHER_OBJECTS)('are two stories: %s', (one, other) => {
    expect(areJoined(one, other)).toBe(false);
  });

  it('are one story if other words tell the same, in 7 of 8 pairs', () => {
    expect(SAME_OBJECTS.filter(([one, other]) => !areJoined(one, other))).toEqual([
      ['Microsoft to cut jobs in gaming unit', 'Microsoft to lay off staff in gaming division'],
    ]);
  });
});

describe('the guards', () => {
  it.each([
    ['quarters', 'Northwind reports Q1 profit', 'Northwind reports Q2 profit'],
    ['quarters in words', 'Northwind reports first-quarter profit', 'Northwind reports second-quarter profit'],
    ['amounts', 'Northwind raises $5M from investors', 'Northwind raises $50M from investors'],
    ['magnitudes', 'Northwind raises $5 million from investors', 'Northwind raises $5 billion from investors'],
    ['currencies', 'Northwind fined $5 million by the regulator', 'Northwind fined €5 million by the regulator'],
    ['percentages', 'Northwind shares rise 5% after results', 'Northwind shares rise 6% after results'],
    ['years', 'Northwind confirms its 2025 targets', 'Northwind confirms its 2026 targets'],
    ['days', 'Northwind to report results on Monday', 'Northwind to report results on Tuesday'],
    ['dates', 'Northwind to report results on 5 May', 'Northwind to report results on 6 May'],
    ['months', 'German inflation slows in April', 'German inflation slows in June'],
    ['tickers', 'Quarterly results beat estimates (NASDAQ: AAPL)', 'Quarterly results beat estimates (NASDAQ: MSFT)'],
    ['names', 'Analysts upgrade Larkspur after strong results', 'Analysts upgrade Northwind after strong results'],
    ['names in Title Case', 'Goldman Upgrades Larkspur to Buy', 'Goldman Upgrades Northwind to Buy'],
    ['beats and misses', 'Northwind beats quarterly estimates', 'Northwind misses quarterly estimates'],
    ['rise and fall', 'Northwind shares rise after results', 'Northwind shares fall after results'],
    ['profit and loss', 'Northwind posts surprise quarterly profit', 'Northwind posts surprise quarterly loss'],
    ['purchase and sale', 'Northwind to buy stake in chip maker', 'Northwind to sell stake in chip maker'],
    ['approval and refusal', 'Judge approves Northwind merger plan', 'Judge rejects Northwind merger plan'],
    ['order of who acts', 'Acme sues Northwind over patents', 'Northwind sues Acme over patents'],
    ['buyers', 'Acme to buy Northwind', 'Northwind to buy Acme'],
    ['offices', 'Northwind CEO resigns', 'Northwind CFO resigns'],
    ['rounds', 'Northwind raises $5M Series A', 'Northwind raises $5M Series B'],
    ['places', 'Russian gas exports to Europe rise', 'Russian gas exports to Asia rise'],
    [
      'delays and confirmations',
      'Northwind delays launch of its new chip',
      'Northwind confirms launch of its new chip',
    ],
    ['announcements and ends', 'Northwind share buyback announced', 'Northwind share buyback completed'],
    ['mergers and partnerships', 'Acme & Northwind announce a big merger', 'Acme and Northwind announce a partnership'],
    [
      'companies named by what they are to another',
      'Northwind supplier warns of weak demand',
      'Northwind warns of weak demand',
    ],
    [
      'objects of an act',
      'Northwind raises prices for subscribers in spring',
      'Northwind raises prices for advertisers in spring',
    ],
    ['people who act', 'Northwind sued by workers over pay', 'Northwind sued by investors over pay'],
    [
      'acts to come',
      'Northwind workers vote to strike in the morning',
      'Northwind workers vote to unionize in the morning',
    ],
    ['topics', 'Acme and Northwind sign pact on satellites', 'Acme and Northwind sign pact on batteries'],
    ['parts of a firm', 'Northwind hires head of hardware from Acme', 'Northwind hires head of advertising from Acme'],
    ['denials', 'Northwind will appeal the antitrust ruling', 'Northwind will not appeal the antitrust ruling'],
  ])('keep apart titles with other %s', (_, one, other) => {
    expect(areJoined(one, other)).toBe(false);
    expect(areJoined(one, one)).toBe(true);
  });

  it('hold within a whole cluster: a title that says less joins no two that differ', () => {
    const titles = [
      'Northwind reports quarterly profit',
      'Northwind reports Q1 quarterly profit',
      'Northwind reports Q2 quarterly profit',
    ];
    const clusters = clusterHeadlines(titles.map((title, k) => headline(title, k)));
    expect(clusters.some(({ members }) => members.includes('h1') && members.includes('h2'))).toBe(false);
  });

  it('keep apart the same words in another week', () => {
    const titles = [
      headline('Stocks to watch before the bell', 0),
      headline('Stocks to watch before the bell', 1, 71 * HOUR_MS),
      headline('Stocks to watch before the bell', 2, 200 * HOUR_MS),
    ];
    expect(clusterHeadlines(titles).map(({ members }) => members)).toEqual([['h0', 'h1'], ['h2']]);
  });
});

describe('clusters', () => {
  it('join one address under any title, with the earliest as the representative', () => {
    const updated = [
      {
        id: 'late',
        url: 'https://www.example.com/live?utm_source=mail',
        title: 'Acme shares end higher',
        publishedAtMs: 3 * HOUR_MS,
      },
      { id: 'early', url: 'https://m.example.com/live/', title: 'Markets open mixed', publishedAtMs: HOUR_MS },
    ];
    expect(clusterHeadlines(updated)).toEqual([{ representative: 'early', members: ['early', 'late'] }]);
  });

  it('do not depend on the order of the headlines', () => {
    const expected = clusterHeadlines(ALL);
    const shuffles = [
      [...ALL].reverse(),
      [...ALL].sort((a, b) => (a.title < b.title ? -1 : 1)),
      [...ALL].sort((a, b) => a.title.length - b.title.length),
    ];
    for (const shuffled of shuffles) expect(clusterHeadlines(shuffled)).toEqual(expected);
  });

  it('contain each headline once', () => {
    const members = clusterHeadlines(ALL).flatMap((cluster) => cluster.members);
    expect([...members].sort()).toEqual(ALL.map(({ id }) => id).sort());
  });

  it('hold a thousand copies of one title', () => {
    const copies = Array.from({ length: 1000 }, (_, k) =>
      headline('Acme shares rise 5% after results', k, k * MINUTE_MS),
    );
    expect(clusterHeadlines(copies).map(({ members }) => members.length)).toEqual([1000]);
  });

  it('leave titles without words alone', () => {
    expect(clusterHeadlines(['', '...', '😀'].map((title, k) => headline(title, k)))).toHaveLength(3);
    expect(clusterHeadlines([])).toEqual([]);
  });
});

describe('the index', () => {
  it.each([
    ['labelled', [...ALL].sort((a, b) => a.publishedAtMs - b.publishedAtMs)],
    ['invented', inventedHeadlines(1500)],
    ['other invented', inventedHeadlines(1500, 11)],
  ])('finds the pairs of %s headlines that comparing each with each finds', (_, headlines) => {
    const read = headlines.map(readHeadline);
    const expected = read.flatMap((one, i) =>
      read.slice(i + 1).flatMap((other, k) => (similarity(one, other) > 0 ? [`${i} ${i + 1 + k}`] : [])),
    );
    expect(
      similarPairs(read)
        .map(({ one, other }) => `${one} ${other}`)
        .sort(),
    ).toEqual(expected.sort());
    expect(expected.length).toBeGreaterThan(100);
  });

  it('reads names that every object has as words', () => {
    expect(readTitle('Acme names 5 constructor partners').tokens).toEqual(expect.arrayContaining(['5', 'constructor']));
  });

  it('reads any text', () => {
    let state = 3;
    const below = (limit: number): number => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) % limit;
    const titles = Array.from({ length: 500 }, () =>
      String.fromCharCode(...Array.from({ length: below(80) }, () => below(0x10000))),
    );
    const long = [
      'a-'.repeat(50_000),
      '1,'.repeat(50_000),
      ' - '.repeat(30_000),
      '('.repeat(50_000),
      ' '.repeat(200_000),
      `Acme - ${'a'.repeat(50_000)}1`,
    ];
    expect(
      clusterHeadlines([...titles, ...long].map((title, k) => headline(title, k))).flatMap(({ members }) => members),
    ).toHaveLength(506);
  });
});

describe('the headlines around some', () => {
  it('have the clusters that they have among all', () => {
    const full = new Map(
      clusterHeadlines(ALL).flatMap((cluster) => cluster.members.map((id) => [id, cluster] as const)),
    );
    const read = ALL.map(readHeadline);
    for (const { id } of ALL) {
      const around = headlinesAround(read, new Set([id]));
      const found = clusterHeadlines(around).find(({ members }) => members.includes(id));
      expect(found).toEqual(full.get(id));
    }
  });

  it('are all where too many are alike', () => {
    const read = Array.from({ length: 200 }, (_, k) =>
      readHeadline({
        id: `k${k}`,
        url: `https://e.x/${k}`,
        title: 'Oracle wins cloud contract from the state of Ohio',
        publishedAtMs: k,
      }),
    );
    expect(headlinesAround(read, new Set(['k7']))).toHaveLength(200);
  });
});

describe('a feed that repeats itself', () => {
  const titled = (title: (k: number) => string): Headline[] =>
    Array.from({ length: 10_000 }, (_, k) => ({
      id: `k${k}`,
      url: `https://e.x/${k}`,
      title: title(k),
      publishedAtMs: k * 1000,
    }));

  it('is one story for ten thousand same titles', () => {
    expect(
      clusterHeadlines(titled(() => 'Oracle wins cloud contract from the state of Ohio')).map(
        ({ members }) => members.length,
      ),
    ).toEqual([10_000]);
  });

  it('has as many stories as titles if they differ in a numeral', () => {
    expect(clusterHeadlines(titled((k) => `Net asset value of fund at close ${k}`))).toHaveLength(10_000);
  });

  it('tells a story anew after a pause longer than the window', () => {
    const day = 86_400_000;
    const days = [0, 2, 4, 8].map((k) => ({
      id: `d${k}`,
      url: `https://e.x/${k}`,
      title: 'Oracle wins cloud contract from the state of Ohio',
      publishedAtMs: k * day,
    }));
    expect(clusterHeadlines(days).map(({ members }) => members)).toEqual([['d0', 'd2', 'd4'], ['d8']]);
  });
});
