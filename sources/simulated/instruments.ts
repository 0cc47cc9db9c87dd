/**
 * How one simulated instrument behaves. Names, sectors and exchanges of these tickers are facts and stand in
 * `models/well-known.ts`; every number here, and every price made from it, is invented.
 */
export interface Instrument {
  readonly symbol: string;
  /** Split-adjusted close on the first session and on the anchor day, USD; the path between them is chance. */
  readonly firstPrice: number;
  readonly anchorPrice: number;
  /** Exposure to the market factor. */
  readonly beta: number;
  /** The factor it shares with its kin, and its exposure to it; null for none. */
  readonly group: Group | null;
  readonly groupLoading: number;
  /** Volatility of its own, a year. */
  readonly ownVolatility: number;
  /** Dividends a year over the price. */
  readonly dividendYield: number;
  /** Usual volume of a session, million shares of today. */
  readonly volumeMillions: number;
  /** Whose own chance it shares; itself but for a second share class. */
  readonly twinOf: string;
}

/** Volatility a year of the factor that each group shares beyond the market. */
export const GROUP_VOLATILITY = {
  Technology: 0.1,
  'Communication Services': 0.09,
  'Consumer Discretionary': 0.09,
  'Consumer Staples': 0.08,
  Financials: 0.11,
  'Health Care': 0.09,
  Energy: 0.19,
  Industrials: 0.08,
  Materials: 0.1,
  'Real Estate': 0.12,
  Utilities: 0.12,
  Bonds: 0.045,
  Gold: 0.15,
  'Small Caps': 0.08,
} as const;

export type Group = keyof typeof GROUP_VOLATILITY;

type Row = readonly [
  symbol: string,
  firstPrice: number,
  anchorPrice: number,
  beta: number,
  ownVolatility: number,
  dividendYield: number,
  volumeMillions: number,
];

const MEMBERS: Readonly<Partial<Record<Group, readonly Row[]>>> = {
  Technology: [
    ['AAPL', 7.5, 262, 1.12, 0.19, 0.006, 55],
    ['MSFT', 31, 478, 1.05, 0.15, 0.009, 21],
    ['NVDA', 0.46, 171, 1.45, 0.33, 0.0004, 210],
    ['AVGO', 1.9, 318, 1.25, 0.26, 0.012, 22],
    ['AMD', 9.7, 196, 1.5, 0.4, 0, 42],
    ['INTC', 20, 34, 1.1, 0.25, 0.012, 75],
    ['ORCL', 25, 214, 1.02, 0.2, 0.011, 14],
    ['CRM', 18, 248, 1.15, 0.25, 0.003, 7],
    ['ADBE', 37, 341, 1.12, 0.23, 0, 4],
    ['CSCO', 24, 73, 0.98, 0.16, 0.023, 19],
    ['IBM', 126, 287, 0.85, 0.15, 0.027, 4],
    ['XLK', 11.5, 141, 1.08, 0.01, 0.007, 14],
    ['QQQ', 46, 603, 1.08, 0.02, 0.006, 45],
  ],
  'Communication Services': [
    ['GOOGL', 15.6, 301, 1.06, 0.17, 0.003, 30],
    ['GOOG', 15.6, 302, 1.06, 0.17, 0.003, 21],
    ['META', 26, 641, 1.2, 0.29, 0.003, 14],
    ['NFLX', 7.7, 97, 1.1, 0.36, 0, 38],
    ['DIS', 32, 109, 1.0, 0.17, 0.011, 9],
    ['VZ', 29, 40, 0.5, 0.13, 0.06, 19],
    ['XLC', 27, 116, 1.0, 0.01, 0.009, 6],
  ],
  'Consumer Discretionary': [
    ['AMZN', 6.7, 228, 1.18, 0.24, 0, 40],
    ['TSLA', 1.6, 439, 1.6, 0.47, 0, 85],
    ['HD', 29, 352, 0.95, 0.14, 0.025, 4],
    ['MCD', 62, 309, 0.6, 0.12, 0.024, 3],
    ['NKE', 16.5, 64, 0.95, 0.2, 0.024, 13],
    ['XLY', 15, 119, 1.08, 0.01, 0.008, 8],
  ],
  'Consumer Staples': [
    ['WMT', 18, 109, 0.5, 0.14, 0.009, 17],
    ['COST', 59, 884, 0.75, 0.15, 0.006, 2],
    ['PG', 61, 146, 0.5, 0.11, 0.028, 8],
    ['KO', 28, 70, 0.52, 0.1, 0.029, 16],
    ['PEP', 61, 147, 0.52, 0.11, 0.038, 7],
    ['XLP', 13.3, 79, 0.55, 0.01, 0.026, 12],
  ],
  Financials: [
    ['JPM', 42, 313, 1.12, 0.15, 0.018, 9],
    ['BAC', 15.7, 54, 1.22, 0.19, 0.02, 36],
    ['GS', 171, 842, 1.2, 0.18, 0.018, 2],
    ['BRK.B', 66, 501, 0.8, 0.09, 0, 4],
    ['V', 22, 347, 0.95, 0.15, 0.007, 6],
    ['XLF', 11.8, 54, 1.08, 0.01, 0.014, 40],
  ],
  'Health Care': [
    ['UNH', 31, 336, 0.8, 0.2, 0.025, 8],
    ['JNJ', 65, 204, 0.55, 0.1, 0.026, 8],
    ['LLY', 36, 1048, 0.7, 0.22, 0.006, 3],
    ['PFE', 17.6, 25, 0.6, 0.16, 0.065, 45],
    ['XLV', 31, 153, 0.75, 0.01, 0.016, 10],
  ],
  Energy: [
    ['XOM', 69, 118, 0.85, 0.11, 0.034, 15],
    ['CVX', 79, 151, 0.88, 0.11, 0.045, 8],
    ['SLB', 67, 39, 1.15, 0.18, 0.029, 14],
    ['XLE', 29, 45, 0.95, 0.01, 0.033, 30],
  ],
  Industrials: [
    ['CAT', 58, 572, 1.12, 0.18, 0.011, 3],
    ['BA', 56, 214, 1.2, 0.26, 0, 8],
    ['GE', 76, 301, 1.1, 0.22, 0.005, 5],
    ['XLI', 28, 154, 1.04, 0.01, 0.013, 9],
  ],
  Materials: [
    ['LIN', 81, 424, 0.85, 0.13, 0.014, 2],
    ['XLB', 16.6, 45, 1.02, 0.01, 0.019, 11],
  ],
  'Real Estate': [
    ['AMT', 43, 177, 0.7, 0.15, 0.037, 3],
    ['PLD', 31, 128, 0.95, 0.15, 0.032, 4],
    ['XLRE', 17, 41, 0.8, 0.01, 0.034, 6],
  ],
  Utilities: [
    ['NEE', 13, 81, 0.5, 0.13, 0.028, 10],
    ['XLU', 15.5, 43, 0.48, 0.01, 0.027, 20],
  ],
  Bonds: [['AGG', 103, 100, -0.03, 0.004, 0.032, 9]],
  Gold: [['GLD', 109, 396, 0.02, 0.01, 0, 10]],
  'Small Caps': [['IWM', 63, 247, 1.12, 0.01, 0.012, 33]],
};

