import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from '@jest/globals';
import { isoDate } from '../../calendar/days.js';
import { forEachDatabase } from '../../store/fixtures/databases.js';
import type { Store } from '../../store/open-store.js';
import { temporaryFiles } from './fixtures/files.js';
import { importFiles } from './import-files.js';
import type { ImportOptions } from './import-report.js';
import { IMPORTS } from './imports.js';

/**
 * A file in the columns that its publisher gives it, with invented values unless told otherwise, and what is read of
 * it.
 */
interface Layout {
  readonly kind: string;
  readonly of: string;
  readonly name: string;
  readonly file: string | Buffer;
  readonly options?: Partial<ImportOptions>;
  readonly rows: number;
  readonly refused?: readonly string[];
  readonly notes?: readonly string[];
  readonly error?: string;
  /** Values that are stored afterwards. */
  readonly read: (store: Store) => Promise<unknown>;
  readonly stored: unknown;
}

const profiles =
  (...symbols: readonly string[]) =>
  async (store: Store): Promise<unknown> => {
    const found = await store.securities.bySymbols(symbols);
    return symbols.map((symbol) => {
      const { name, kind, sector, industry } = found.get(symbol) ?? {};
      return [name, kind, sector, industry];
    });
  };

const listings =
  (...symbols: readonly string[]) =>
  async (store: Store): Promise<unknown> => {
    const found = await store.securities.bySymbols(symbols);
    return symbols.map((symbol) => {
      const { kind, exchange, sector } = found.get(symbol) ?? {};
      return [kind, exchange, sector];
    });
  };

const ratings =
  (ticker: string) =>
  async (store: Store): Promise<unknown> =>
    ((await store.ratingActions.byTickers([ticker])).get(ticker) ?? []).map(
      ({ day, firm, action, fromGrade, toGrade, toStance }) => [
        isoDate(day),
        firm,
        action,
        fromGrade,
        toGrade,
        toStance,
      ],
    );

const decisions = async (store: Store): Promise<unknown> =>
  (
    await store.db
      .selectFrom('macro_releases')
      .selectAll()
      .where('title', '=', 'FOMC decision')
      .orderBy('day')
      .execute()
  ).map(({ period, day, minute }) => [period, isoDate(day), minute]);

/** More than 200 characters, as some names in the lists of exchanges have. */
const LONG_TERMS =
  'Depositary Shares, Each Representing a 1/1,000th Interest in a Share of 7.875% Fixed-Rate Reset Non-Cumulative ' +
  'Perpetual Preferred Stock, Series D, no par value, with a liquidation preference of $25,000 per share (invented)';

const noFundamentals = {
  quoteSummary: {
    result: null,
    error: {
      code: 'Not Found',
      description: 'No fundamentals data found for any of the summaryTypes=upgradeDowngradeHistory',
    },
  },
};
const yahooHistory = {
  quoteSummary: {
    result: [
      {
        upgradeDowngradeHistory: {
          history: [
            { epochGradeDate: 1_611_839_513, firm: 'Pebble', toGrade: 'Buy', fromGrade: '', action: 'main' },
            {
              epochGradeDate: 1_611_752_400,
              firm: 'Slate',
              toGrade: 'Neutral',
              fromGrade: 'Outperform',
              action: 'down',
            },
            { epochGradeDate: 1_611_752_400, firm: 'Slate', toGrade: '', fromGrade: 'Neutral', action: 'main' },
          ],
          maxAge: 86_400,
        },
      },
    ],
    error: null,
  },
};

