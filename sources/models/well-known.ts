import { securityProfileSchema, type SecurityProfile } from './security-profile.js';

type Row = readonly [symbol: string, name: string, exchange: string, sector: string | null, industry: string | null];

const EQUITIES: readonly Row[] = [
  ['AAPL', 'Apple Inc.', 'NASDAQ', 'Technology', 'Consumer Electronics'],
  ['MSFT', 'Microsoft Corporation', 'NASDAQ', 'Technology', 'Software'],
  ['NVDA', 'NVIDIA Corporation', 'NASDAQ', 'Technology', 'Semiconductors'],
  ['AVGO', 'Broadcom Inc.', 'NASDAQ', 'Technology', 'Semiconductors'],
  ['AMD', 'Advanced Micro Devices, Inc.', 'NASDAQ', 'Technology', 'Semiconductors'],
  ['INTC', 'Intel Corporation', 'NASDAQ', 'Technology', 'Semiconductors'],
  ['ORCL', 'Oracle Corporation', 'NYSE', 'Technology', 'Software'],
  ['CRM', 'Salesforce, Inc.', 'NYSE', 'Technology', 'Software'],
  ['ADBE', 'Adobe Inc.', 'NASDAQ', 'Technology', 'Software'],
  ['CSCO', 'Cisco Systems, Inc.', 'NASDAQ', 'Technology', 'Communications Equipment'],
  ['ACN', 'Accenture plc', 'NYSE', 'Technology', 'IT Services'],
  ['IBM', 'International Business Machines Corporation', 'NYSE', 'Technology', 'IT Services'],
  ['GOOGL', 'Alphabet Inc. Class A', 'NASDAQ', 'Communication Services', 'Interactive Media'],
  ['GOOG', 'Alphabet Inc. Class C', 'NASDAQ', 'Communication Services', 'Interactive Media'],
  ['META', 'Meta Platforms, Inc.', 'NASDAQ', 'Communication Services', 'Interactive Media'],
  ['NFLX', 'Netflix, Inc.', 'NASDAQ', 'Communication Services', 'Entertainment'],
  ['DIS', 'The Walt Disney Company', 'NYSE', 'Communication Services', 'Entertainment'],
  ['CMCSA', 'Comcast Corporation', 'NASDAQ', 'Communication Services', 'Cable'],
  ['T', 'AT&T Inc.', 'NYSE', 'Communication Services', 'Telecommunications'],
  ['VZ', 'Verizon Communications Inc.', 'NYSE', 'Communication Services', 'Telecommunications'],
  ['AMZN', 'Amazon.com, Inc.', 'NASDAQ', 'Consumer Discretionary', 'Broadline Retail'],
  ['TSLA', 'Tesla, Inc.', 'NASDAQ', 'Consumer Discretionary', 'Automobile Manufacturers'],
  ['HD', 'The Home Depot, Inc.', 'NYSE', 'Consumer Discretionary', 'Home Improvement Retail'],
  ['LOW', "Lowe's Companies, Inc.", 'NYSE', 'Consumer Discretionary', 'Home Improvement Retail'],
  ['MCD', "McDonald's Corporation", 'NYSE', 'Consumer Discretionary', 'Restaurants'],
  ['SBUX', 'Starbucks Corporation', 'NASDAQ', 'Consumer Discretionary', 'Restaurants'],
  ['NKE', 'NIKE, Inc.', 'NYSE', 'Consumer Discretionary', 'Footwear'],
  ['WMT', 'Walmart Inc.', 'NASDAQ', 'Consumer Staples', 'Staples Retail'],
  ['COST', 'Costco Wholesale Corporation', 'NASDAQ', 'Consumer Staples', 'Staples Retail'],
  ['TGT', 'Target Corporation', 'NYSE', 'Consumer Staples', 'Staples Retail'],
  ['PG', 'The Procter & Gamble Company', 'NYSE', 'Consumer Staples', 'Household Products'],
  ['KO', 'The Coca-Cola Company', 'NYSE', 'Consumer Staples', 'Beverages'],
  ['PEP', 'PepsiCo, Inc.', 'NASDAQ', 'Consumer Staples', 'Beverages'],
  ['JPM', 'JPMorgan Chase & Co.', 'NYSE', 'Financials', 'Banks'],
  ['BAC', 'Bank of America Corporation', 'NYSE', 'Financials', 'Banks'],
  ['WFC', 'Wells Fargo & Company', 'NYSE', 'Financials', 'Banks'],
  ['GS', 'The Goldman Sachs Group, Inc.', 'NYSE', 'Financials', 'Capital Markets'],
  ['MS', 'Morgan Stanley', 'NYSE', 'Financials', 'Capital Markets'],
  ['BLK', 'BlackRock, Inc.', 'NYSE', 'Financials', 'Asset Management'],
  ['BRK.B', 'Berkshire Hathaway Inc. Class B', 'NYSE', 'Financials', 'Multi-Sector Holdings'],
  ['V', 'Visa Inc.', 'NYSE', 'Financials', 'Payments'],
  ['MA', 'Mastercard Incorporated', 'NYSE', 'Financials', 'Payments'],
  ['AIG', 'American International Group, Inc.', 'NYSE', 'Financials', 'Insurance'],
  ['UNH', 'UnitedHealth Group Incorporated', 'NYSE', 'Health Care', 'Managed Health Care'],
  ['JNJ', 'Johnson & Johnson', 'NYSE', 'Health Care', 'Pharmaceuticals'],
  ['LLY', 'Eli Lilly and Company', 'NYSE', 'Health Care', 'Pharmaceuticals'],
  ['PFE', 'Pfizer Inc.', 'NYSE', 'Health Care', 'Pharmaceuticals'],
  ['MRK', 'Merck & Co., Inc.', 'NYSE', 'Health Care', 'Pharmaceuticals'],
  ['ABBV', 'AbbVie Inc.', 'NYSE', 'Health Care', 'Biotechnology'],
  ['XOM', 'Exxon Mobil Corporation', 'NYSE', 'Energy', 'Integrated Oil & Gas'],
  ['CVX', 'Chevron Corporation', 'NYSE', 'Energy', 'Integrated Oil & Gas'],
  ['COP', 'ConocoPhillips', 'NYSE', 'Energy', 'Exploration & Production'],
  ['SLB', 'SLB Limited', 'NYSE', 'Energy', 'Energy Equipment & Services'],
  ['CAT', 'Caterpillar Inc.', 'NYSE', 'Industrials', 'Machinery'],
  ['BA', 'The Boeing Company', 'NYSE', 'Industrials', 'Aerospace & Defense'],
  ['GE', 'GE Aerospace', 'NYSE', 'Industrials', 'Aerospace & Defense'],
  ['RTX', 'RTX Corporation', 'NYSE', 'Industrials', 'Aerospace & Defense'],
  ['HON', 'Honeywell International Inc.', 'NASDAQ', 'Industrials', 'Industrial Conglomerates'],
  ['UPS', 'United Parcel Service, Inc.', 'NYSE', 'Industrials', 'Air Freight & Logistics'],
  ['LIN', 'Linde plc', 'NASDAQ', 'Materials', 'Industrial Gases'],
  ['APD', 'Air Products and Chemicals, Inc.', 'NYSE', 'Materials', 'Industrial Gases'],
  ['ECL', 'Ecolab Inc.', 'NYSE', 'Materials', 'Specialty Chemicals'],
  ['AMT', 'American Tower Corporation', 'NYSE', 'Real Estate', 'Telecom Tower REITs'],
  ['PLD', 'Prologis, Inc.', 'NYSE', 'Real Estate', 'Industrial REITs'],
  ['CCI', 'Crown Castle Inc.', 'NYSE', 'Real Estate', 'Telecom Tower REITs'],
  ['NEE', 'NextEra Energy, Inc.', 'NYSE', 'Utilities', 'Electric Utilities'],
  ['DUK', 'Duke Energy Corporation', 'NYSE', 'Utilities', 'Electric Utilities'],
];