const INDEX_FUNDS: readonly Row[] = [
  ['SPY', 113, 682, 1, 0.006, 0.012, 75],
  ['DIA', 105, 481, 0.93, 0.03, 0.015, 4],
];

/** Invented funds. */
const INVENTED: readonly Row[] = [['SIMPG', 18, 24, 0.9, 0.24, 0, 1]];

/** QQQ is mostly, not wholly, technology. */
const GROUP_LOADINGS: ReadonlyMap<string, number> = new Map([['QQQ', 0.75]]);
const TWINS: ReadonlyMap<string, string> = new Map([['GOOG', 'GOOGL']]);

function instrument(group: Group | null, row: Row): Instrument {
  const [symbol, firstPrice, anchorPrice, beta, ownVolatility, dividendYield, volumeMillions] = row;
  const groupLoading = group === null ? 0 : (GROUP_LOADINGS.get(symbol) ?? 1);
  const twinOf = TWINS.get(symbol) ?? symbol;
  return {
    symbol,
    firstPrice,
    anchorPrice,
    beta,
    group,
    groupLoading,
    ownVolatility,
    dividendYield,
    volumeMillions,
    twinOf,
  };
}

/** Every simulated instrument. */
export const INSTRUMENTS: readonly Instrument[] = [
  ...INDEX_FUNDS.map((row) => instrument(null, row)),
  ...INVENTED.map((row) => instrument(null, row)),
  ...(Object.entries(MEMBERS) as [Group, readonly Row[]][]).flatMap(([group, rows]) =>
    rows.map((row) => instrument(group, row)),
  ),
];

/** Splits of the simulated history, `YYYY-MM-DD` and new shares for one; on the days of the real ones. */
export const SIMULATED_SPLITS: Readonly<Record<string, readonly (readonly [date: string, ratio: number])[]>> = {
  AAPL: [
    ['2014-06-09', 7],
    ['2020-08-31', 4],
  ],
  NVDA: [
    ['2021-07-20', 4],
    ['2024-06-10', 10],
  ],
  TSLA: [
    ['2020-08-31', 5],
    ['2022-08-25', 3],
  ],
  AMZN: [['2022-06-06', 20]],
  GOOGL: [['2022-07-18', 20]],
  GOOG: [['2022-07-18', 20]],
  AVGO: [['2024-07-15', 10]],
  NFLX: [
    ['2015-07-15', 7],
    ['2025-11-17', 10],
  ],
  WMT: [['2024-02-26', 3]],
  NKE: [
    ['2012-12-26', 2],
    ['2015-12-24', 2],
  ],
  V: [['2015-03-19', 4]],
  NEE: [['2020-10-27', 4]],
  GE: [['2021-08-02', 0.125]],
};