/** The columns of the list of registered advisers up to its websites, and those of private funds. */
const ADV_COLUMNS = [
  'SEC Region',
  'Organization CRD#',
  'Additional CRD Number',
  'Total number of additional CRD numbers',
  'SEC#',
  'Firm Type',
  'Umbrella Registration',
  'Total number of relying advisers',
  'CIK#',
  'Total number of CIK numbers',
  'Primary Business Name',
  'Legal Name',
  'Main Office Street Address 1',
  'Main Office Street Address 2',
  'Main Office City',
  'Main Office State',
  'Main Office Country',
  'Main Office Postal Code',
  'Main Office Private Residence Flag',
  'Main Office Telephone Number',
  'Main Office Facsimile Number',
  'Total number of offices, other than your Principal Office and place of business',
  'Mail Office Street Address 1',
  'Mail Office Street Address 2',
  'Mail Office City',
  'Mail Office State',
  'Mail Office Country',
  'Mail Office Postal Code',
  'Mail Office Private Residence Flag',
  'SEC Current Status',
  'SEC Status Effective Date',
  'Jurisdiction Notice Filed-Effective Date',
  'Latest ADV Filing Date',
  'Form Version',
  '1I',
  'Website Address',
  'Total Number of Website Addresses',
  '5F(2)(a)',
  '5F(2)(b)',
  '5F(2)(c)',
  '5F(2)(d)',
  '5F(2)(e)',
  '5F(2)(f)',
  '5F(3)',
  '7B',
  'Count of Private Funds - 7B(1)',
  'Any PFs a Master',
  'Any Hedge Funds',
  'Total number of Hedge funds',
  'Any Liquidity Funds',
  'Total number of Liquidity funds',
  'Any PE Funds',
  'Total number of PE funds',
  'Any Real Estate Funds',
  'Total number of Real Estate funds',
  'Any Securitized Funds',
  'Total number of Securitized funds',
  'Any VC Funds',
  'Total number of VC funds',
  'Any Other Funds',
  'Total number of Other funds',
  'Total Gross Assets of Private Funds',
  'Count of Private Funds - 7B(2)',
] as const;
type AdvCells = Partial<Record<(typeof ADV_COLUMNS)[number], string>>;
const quoted = (cell: string): string => (cell.includes(',') ? `"${cell}"` : cell);
const advFile = (...rows: readonly AdvCells[]): string =>
  [ADV_COLUMNS.map(quoted), ...rows.map((row) => ADV_COLUMNS.map((name) => quoted(row[name] ?? '')))]
    .map((cells) => cells.join(','))
    .join('\r\n');

