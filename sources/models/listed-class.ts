/** What the names of the exchanges' lists say about securities that are not shares of a company. */

/** Preferred shares, warrants, rights and units under tickers with a suffix of the exchanges' own. */
const TICKER = /\.(?:P[A-Z]?|WS?|R|U)$/;
const ETF = /\bETFs?\b/i;
/** Exchange-traded notes are debt. */
const DEBT: readonly RegExp[] = [
  /\b(?:notes?|debentures?|bonds?|senior securities)\b.{0,40}\bdue\b/i,
  /\b(?:senior|subordinated|mortgage|baby)\b.{0,40}\b(?:notes?|debentures?|bonds?)\b/i,
  /\bETNs?\b|\b\d[\d.]*% fixed\b|\btr(?:ust)? cert(?:ificate)?s\b|\bbacked trust securities\b/i,
];
const PREFERRED: readonly RegExp[] = [
  /\bpreferred\b.{0,60}\b(?:stock|shares?|securities|units?|interests?)\b/i,
  /\bpreferred class\b|\bpreference (?:shares?|units?)\b|\bnon-cumulative\b/i,
  /\b(?:1\/[\d,]+(?:th|rd|st|nd)?|one-\w+) (?:fractional )?(?:ownership )?interest\b/i,
];
/** Depositary shares give the right to receive shares. */
const RIGHT = /\bwarrants?\b|(?<!\bthe )\bright(?:s\b(?! to receive)|\b(?! to receive))/i;
/**
 * Units of a blank-cheque company are a share and a part of a warrant or right; those of partnerships are their shares.
 */
const UNIT = /- Units?\.?$|\bUnits?,? \(?(?:each|consist)|\b(?:tangible equity|corporate) units?\b/i;
/** Companies that are called so. */
const COMPANY = /^Preferred (?:Bank|Apartment)\b/i;

const hasAny = (patterns: readonly RegExp[], name: string): boolean => patterns.some((pattern) => pattern.test(name));

/**
 * The class that a name of an exchange's list has, with the ticker: a fund, or `other` for preferred shares, warrants,
 * rights, units of shares and warrants, and debt; undefined for shares of companies and whatever the name does not say.
 */
export function listedClass(ticker: string, name: string): 'etf' | 'other' | undefined {
  if (TICKER.test(ticker)) return 'other';
  if (ETF.test(name)) return 'etf';
  if (hasAny(DEBT, name) || (hasAny(PREFERRED, name) && !COMPANY.test(name))) return 'other';
  return RIGHT.test(name) || UNIT.test(name) ? 'other' : undefined;
}
