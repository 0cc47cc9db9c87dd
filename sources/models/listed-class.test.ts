import { expect, it } from '@jest/globals';
import { listedClass } from './listed-class.js';

/** Names as the lists of Nasdaq and the NYSE have them. */
const NAMES: readonly (readonly [ticker: string, name: string, is: ReturnType<typeof listedClass>])[] = [
  ['AAPL', 'Apple Inc. - Common Stock', undefined],
  ['PFBC', 'Preferred Bank - Common Stock', undefined],
  ['AB', 'AllianceBernstein Holding L.P.  Units', undefined],
  ['ARLP', 'Alliance Resource Partners, L.P. - Common Units Representing Limited Partnership Interests', undefined],
  ['IEP', 'Icahn Enterprises L.P. - Depositary Units representing Limited Partner Interests', undefined],
  ['MARPS', 'Marine Petroleum Trust - Units of Beneficial Interest', undefined],
  ['BEP', 'Brookfield Renewable Partners L.P. Limited Partnership Units', undefined],
  ['BSBR', 'Banco Santander Brasil SA American Depositary Shares, each representing one unit', undefined],
  [
    'AMX',
    'America Movil, S.A.B. de C.V. American Depositary Shares (each representing the right to receive twenty (20) Series B Shares',
    undefined,
  ],
  ['HPS', 'John Hancock Preferred Income Fund III Preferred Income Fund III', undefined],
  ['BHK', 'Blackrock Core Bond Trust', undefined],
  ['BRK.B', 'Berkshire Hathaway Inc. Class B', undefined],
  ['ABEV', 'Ambev S.A. American Depositary Shares (Each representing 1 Common Share)', undefined],
  ['BND', 'Vanguard Total Bond Market ETF', 'etf'],
  ['UFIV', 'US Treasury 5 Year Note ETF', 'etf'],
  [
    'ABR.PD',
    'Arbor Realty Trust 6.375% Series D Cumulative Redeemable Preferred Stock, Liquidation Preference $25.00 per Share',
    'other',
  ],
  [
    'ACGLN',
    'Arch Capital Group Ltd. - Depositary Shares, each Representing a 1/1,000th Interest in a 4.550% Non-Cumulative',
    'other',
  ],
  ['CHSCN', 'CHS Inc - Preferred Class B Series 2 Reset Rate', 'other'],
  [
    'LILAP',
    'Liberty Latin America Ltd. - 9.0% Fixed Rate Cumulative Perpetual Redeemable Series A Preference Shares',
    'other',
  ],
  ['AACIW', 'Armada Acquisition Corp. III - Warrant', 'other'],
  [
    'ACHR.W',
    'Archer Aviation Inc. Redeemable Warrants, each whole warrant exercisable for one Class A common stock',
    'other',
  ],
  ['AACBR', 'Artius II Acquisition Inc. - Rights', 'other'],
  ['AACBU', 'Artius II Acquisition Inc. - Units', 'other'],
  ['BLUWU', 'Blue Water Acquisition Corp. III - Unit.', 'other'],
  [
    'AIIA.U',
    'AI Infrastructure Acquisition Corp. Units, each consisting of one Class A Ordinary Share and one Right',
    'other',
  ],
  ['DUKU', 'Duke Energy Corporation Corporate Units', 'other'],
  ['ADAMG', 'Adamas Trust, Inc. - 9.125% Senior Notes Due 2030', 'other'],
  ['AFGB', 'American Financial Group, Inc. 5.875% Subordinated Debentures due 2059', 'other'],
  ['EAI', 'Entergy Arkansas, LLC First Mortgage Bonds, 4.875% Series Due September 1, 2066', 'other'],
  ['APOS', 'Apollo Global Management, Inc. 7.625% Fixed', 'other'],
  ['JBK', 'Lehman ABS 3.50 3.50% Adjustable Corp Backed Tr Certs GS Cap I', 'other'],
];

it.each(NAMES)('%s: %s', (ticker, name, is) => {
  expect(listedClass(ticker, name)).toBe(is);
});