const LAYOUTS: readonly Layout[] = [
  {
    kind: 'securities',
    of: 'symbols of Nasdaq with their names',
    name: 'nasdaq-listed.csv',
    file: [
      'Symbol,Security Name',
      'AALQ,"Alder Airlines Group, Inc. - Common Stock"',
      'AADQ,Alder Dorsey ADR ETF',
      'AAPL,Apple Inc. - Common Stock',
      'KO,Coca',
      'File Creation Time: 0731202621:31,',
      ',',
    ].join('\r\n'),
    rows: 4,
    notes: [
      'Tickers of unknown kind: 1; a column or --kind gives it.',
      "Names that were kept, which the exchange's list has in its own words: 2.",
      'Tickers without stored bars so far: 4.',
    ],
    read: profiles('AALQ', 'AADQ', 'AAPL', 'KO'),
    stored: [
      ['Alder Airlines Group, Inc. - Common Stock', 'unknown', null, null],
      ['Alder Dorsey ADR ETF', 'etf', null, null],
      ['Apple Inc.', 'equity', 'Technology', 'Consumer Electronics'],
      ['The Coca-Cola Company', 'equity', 'Consumer Staples', 'Beverages'],
    ],
  },
  {
    kind: 'securities',
    of: "Nasdaq Trader's nasdaqlisted.txt",
    name: 'nasdaqlisted.txt',
    file: [
      'Symbol|Security Name|Market Category|Test Issue|Financial Status|Round Lot Size|ETF|NextShares',
      'NTQA|Alder Airlines Group, Inc. - Common Stock|Q|N|N|100|N|N',
      'NTQB|Alder Dorsey ADR ETF|G|N|N|100|Y|N',
      'NTQC|Cinder Corp. - Common Stock|S|N|D|100|N|N',
      'NTQD|Nasdaq Symbology Test Common Stock|G|Y|N|100|N|N',
      'File Creation Time: 0731202621:31|||||||',
    ].join('\r\n'),
    options: { strict: true, kind: 'equity' },
    rows: 3,
    notes: ['Test issues of the exchanges that were skipped: 1.', 'Tickers without stored bars so far: 3.'],
    read: listings('NTQA', 'NTQB', 'NTQC', 'NTQD'),
    stored: [
      ['equity', 'NASDAQ', null],
      ['etf', 'NASDAQ', null],
      ['equity', 'NASDAQ', null],
      [undefined, undefined, undefined],
    ],
  },
  {
    kind: 'securities',
    of: "Nasdaq Trader's otherlisted.txt",
    name: 'otherlisted.txt',
    file: [
      'ACT Symbol|Security Name|Exchange|CQS Symbol|ETF|Round Lot Size|Test Issue|NASDAQ Symbol',
      'OTQA|Basalt, Inc. Common Stock|N|OTQA|N|100|N|OTQA',
      'OTQB|Basalt Bond ETF|P|OTQB|Y|100|N|OTQB',
      'OTQC|Basalt Gold Corp.|A|OTQC|N|100|N|OTQC',
      'OTQD|Basalt Buffer ETF|Z|OTQD|Y|100|N|OTQD',
      'OTQE|Basalt Exchange Corp.|V|OTQE|N|100|N|OTQE',
      'OTQF|NYSE Tick Pilot Test Stock|N|OTQF|N|100|Y|OTQF',
      `OTQA$D|Basalt, Inc. ${LONG_TERMS}|N|OTQApD|N|100|N|OTQA-D`,
      'OTQG$|Basalt Trust Preferred Stock|N|OTQGp|N|100|N|OTQG-',
      'OTQA.W|Basalt, Inc. Warrants|N|OTQA.WS|N|100|N|OTQA+',
      'OTQA.U|Basalt, Inc. Units|N|OTQA.U|N|100|N|OTQA=',
      'File Creation Time: 0731202621:31||||||',
    ].join('\r\n'),
    options: { strict: true, kind: 'equity' },
    rows: 9,
    notes: [
      'Test issues of the exchanges that were skipped: 1.',
      'Tickers of unknown kind: 4; a column gives it.',
      'Preferred shares, warrants, rights, units of shares and warrants, and debt, to which --kind does not apply: 4.',
      'Preferred shares, under tickers with .P (ABR$D is ABR.PD): 2.',
      'Tickers without stored bars so far: 9.',
    ],
    read: listings('OTQA', 'OTQB', 'OTQC', 'OTQD', 'OTQE', 'OTQF', 'OTQA.PD', 'OTQG.P', 'OTQA.W', 'OTQA.U'),
    stored: [
      ['equity', 'NYSE', null],
      ['etf', 'NYSE Arca', null],
      ['equity', 'NYSE American', null],
      ['etf', 'Cboe BZX', null],
      ['equity', 'IEX', null],
      [undefined, undefined, undefined],
      ...Array.from({ length: 4 }, () => ['unknown', 'NYSE', null]),
    ],
  },
  {
    kind: 'securities',
    of: 'a list of an exchange with names that tell all terms of a preferred share',
    name: 'nyse-listed.csv',
    file: [
      'ACT Symbol,Company Name',
      `OTQH$A,"${LONG_TERMS}"`,
      `OTQH$B,"${'x'.repeat(501)}"`,
      'OTQH$AB,Two series',
      'OTQH.PA,The first again',
    ].join('\n'),
    rows: 1,
    refused: [
      '3: name has more than 500 characters',
      '4: ticker "OTQH$AB": a ticker is 1 to 10 letters, digits and dots, and starts with a letter',
      '5: OTQH.PA is already on line 2; the first one counts',
    ],
    read: profiles('OTQH.PA'),
    stored: [[LONG_TERMS, 'unknown', null, null]],
  },
  {
    kind: 'securities',
    of: 'a list that writes n/a for what it does not know',
    name: 'screener.csv',
    file: ['Symbol,Name,Sector,Industry', 'NAQA,Slate Fund,n/a,N/A'].join('\n'),
    rows: 1,
    read: profiles('NAQA'),
    stored: [['Slate Fund', 'unknown', null, null]],
  },
  {
    kind: 'securities',
    of: 'symbols of the NYSE, in its spelling of preferred shares',
    name: 'nyse-listed.csv',
    file: [
      'ACT Symbol,Company Name',
      'AQQ,"Alder Technologies, Inc. Common Stock"',
      'ABQ,Basalt Corporation Common Stock ',
      'ABQ$D,"Basalt Corporation 6.375% Series D Preferred Stock, Liquidation Preference $25.00 per Share"',
      'ABQ.A,Basalt Corporation Class A',
    ].join('\n'),
    options: { kind: 'equity' },
    rows: 4,
    notes: [
      'Tickers of unknown kind: 1; a column gives it.',
      'Preferred shares, warrants, rights, units of shares and warrants, and debt, to which --kind does not apply: 1.',
      'Preferred shares, under tickers with .P (ABR$D is ABR.PD): 1.',
      'Tickers without stored bars so far: 4.',
    ],
    read: profiles('AQQ', 'ABQ', 'ABQ.PD', 'ABQ.A'),
    stored: [
      ['Alder Technologies, Inc. Common Stock', 'equity', null, null],
      ['Basalt Corporation Common Stock', 'equity', null, null],
      [
        'Basalt Corporation 6.375% Series D Preferred Stock, Liquidation Preference $25.00 per Share',
        'unknown',
        null,
        null,
      ],
      ['Basalt Corporation Class A', 'equity', null, null],
    ],
  },
  {
    kind: 'securities',
    of: 'constituents of the S&P 500',
    name: 'sp500_constituents.csv',
    file: [
      'Symbol,Security,GICS Sector,GICS Sub-Industry,Headquarters Location,Date added,CIK,Founded',
      'PBLO,Pebble,Industrials,Industrial Conglomerates,"Saint Paul, Minnesota",1957-03-04,66740,1902',
      'BSL.B,Basalt,Financials,Multi-Sector Holdings,"Omaha, Nebraska",2010-02-16,1067983,1839',
    ].join('\n'),
    options: { kind: 'equity' },
    rows: 2,
    notes: ['Tickers without stored bars so far: 2.'],
    read: profiles('PBLO', 'BSL.B'),
    stored: [
      ['Pebble', 'equity', 'Industrials', 'Industrial Conglomerates'],
      ['Basalt', 'equity', 'Financials', 'Multi-Sector Holdings'],
    ],
  },
  {
    kind: 'ratings',
    of: 'rating actions by Yahoo',
    name: 'PBLO.json',
    file: JSON.stringify({ url: 'https://example.com/', body: yahooHistory }),
    rows: 2,
    refused: ['3: grade is empty or contains control characters'],
    notes: ['Tickers without stored bars so far: 1.'],
    read: ratings('PBLO'),
    stored: [
      ['2021-01-27', 'Slate', 'downgrade', 'Outperform', 'Neutral', 'hold_like'],
      ['2021-01-28', 'Pebble', 'reiteration', null, 'Buy', 'buy_like'],
    ],
  },
  ...[noFundamentals, { status: 404, body: noFundamentals }].map((answer) => ({
    kind: 'ratings',
    of: `Yahoo's answer for a fund, ${'body' in answer ? 'as the body of a recording' : 'alone'}`,
    name: 'QQQ.json',
    file: JSON.stringify(answer),
    rows: 0,
    error:
      'Yahoo has no rating actions on the ticker; it answered: No fundamentals data found for any of the summaryTypes=upgradeDowngradeHistory.',
    read: ratings('QQQ'),
    stored: [],
  })),
  {
    kind: 'ratings',
    of: "Yahoo's answer to a request without its cookie",
    name: 'SLTQ.json',
    file: JSON.stringify({
      quoteSummary: { result: null, error: { code: 'Unauthorized', description: 'Invalid Crumb' } },
    }),
    rows: 0,
    error: 'Yahoo answered with an error instead of rating actions: Invalid Crumb.',
    read: ratings('SLTQ'),
    stored: [],
  },
  {
    kind: 'ratings',
    of: "Yahoo's answer to a request with an old crumb",
    name: 'SLTC.json',
    file: JSON.stringify({
      finance: { result: null, error: { code: 'Unauthorized', description: 'Invalid Crumb' } },
    }),
    rows: 0,
    error: 'Yahoo answered with an error instead of rating actions: Invalid Crumb.',
    read: ratings('SLTC'),
    stored: [],
  },
  {
    kind: 'ratings',
    of: "Yahoo's answer with an empty history",
    name: 'SLTE.json',
    file: JSON.stringify({
      quoteSummary: { result: [{ upgradeDowngradeHistory: { history: [], maxAge: 86_400 } }], error: null },
    }),
    rows: 0,
    error: 'The history has no rating actions.',
    read: ratings('SLTE'),
    stored: [],
  },
  {
    kind: 'cusips',
    of: "the SEC's fails-to-deliver data",
    name: 'cnsfails202601a.txt',
    file: Buffer.from(
      [
        'SETTLEMENT DATE|CUSIP|SYMBOL|QUANTITY (FAILS)|DESCRIPTION|PRICE',
        '20260105|037833100|AAPL|1200|APPLE INC COM "NEW"|262.11',
        '20260106|037833100|AAPL|7|APPLE INC COM "NEW"|263.00',
        '20260106|68389X105|ORCL|10|ORACLE CORP SOCI\u00c9T\u00c9|.',
        '20260106|594918104||10|MICROSOFT CORP|480.00',
        'Trailer record count 4',
        'Trailer total quantity of shares 1227',
        '',
      ].join('\r\n'),
      'latin1',
    ),
    rows: 3,
    refused: ['5: symbol is missing'],
    notes: ['CUSIPs whose ticker was stored: 2.'],
    read: async (store) =>
      (await store.cusips.all()).map(({ cusip, ticker, day }) => [cusip, ticker, day === null ? null : isoDate(day)]),
    stored: [
      ['037833100', 'AAPL', '2026-01-06'],
      ['68389X105', 'ORCL', '2026-01-06'],
    ],
  },
  {
    kind: 'adv',
    of: "the SEC's list of investment advisers",
    name: 'ia040125.csv',
    file: advFile(
      {
        'SEC Region': 'NYRO',
        'Organization CRD#': '900249',
        'SEC#': '801-900249',
        'Firm Type': 'Registered',
        'CIK#': '66740',
        'Primary Business Name': 'ALDER CAPITAL',
        'Legal Name': 'ALDER CAPITAL MANAGEMENT, LLC',
        'Main Office City': 'NEW YORK',
        'Main Office State': 'NY',
        'Main Office Country': 'United States',
        'Mail Office City': 'ALBANY',
        'SEC Current Status': 'Approved',
        'SEC Status Effective Date': '07/19/2004',
        'Jurisdiction Notice Filed-Effective Date': 'AZ-07/19/2004, CA-07/08/1997',
        'Latest ADV Filing Date': '03/31/2025',
        'Website Address': 'HTTPS://WWW.ALDER.EXAMPLE',
        '5F(2)(a)': '600,000,000.00',
        '5F(2)(b)': '28,902,725.00',
        '5F(2)(c)': '628,902,725.00',
        '7B': 'Y',
        'Count of Private Funds - 7B(1)': ' 4 ',
        'Any PE Funds': 'Y',
        'Total number of PE funds': ' 3 ',
        'Any VC Funds': 'Y',
        'Total number of VC funds': ' 1 ',
        'Total Gross Assets of Private Funds': ' 484,007,760.00 ',
        'Count of Private Funds - 7B(2)': ' 9 ',
      },
      {
        'Organization CRD#': '900250',
        'SEC#': '802-900250',
        'Firm Type': 'ERA',
        'Primary Business Name': 'BASALT LLP',
        'Main Office City': 'LONDON',
        'Main Office Country': 'United Kingdom',
        'Latest ADV Filing Date': '03/28/2025',
      },
      { 'SEC#': '801-900251', 'Primary Business Name': 'NO NUMBER', 'Latest ADV Filing Date': '03/28/2025' },
    ),
    rows: 2,
    refused: ['4: Organization CRD#: it is empty'],
    read: async (store) =>
      (await store.db.selectFrom('advisers').selectAll().orderBy('crd').execute()).map((each) => [
        each.crd,
        each.cik,
        each.name,
        each.legalName,
        each.headquarters,
        each.country,
        each.website,
        each.regulatoryAssetsUsd,
        each.fundAssetsUsd,
        each.funds,
        each.ventureFunds,
        each.equityFunds,
        isoDate(each.filedDay),
      ]),
    stored: [
      [
        900_249,
        '0000066740',
        'ALDER CAPITAL',
        'ALDER CAPITAL MANAGEMENT, LLC',
        'NEW YORK',
        'US',
        'https://www.alder.example',
        628_902_725,
        484_007_760,
        4,
        1,
        3,
        '2025-03-31',
      ],
      [900_250, null, 'BASALT LLP', null, 'LONDON', 'GB', null, null, null, null, null, null, '2025-03-28'],
    ],
  },
  {
    kind: 'actions',
    of: 'factors by day, which LEAN has for adjusted prices',
    name: 'aapl.csv',
    file: ['19980102,0.8893653,0.0178571,16.25', '20140605,0.9304792,0.1428571,647.35', '20501231,1,1,0'].join('\n'),
    rows: 0,
    error:
      'The file has factors by day, as a factor file of LEAN, whose past dividends and splits come with the bars: import as bars the folder with factor_files/ and daily/, whose files have a first line date,open,high,low,close,volume and prices in USD. LEAN writes them without that line and in ten-thousandths of USD.',
    read: async (store) => store.db.selectFrom('announced_actions').selectAll().execute(),
    stored: [],
  },
  {
    kind: 'actions',
    of: 'announced dividends and splits',
    name: 'actions.csv',
    file: 'ticker,type,date,amount,ratio\nPBLO,dividend,2026-01-12,0.26,\nPBLO,split,2026-01-15,,4:1\n',
    rows: 2,
    read: async (store) =>
      (await store.db.selectFrom('announced_actions').selectAll().orderBy('day').execute()).map(
        ({ ticker, kind, day, amount, ratio }) => [ticker, kind, isoDate(day), amount, ratio],
      ),
    stored: [
      ['PBLO', 'dividend', '2026-01-12', 0.26, null],
      ['PBLO', 'split', '2026-01-15', null, 4],
    ],
  },
  {
    kind: 'macro',
    of: 'an economic calendar',
    name: 'calendar.csv',
    file: [
      'title,period,date,time,importance,source_url',
      'Consumer Price Index,December 2030,2026-01-13,08:30,high,https://example.com/calendar',
      'Meeting without a period,,2026-01-28,2:00 PM,high,',
    ].join('\n'),
    rows: 1,
    refused: ['3: period is missing'],
    read: async (store) =>
      (await store.db.selectFrom('macro_releases').selectAll().where('period', '=', 'December 2030').execute()).map(
        ({ title, day, minute, importance }) => [title, isoDate(day), minute, importance],
      ),
    stored: [['Consumer Price Index', '2026-01-13', 510, 'high']],
  },
  {
    kind: 'macro',
    of: 'decisions of the FOMC with their type',
    name: 'fomc_decisions.csv',
    file: 'decision_date,type\n2020-03-03,unscheduled\n2020-04-29,scheduled\n2026-01-28,scheduled\n2026-03-18,later\n',
    rows: 3,
    refused: ['5: type "later" is not scheduled or unscheduled, 0 or 1'],
    read: decisions,
    stored: [
      ['Unscheduled meeting of 2020-03-03', '2020-03-03', null],
      ['Meeting of 2020-04-29', '2020-04-29', null],
      ['Meeting of 2026-01-27 and 2026-01-28', '2026-01-28', 840],
    ],
  },
  {
    kind: 'macro',
    of: 'decisions of the FOMC with surprises of rates',
    name: 'fomc_dates.csv',
    file: 'Date,MP1,Unscheduled\n2/8/1990,-0.014,0\n7/13/1990,-0.142,1\n7/13/1990,-0.142,1\n',
    rows: 2,
    refused: ['4: The decision of 1990-07-13 is already on line 3; the first one counts'],
    read: decisions,
    stored: [
      ['Meeting of 1990-02-08', '1990-02-08', null],
      ['Unscheduled meeting of 1990-07-13', '1990-07-13', null],
    ],
  },
  {
    kind: 'sessions',
    of: "Sharadar's equity prices",
    name: 'SHARADAR_SEP.csv',
    file: [
      'ticker,date,open,high,low,close,volume,closeadj,closeunadj,lastupdated',
      'SHRQ,2026-01-02,10,11,9.5,10.5,1000,10.4,21,2026-01-02',
      'SHRQ,2026-01-05,10.5,11,10,10.75,1200,10.65,21.5,2026-01-05',
      'BSLT,2026-01-02,5,5,6,5,10,5,5,2026-01-02',
    ].join('\n'),
    rows: 2,
    refused: ['4: high 5 is below low 6'],
    notes: ['Columns not used: closeunadj, lastupdated.', '1 tickers, of which 1 are new and of unknown kind.'],
    read: async (store) => {
      const bars = (await store.bars.readDaily(['SHRQ'])).get('SHRQ')?.bars;
      return [...(bars?.days ?? [])].map((day, at) => [
        isoDate(day),
        bars?.close[at],
        bars?.adjClose[at],
        bars?.volume[at],
      ]);
    },
    stored: [
      ['2026-01-02', 10.5, 10.4, 1000],
      ['2026-01-05', 10.75, 10.65, 1200],
    ],
  },
  {
    kind: 'news',
    of: "Finnhub's company news",
    name: 'news.json',
    file: JSON.stringify([
      {
        category: 'company',
        datetime: 1_767_366_000,
        headline: 'Pebble Optics raises its outlook',
        id: 7,
        image: '',
        related: 'PBLO',
        source: 'Alder Wire',
        summary: 'More.',
        url: 'https://alder.example/pebble',
      },
      {
        category: 'company',
        datetime: 0,
        headline: '',
        id: 8,
        image: '',
        related: 'PBLO',
        source: '',
        summary: '',
        url: '',
      },
    ]),
    rows: 1,
    refused: ['2: datetime "0" is not epoch seconds or a time with its zone'],
    read: async (store) =>
      (await store.db.selectFrom('news_articles').selectAll().execute()).map(({ title, outlet }) => [title, outlet]),
    stored: [['Pebble Optics raises its outlook', 'Alder Wire']],
  },
];

