import { describe, expect, it } from '@jest/globals';
import { issueLinks, type ListedName } from './issue-links.js';

const equity = (symbol: string, name: string, kind: ListedName['kind'] = 'equity'): ListedName => ({
  symbol,
  name,
  kind,
});
const LISTED: readonly ListedName[] = [
  equity('AAPL', 'Apple Inc.'),
  equity('AMZN', 'Amazon.com, Inc.'),
  equity('AEP', 'American Electric Power Company, Inc. - Common Stock'),
  equity('ADP', 'Automatic Data Processing, Inc.'),
  equity('BAC', 'Bank of America Corporation'),
  equity('BRK.B', 'Berkshire Hathaway Inc.'),
  equity('CB', 'Chubb Limited'),
  equity('CMCSA', 'Comcast Corporation - Class A Common Stock'),
  equity('DIS', 'The Walt Disney Company'),
  equity('GOOG', 'Alphabet Inc. - Class C Capital Stock'),
  equity('GOOGL', 'Alphabet Inc. - Class A Common Stock'),
  equity('IBM', 'International Business Machines Corporation'),
  equity('JPM', 'JPMorgan Chase & Co.'),
  equity('LEN', 'Lennar Corporation'),
  equity('LEN2', 'Lennar Corporation'),
  equity('MA', 'Mastercard Incorporated'),
  equity('T', 'AT&T Inc.'),
  equity('TTWO', 'Take-Two Interactive Software, Inc.'),
  equity('VOD', 'Vodafone Group Plc - American Depositary Shares'),
  equity('WFC', 'Wells Fargo & Company'),
  equity('XYZW', 'Pebble Inc. - Warrants'),
  equity('SPY', 'SPDR S&P 500 ETF Trust', 'etf'),
];
const CUSIP = '037833100';
const matched = (issuer: string, titleOfClass: string): string | undefined =>
  issueLinks([{ cusip: CUSIP, issuer, titleOfClass }], [], LISTED).get(CUSIP)?.ticker;

describe('a name as filed', () => {
  it.each([
    ['APPLE INC', 'COM', 'AAPL'],
    ['Apple Inc', 'Common Stock', 'AAPL'],
    ['AMAZON COM INC', 'COM', 'AMZN'],
    ['AMERICAN ELEC PWR CO INC', 'COM', 'AEP'],
    ['AUTOMATIC DATA PROCESSING IN', 'COM', 'ADP'],
    ['BK OF AMERICA CORP', 'COM', 'BAC'],
    ['BERKSHIRE HATHAWAY INC DEL', 'CL B NEW', 'BRK.B'],
    ['COMCAST CORP NEW', 'CL A', 'CMCSA'],
    ['ALPHABET INC', 'CAP STK CL C', 'GOOG'],
    ['ALPHABET INC', 'CAP STK CL A', 'GOOGL'],
    ['INTERNATIONAL BUSINESS MACHS', 'COM', 'IBM'],
    ['JPMORGAN CHASE & CO', 'COM', 'JPM'],
    ['JPMORGAN CHASE &amp; CO', 'COM', 'JPM'],
    ['AT&T INC', 'COM', 'T'],
    ['TAKE-TWO INTERACTIVE SOFTWAR', 'COM', 'TTWO'],
    ['VODAFONE GROUP PLC NEW', 'SPONSORED ADR', 'VOD'],
    ['WELLS FARGO CO NEW', 'COM', 'WFC'],
  ])('%s, %s is %s', (issuer, title, ticker) => {
    expect(matched(issuer, title)).toBe(ticker);
  });

  it.each([
    ['ALPHABET INC', 'COM', 'two classes are stored, and the title names none'],
    ['BERKSHIRE HATHAWAY INC DEL', 'CL A', 'the stored class is another one'],
    ['MASTERCARD INCORPORATED', 'CL A', 'the stored name has no class'],
    ['LENNAR CORP', 'COM', 'two stored securities have the name'],
    ['CHUBB CORP', 'COM', 'the company was another one'],
    ['BK OF AMERICA CORP', '7.25%CNV PFD L', 'it is preferred'],
    ['WELLS FARGO CO NEW', 'PERP PFD CNV A', 'it is preferred'],
    ['PEBBLE INC', 'COM', 'only warrants are stored'],
    ['APPLE INC', 'NOTE 1.000% 5/1', 'it is debt'],
    ['APPLE HOSPITALITY REIT INC', 'COM NEW', 'only the first word is the same'],
    ['SPDR S&P 500 ETF TR', 'TR UNIT', 'funds are named after trusts'],
    ['', 'COM', 'there is no name'],
  ])('%s, %s is of no stored security: %s', (issuer, title) => {
    expect(matched(issuer, title)).toBeUndefined();
  });

  it('that differs among filings counts if it never means another security', () => {
    const issue = (issuer: string) => ({ cusip: CUSIP, issuer, titleOfClass: 'COM' });
    const linked = (...names: readonly string[]) => issueLinks(names.map(issue), [], LISTED).get(CUSIP);
    expect(linked('APPLE COMPUTER', 'APPLE INC')).toEqual({ ticker: 'AAPL', matchedBy: 'NAME' });
    expect(linked('APPLE INC', 'AT&T INC')).toBeUndefined();
  });
});

it('the list of CUSIPs goes before names, even where its ticker is not stored', () => {
  const issues = [{ cusip: CUSIP, issuer: 'APPLE INC', titleOfClass: 'COM' }];
  expect(issueLinks(issues, [{ cusip: CUSIP, ticker: 'DIS' }], LISTED).get(CUSIP)).toEqual({
    ticker: 'DIS',
    matchedBy: 'CUSIP',
  });
  expect(issueLinks(issues, [{ cusip: CUSIP, ticker: 'GONE' }], LISTED).get(CUSIP)).toBeUndefined();
});
