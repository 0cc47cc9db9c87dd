import type { Entity } from '../../names/entity.js';
import type { Found } from '../found.js';
import { share, type Intent } from '../intent.js';
import { listed, NO_LINE, say, type Line } from '../line.js';
import { fullName } from '../words.js';
import { ORDER, reportPremise } from './report-premise.js';
import { kept } from './signal.js';

/** The newest reported quarter. */
export function quarterLine(found: Found, id: string): Line {
  const [row] = found.rows('earnings.quarter', id);
  const quarter = found.quarter('earnings.quarter', id, row);
  const [revenue, income, eps] = ['revenue', 'net_income', 'eps'].map((key) =>
    found.number(`earnings.${key}`, id, row),
  );
  const filed = found.date('earnings.filed', id, row);
  if (quarter === undefined || filed === undefined) return NO_LINE;
  const parts = [
    revenue === undefined ? NO_LINE : say`revenue of ${revenue}`,
    income === undefined ? NO_LINE : say`net income of ${income}`,
    eps === undefined ? NO_LINE : say`earnings of ${eps} a share`,
  ];
  return say`The newest report of ${id}, filed on ${filed}, is of ${quarter}${parts.some(({ text }) => text !== '') ? say`: ${listed(kept(parts))}` : say``}.`;
}

/** The move that options price in. */
export function impliedLine(found: Found, id: string): Line {
  const [move, dollars, expiry] = [
    found.number('earnings_setup.implied_move', id),
    found.number('earnings_setup.implied_dollars', id),
    found.date('earnings_setup.implied_expiry', id),
  ];
  if (move === undefined || dollars === undefined || expiry === undefined) return NO_LINE;
  return say`Options on ${id} price in a move of ${move} (${dollars}) either way until ${expiry}.`;
}

export function filingMoveLine(found: Found, id: string): Line {
  const [move, count] = [
    found.number('earnings_setup.filing_move', id),
    found.number('earnings_setup.filing_moves', id),
  ];
  return move === undefined || count === undefined
    ? NO_LINE
    : say`After the last ${count} filings of ${id} the median size of the move was ${move}.`;
}

function dateLine(found: Found, security: Entity): Line {
  const [next, days] = [found.date('earnings.next', security.key), found.number('earnings.days', security.key)];
  if (next === undefined || days === undefined) return NO_LINE;
  return say`${fullName(security)} on ${next}, in ${days} days`;
}

const REPORTED = /\b(?:has|have|did)\b.*\b(?:reported|report|announced|released)\b/;

/** When a company reports. */
export const INTENT: Intent = {
  name: 'earnings-date',
  signs: [
    [
      /\b(?:when|what (?:day|date)|how soon|how long until|how many days)\b.*\b(?:report\w*|earnings|results|announce\w*)\b/,
      4.5,
    ],
    [/\b(?:next|upcoming) (?:earnings|report|results|quarter(?:ly)? report)\b/, 3.5],
    [
      /\bearnings (?:date|calendar|day|call|announcement)\b|\breport(?:s|ing)? (?:date|next|soon|this week|next week|earnings)\b/,
      3.5,
    ],
    [/\breports? (?:first|earlier|sooner|next)\b/, 4.6],
    [ORDER, 4.8],
    [/@s reports? (?:\w+ ){0,2}on\b|\bdoes @s report\b/, 3.6],
    [
      /\b(?:has|have|did)\b.*\b(?:reported|report|announced|released)\b.*\b(?:yet|already|earnings|results|quarter)\b/,
      3.6,
    ],
  ],
  fits: ({ securities }) => securities.length > 0,
  plan: ({ securities }) => {
    const tickers = securities.map(({ key }) => key);
    return [
      { tool: 'earnings', input: { tickers } },
      { tool: 'earnings_setup', input: { tickers } },
    ];
  },
  research: ({ securities }) => [
    { tool: 'street_grades', input: { tickers: securities.map(({ key }) => key) } },
    { tool: 'signal', input: { tickers: securities.map(({ key }) => key) } },
  ],
  write(question, found) {
    const { securities, plain } = question;
    const dated = securities
      .filter(({ key }) => found.date('earnings.next', key) !== undefined)
      .sort((one, other) =>
        (found.date('earnings.next', one.key)?.value ?? '') < (found.date('earnings.next', other.key)?.value ?? '')
          ? -1
          : 1,
      );
    const [first] = securities;
    const coverage = share(securities, ({ key }) => found.date('earnings.next', key) !== undefined);
    if (first === undefined) return null;
    const lines = kept(
      (dated.length > 0 ? dated : securities).flatMap(({ key }) => [
        quarterLine(found, key),
        impliedLine(found, key),
        filingMoveLine(found, key),
      ]),
    );
    if (dated.length === 0) {
      const isFund = securities.every((security) => security.isFund);
      const reason = found.text('earnings.missing_next_earnings_estimate', first.key);
      return {
        headline: isFund
          ? say`${fullName(first)} is a fund and reports no earnings.`
          : say`The next report of ${fullName(first)} cannot be estimated from what is stored${reason === undefined ? '' : ', as too few filings are known or the estimate has passed'}.`,
        lines,
        coverage: isFund ? 0.9 : 0.3,
      };
    }
    const [only = first] = dated;
    const reported = quarterLine(found, only.key);
    // "Has it reported yet?": what there is comes first.
    if (REPORTED.test(plain) && securities.length === 1 && reported.text !== '')
      return {
        headline: reported,
        lines: kept([
          say`${fullName(only)} is estimated to report next on ${found.date('earnings.next', only.key) ?? ''}, in ${found.number('earnings.days', only.key) ?? ''} days.`,
          ...lines.slice(1),
        ]),
        coverage,
      };
    const headline =
      reportPremise(question, found) ??
      (dated.length > 1
        ? say`Next reports are estimated for ${listed(dated.map((security) => dateLine(found, security)))}.`
        : say`${fullName(only)} is estimated to report next on ${found.date('earnings.next', only.key) ?? ''}, in ${found.number('earnings.days', only.key) ?? ''} days.`);
    return {
      headline,
      lines: kept([
        ...lines.slice(0, 3),
        say`The date is computed from earlier filings and not announced by the company.`,
        ...lines.slice(3),
      ]),
      coverage,
    };
  },
};