const ETFS: readonly Row[] = [
  ['SPY', 'SPDR S&P 500 ETF Trust', 'NYSE Arca', null, 'US Large Blend'],
  ['QQQ', 'Invesco QQQ Trust', 'NASDAQ', null, 'US Large Growth'],
  ['IWM', 'iShares Russell 2000 ETF', 'NYSE Arca', null, 'US Small Blend'],
  ['DIA', 'SPDR Dow Jones Industrial Average ETF Trust', 'NYSE Arca', null, 'US Large Value'],
  ['AGG', 'iShares Core U.S. Aggregate Bond ETF', 'NYSE Arca', null, 'Intermediate Core Bond'],
  ['TLT', 'iShares 20+ Year Treasury Bond ETF', 'NASDAQ', null, 'Long Government'],
  ['GLD', 'SPDR Gold Shares', 'NYSE Arca', null, 'Commodities'],
  ['EEM', 'iShares MSCI Emerging Markets ETF', 'NYSE Arca', null, 'Emerging Markets'],
  ['USO', 'United States Oil Fund, LP', 'NYSE Arca', null, 'Commodities'],
  ['MTUM', 'iShares MSCI USA Momentum Factor ETF', 'Cboe BZX', null, 'US Large Growth'],
  ['USMV', 'iShares MSCI USA Min Vol Factor ETF', 'Cboe BZX', null, 'US Large Blend'],
  ['XLK', 'Technology Select Sector SPDR Fund', 'NYSE Arca', 'Technology', 'Sector Fund'],
  ['XLC', 'Communication Services Select Sector SPDR Fund', 'NYSE Arca', 'Communication Services', 'Sector Fund'],
  ['XLY', 'Consumer Discretionary Select Sector SPDR Fund', 'NYSE Arca', 'Consumer Discretionary', 'Sector Fund'],
  ['XLP', 'Consumer Staples Select Sector SPDR Fund', 'NYSE Arca', 'Consumer Staples', 'Sector Fund'],
  ['XLF', 'Financial Select Sector SPDR Fund', 'NYSE Arca', 'Financials', 'Sector Fund'],
  ['XLV', 'Health Care Select Sector SPDR Fund', 'NYSE Arca', 'Health Care', 'Sector Fund'],
  ['XLE', 'Energy Select Sector SPDR Fund', 'NYSE Arca', 'Energy', 'Sector Fund'],
  ['XLI', 'Industrial Select Sector SPDR Fund', 'NYSE Arca', 'Industrials', 'Sector Fund'],
  ['XLB', 'Materials Select Sector SPDR Fund', 'NYSE Arca', 'Materials', 'Sector Fund'],
  ['XLRE', 'Real Estate Select Sector SPDR Fund', 'NYSE Arca', 'Real Estate', 'Sector Fund'],
  ['XLU', 'Utilities Select Sector SPDR Fund', 'NYSE Arca', 'Utilities', 'Sector Fund'],
];