/** Kinds whose files of vendors, where the reference data is present, another test imports or reads. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  '13f': '../institutional/real-forms.test.ts',
  bars: 'vendor-data.test.ts',
  congress: 'import-congress.test.ts',
  earnings: '../sec/sec-data.test.ts',
  filings: '../sec/sec-events.test.ts',
  formd: 'import-formd.test.ts',
  insiders: '../sec/sec-events.test.ts',
  ipo: 'vendor-data.test.ts',
  minutes: 'vendor-data.test.ts',
  options: 'option-data.test.ts',
  private: 'import-private.test.ts',
  quotes: 'import-quotes.test.ts',
  statements: 'import-statements.test.ts',
  trades: 'import-trades.test.ts',
  transcripts: 'import-transcripts.test.ts',
};

it('every kind of import has a published layout, or a test over files of the reference data', () => {
  const rows = [...new Set(LAYOUTS.map(({ kind }) => kind)), ...Object.keys(ELSEWHERE)];
  expect(rows.sort()).toEqual(IMPORTS.map(({ kind }) => kind).sort());
  for (const file of new Set(Object.values(ELSEWHERE))) {
    const full = path.join(import.meta.dirname, file);
    const code = existsSync(full) ? readFileSync(full, 'utf8') : '';
    expect([file, /hasExternalData|withData/.test(code)]).toEqual([file, true]);
  }
});

forEachDatabase((_, open) => {
  it.each(LAYOUTS)('$kind: $of, as it is', async (layout) => {
    const store = await open();
    const each = IMPORTS.find(({ kind }) => kind === layout.kind);
    if (each === undefined) throw new Error(`No import ${layout.kind}.`);
    for (const table of ['announced_actions', 'advisers', 'cusips', 'macro_releases', 'news_articles'] as const)
      await store.db.deleteFrom(table).execute();
    const folder = await temporaryFiles({ [layout.name]: layout.file });
    const options = { strict: false, now: () => new Date('2026-01-20T15:00:00Z'), ...layout.options };
    const { files } = await importFiles(store, each, [folder], options);
    const told = files.map(({ rows, refused, notes, error }) => ({
      rows,
      refused: refused.map(({ line, reason }) => `${line}: ${reason}`),
      notes,
      error,
    }));
    const { rows, refused = [], notes = expect.any(Array), error } = layout;
    expect(told).toEqual([{ rows, refused, notes, error }]);
    expect(await layout.read(store)).toEqual(layout.stored);
    await store.close();
  });
});
