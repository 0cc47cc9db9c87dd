import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { describe, expect, it } from '@jest/globals';
import { externalFile, hasExternalData } from '../../test/independent/datasets.js';
import { readXmlTree } from '../sec/xml-tree.js';
import { readDocument } from './filing-files.js';
import { coverIn } from './form-documents.js';
import { issueLinks, type ListedName } from './issue-links.js';
import { notePrice, valueUnit, type FiledPrices } from './value-unit.js';
import { parseIsoDate } from '../../calendar/days.js';

const withData = hasExternalData ? describe : describe.skip;
const treeOf = (name: string) =>
  readXmlTree([readFileSync(externalFile('sec_edgar', 'forms', name), 'utf8')], { dropsPrefixes: true });
const tableOf = async (name: string) =>
  (await readDocument([readFileSync(externalFile('sec_edgar', 'forms', name), 'utf8')])).table;

function listed(file: string, symbol: string, name: string): readonly ListedName[] {
  const options = { columns: true, relax_quotes: true, relax_column_count: true } as const;
  const rows = parse<Record<string, string>>(readFileSync(externalFile('reference', file), 'utf8'), options);
  return rows.map((row) => ({ symbol: row[symbol] ?? '', name: row[name] ?? '', kind: 'unknown' }));
}

/** Matches that we checked one by one. */
const OF_THE_INDEX = `
  MMM ABT ABBV GOOGL GOOG AEP AMT AAPL T ADP AXON BRK.B BAC BA BMY CVX CB KO COP CTVA CVS DXCM DOW ETN EQIX FTNT GM HD INTC
  ISRG JNJ JPM KMI LRCX LVS LMT MCD MRK MU MSFT MS NFLX NSC NVDA ORCL PEP PFE PM PPG PG PLD PRU QCOM RSG ROST SPGI SLB NOW
  SYY TSLA TMO UNP UNH WMT WFC WYNN`;
const OF_THE_EXCHANGES = `
  MMM ABT ABBV ACN GOOGL GOOG MO AMZN AEP AMT AAPL ADP AXON BRK.B BHP CE CVX CB CSCO CMCSA COP CTVA COST CRON CVS DDOG DXCM
  DOCU DOW DKNG ETN EA EQIX FVRR FTNT GM HD HON HUBS INTC IBM ISRG JNJ KMI LRCX LVS LMND LMT MCD MELI MRK MU MSFT NFLX NSC
  NVDA PSN PYPL PEP PFE PM PPG PG PLD PRU QCOM RSG ROKU ROST SPGI SE NOW SHOP SITE SND SYY TTWO TSLA TMO TWLO UNP UNH VZ
  VOD WMT WYNN`;
const words = (text: string): readonly string[] => text.trim().split(/\s+/).sort();

withData('a real information table', () => {
  // Counted in the file with another program.
  it('has 255 entries with valid CUSIPs, worth $350,153,407, three of them principal', async () => {
    const { positions, refused } = await tableOf('13F-HR.infotable.xml');
    expect([positions.length, refused]).toEqual([255, []]);
    expect(positions.reduce((sum, { value }) => sum + value, 0)).toBe(350_153_407);
    expect(positions.filter(({ kind }) => kind === 'PRINCIPAL')).toHaveLength(3);
  });

  it('of 2021 has dollars, though forms had thousands then', async () => {
    const { positions } = await tableOf('13F-HR.infotable.xml');
    const prices: FiledPrices = new Map();
    for (const position of positions) notePrice(prices, position);
    expect(prices.size).toBe(60);
    expect(valueUnit(parseIsoDate('2021-10-15') ?? 0, prices)).toEqual({ dollars: 1, isCorrected: true });
  });

  it.each([
    ['an index', () => listed('sp500_constituents.csv', 'Symbol', 'Security'), OF_THE_INDEX],
    [
      'two exchanges',
      () => [
        ...listed('nasdaq-listed.csv', 'Symbol', 'Security Name'),
        ...listed('nyse-listed.csv', 'ACT Symbol', 'Company Name'),
      ],
      OF_THE_EXCHANGES,
    ],
  ])('is matched to the names of %s without a mistake', async (_, names, expected) => {
    const { positions } = await tableOf('13F-HR.infotable.xml');
    const links = [...issueLinks(positions, [], names()).values()];
    expect(links.map(({ ticker }) => ticker).sort()).toEqual(words(expected));
  });

  it('and a real primary document name manager, quarter and totals', async () => {
    expect(coverIn(await treeOf('metlife.13F-HR.primarydoc.xml'))).toMatchObject({
      cik: '0001099219',
      manager: 'METLIFE INC',
      period: '12-31-2021',
      form: '13F-HR',
      amendment: '',
      signed: '03-22-2023',
      statedEntries: '6',
      statedValue: '11019796',
    });
  });
});