const INDICES: readonly Row[] = [
  ['SPX', 'S&P 500 Index', 'Cboe', null, null],
  ['GSPC', 'S&P 500 Index', 'Cboe', null, null],
  ['VIX', 'Cboe Volatility Index', 'Cboe', null, null],
];

/** A fund of the demo market that exists nowhere: it holds an invented company. */
const INVENTED: readonly Row[] = [
  ['SIMPG', 'Tidepool Private Growth Fund (invented)', 'Invented', null, 'Private companies'],
];

function profiles(kind: SecurityProfile['kind'], rows: readonly Row[]): [string, SecurityProfile][] {
  return rows.map(([symbol, name, exchange, sector, industry]) => [
    symbol,
    securityProfileSchema.parse({ symbol, name, kind, exchange, sector, industry, currency: 'USD' }),
  ]);
}

/** Names and classification of well-known US tickers, for imports that contain only bars. */
export const WELL_KNOWN: ReadonlyMap<string, SecurityProfile> = new Map([
  ...profiles('equity', EQUITIES),
  ...profiles('etf', ETFS),
  ...profiles('index', INDICES),
  ...profiles('etf', INVENTED),
]);

/** The well-known profile; otherwise the ticker as the name, and an unknown kind. */
export function profileOf(symbol: string): SecurityProfile {
  const known = WELL_KNOWN.get(symbol);
  return (
    known ?? { symbol, name: symbol, kind: 'unknown', exchange: null, sector: null, industry: null, currency: 'USD' }
  );
}

/** The profile after an import: the stored or well-known one, with `kind` where its own is not known. */
export function importedProfile(
  symbol: string,
  stored: SecurityProfile | undefined,
  kind: SecurityProfile['kind'] | undefined,
): SecurityProfile {
  const profile = stored ?? profileOf(symbol);
  if (kind === undefined || profile.kind !== 'unknown') return profile;
  const { name, exchange, sector, industry, currency } = profile;
  return { symbol, name, kind, exchange, sector, industry, currency };
}
