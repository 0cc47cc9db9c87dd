import type { Found } from '../found.js';
import { share, type Intent } from '../intent.js';
import { listed, NO_LINE, say, type Line } from '../line.js';
import { fullName } from '../words.js';
import { stakesLine } from './backers.js';
import { kept } from './signal.js';

function exposureLine(found: Found, id: string): Line {
  const parts = [...new Set(found.rows('private_stakes.ticker', id))].flatMap((row) => {
    const [ticker, exposure] = [
      found.text('private_stakes.ticker', id, row),
      found.number('private_stakes.exposure', id, row),
    ];
    return ticker === undefined || exposure === undefined ? [] : [say`${exposure} in ${ticker}`];
  });
  return parts.length === 0
    ? NO_LINE
    : say`The exposure of 10,000 USD of a holder’s shares is ${listed(parts.slice(0, 4))}.`;
}

/** How to hold a part of a private company through the stock market. */
export const INTENT: Intent = {
  name: 'exposure',
  signs: [
    [
      /\b(?:exposure|stakes?|owns? (?:a )?(?:piece|part|share)s?|indirectly|through (?:stocks|public|listed)|listed (?:companies|holders|owners)|public(?:ly[- ]traded|ly listed)? (?:companies|holders|owners|stocks)|which (?:stocks|companies|public|listed)\b.*\b(?:own|hold|invested|stake))\b/,
      4.4,
    ],
  ],
  fits: ({ companies }) => companies.length > 0,
  plan: ({ companies }) => companies.slice(0, 3).map(({ key: slug }) => ({ tool: 'private_stakes', input: { slug } })),
  research: ({ companies }) =>
    companies.slice(0, 2).flatMap(({ key: slug }) => [
      { tool: 'readthrough', input: { slug } },
      { tool: 'private_company', input: { slug } },
    ]),
  write({ companies, securities }, found) {
    const asked = companies.slice(0, 3);
    const told = asked.filter(({ id }) => found.number('private_stakes.count', id) !== undefined);
    const [company] = asked;
    if (company === undefined) return null;
    if (told.length === 0)
      return {
        headline: say`No stake of a listed company in ${company.name} is known to this service.`,
        lines: [],
        coverage: 0.7,
      };
    const parts = told.map(({ id, name }) => {
      const tickers = [...new Set(found.rows('private_stakes.ticker', id))]
        .slice(0, 5)
        .map(
          (row) =>
            say`${found.text('private_stakes.holder', id, row) ?? ''} (${found.text('private_stakes.ticker', id, row) ?? ''})`,
        );
      return say`of ${name}, ${listed(tickers)} ${tickers.length === 1 ? 'holds' : 'hold'} a known stake`;
    });
    const [holder] = securities;
    const row =
      holder === undefined
        ? undefined
        : found
            .rows('private_stakes.ticker', company.id)
            .find((each) => found.text('private_stakes.ticker', company.id, each)?.value === holder.key);
    const headline =
      holder !== undefined && securities.length === 1
        ? say`${row === undefined ? 'No stake' : 'Yes: a stake'} of ${fullName(holder)} in ${company.name} is known${row === undefined ? say`` : sizeOf(found, company.id, row)}.`
        : say`${listed(parts)}.`;
    return {
      headline: { ...headline, text: headline.text.charAt(0).toUpperCase() + headline.text.slice(1) },
      lines: kept(told.flatMap((each) => [stakesLine(found, each), exposureLine(found, each.id)])),
      coverage: share(asked, ({ id }) => found.number('private_stakes.count', id) !== undefined),
    };
  },
};

function sizeOf(found: Found, id: string, row: number): Line {
  const [percent, value] = [
    found.number('private_stakes.share', id, row),
    found.number('private_stakes.value', id, row),
  ];
  if (percent === undefined) return value === undefined ? say`, its size is not` : say`, worth ${value}`;
  return say`, a share of ${percent}${value === undefined ? say`` : say` worth ${value}`}`;
}
