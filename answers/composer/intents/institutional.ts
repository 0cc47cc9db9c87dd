import type { Entity } from '../../names/directory.js';
import type { Found } from '../found.js';
import { share, type Intent } from '../intent.js';
import { listed, NO_LINE, say, signed, type Line } from '../line.js';
import { fullName } from '../words.js';
import { placed } from './comparison.js';
import { kept } from './signal.js';

function managerLine(found: Found, id: string, row: number): Line {
  const [name, shares, value, change, fraction] = [
    found.text('institutional.manager', id, row),
    found.number('institutional.manager_shares', id, row),
    found.number('institutional.manager_value', id, row),
    found.text('institutional.manager_change', id, row),
    found.number('institutional.manager_change_share', id, row),
  ];
  if (name === undefined || value === undefined) return NO_LINE;
  const changed =
    change === undefined
      ? say``
      : fraction === undefined || fraction.value === 0
        ? say` (${change})`
        : say` (${change}, ${signed(fraction)})`;
  return say`${name} with ${shares === undefined ? say`` : say`${shares} shares worth `}${value}${changed}`;
}

/** The largest holders that have bought or sold, as the question asks. */
function changedLine(plain: string, found: Found, security: Entity): Line {
  const isSale = /\b(?:sold|selling|trimmed|reduced|exited)\b/.test(plain);
  if (!isSale && !/\b(?:bought|buying|added|increased)\b/.test(plain)) return NO_LINE;
  const id = security.key;
  const period = found.date('institutional.period', id);
  const parts = [...new Set(found.rows('institutional.manager', id))].flatMap((row) => {
    const [name, change] = [
      found.text('institutional.manager', id, row),
      found.number('institutional.manager_change_share', id, row),
    ];
    if (name === undefined || change === undefined || (isSale ? change.value >= 0 : change.value <= 0)) return [];
    return [say`${name} (${signed(change)})`];
  });
  const verb = isSale ? 'sold' : 'bought';
  return parts.length === 0
    ? say`None of the largest holders of ${fullName(security)} ${verb} shares of it in the quarter to ${period ?? ''}.`
    : say`Of the largest holders of ${fullName(security)}, these ${verb} shares of it in the quarter to ${period ?? ''}: ${listed(parts)}.`;
}

/** Who holds a security by forms 13F. */
export const INTENT: Intent = {
  name: 'institutional',
  signs: [
    [/\b(?:13f|institution(?:s|al(?:ly)?)?|hedge funds?|asset managers?|big (?:holders?|money))\b/, 4.5],
    [
      /\bwho (?:owns|holds|is holding|are the (?:largest|biggest|top) (?:holders|shareholders|owners))\b|\b(?:largest|biggest|top|major) (?:holders?|shareholders?|owners?)\b|\bfunds? (?:own|hold|buying|selling)\b/,
      4.5,
    ],
    [
      /\b(?:managers?|funds?|institutions?|holders?|who)\b.*\b(?:sold|bought|buying|selling|added|trimmed|reduced|increased|exited)\b/,
      3.4,
    ],
    [/\bmanagers?\b/, 1.5],
  ],
  fits: ({ securities }) => securities.length > 0,
  plan: ({ securities }) => [{ tool: 'institutional', input: { tickers: securities.map(({ key }) => key) } }],
  write({ securities, plain }, found) {
    const told = placed(securities, found, 'institutional.value');
    const [first] = told;
    const [asked] = securities;
    if (first === undefined)
      return asked === undefined
        ? null
        : { headline: say`No form 13F with ${fullName(asked)} is stored.`, lines: [], coverage: 0.2 };
    const { key: id } = first.security;
    const rows = [...new Set(found.rows('institutional.manager', id))];
    const [largest] = rows;
    const [managers, shares, period] = [
      found.number('institutional.managers', id),
      found.number('institutional.shares', id),
      found.date('institutional.period', id),
    ];
    const lines = told.flatMap(({ security: { key } }) => {
      const own = [...new Set(found.rows('institutional.manager', key))]
        .map((row) => managerLine(found, key, row))
        .filter(({ text }) => text !== '');
      return own.length === 0
        ? []
        : [
            say`The largest holders of ${key}: ${listed(own.slice(0, 3))}.`,
            ...(own.length > 3 ? [say`Then ${listed(own.slice(3, 5))} (${key}).`] : []),
          ];
    });
    const changed = told.length === 1 ? changedLine(plain, found, first.security) : NO_LINE;
    return {
      headline:
        changed.text !== ''
          ? changed
          : say`${managers ?? ''} managers reported ${fullName(first.security)} at the end of the quarter on ${period ?? ''}, together ${first.fact}${largest === undefined ? say`` : say`; the largest is ${found.text('institutional.manager', id, largest) ?? ''}`}.`,
      lines: kept([
        ...lines,
        shares === undefined
          ? NO_LINE
          : say`Together they hold ${shares} shares of ${id}; forms 13F tell no short positions and come weeks after the quarter.`,
      ]),
      coverage: share(securities, ({ key }) => found.number('institutional.value', key) !== undefined),
    };
  },
};
