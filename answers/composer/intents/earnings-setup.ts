import type { Entity } from '../../names/entity.js';
import type { Found } from '../found.js';
import { share, type Intent, type Section } from '../intent.js';
import { joined, listed, NO_LINE, say, signed, type Line } from '../line.js';
import type { Question } from '../question.js';
import { fullName, possessive, implied } from '../words.js';
import { filingMoveLine, impliedLine } from './earnings-date.js';
import { kept, priceLine, reportLine, targetLine } from './signal.js';

function revisionLine(found: Found, id: string): Line {
  const [up, down] = [found.number('earnings_setup.up_quarter', id), found.number('earnings_setup.down_quarter', id)];
  return up === undefined || down === undefined
    ? NO_LINE
    : say`In 90 days analysts revised ${id} up ${up} and down ${down} ${down.value === 1 ? 'time' : 'times'}.`;
}

function rangeLine(found: Found, id: string): Line {
  const [high, low] = [found.number('earnings_setup.target_high', id), found.number('earnings_setup.target_low', id)];
  return high === undefined || low === undefined
    ? NO_LINE
    : say`The price targets for ${id} are from ${low} to ${high}.`;
}

const REACTION = new RegExp(
  String.raw`\b(?:mov\w*|react\w*|swing\w*|jump\w*|drop\w*|fall|fell|rise|rose|volatil\w*|do|did|perform\w*|go|` +
    String.raw`went)\b.*\b(?:after|on|to|following|around) (?:\w+ ){0,3}(?:earnings|results|reports?|filings?)\b|` +
    String.raw`\bpost[- ]?earnings\b|\bearnings (?:moves?|reactions?|days?)\b|` +
    String.raw`\bmoves?\b.*\busual\w* (?:earnings )?moves?\b`,
);
/** Of one report, and not of all. */
const LAST =
  /\b(?:last|latest|most recent|newest|previous)\b(?! (?:\d+|few|several|two|three|four|five|six|seven|eight)\b)/;

/** Of the next report, or what options price in for it. */
const AHEAD = /\b(?:will|could|might|expect\w*|next|options?|implied|priced?|straddle)\b/;
const MOST_MOVES = 8;

/** "−0.54% on 20 November 2026 after the filing of 19 November 2026". */
function movePart(found: Found, id: string, row: number): Line {
  const [on, session, move] = [
    found.date('earnings_setup.filing_on', id, row),
    found.date('earnings_setup.filing_session', id, row),
    found.number('earnings_setup.filing_return', id, row),
  ];
  if (on === undefined || session === undefined || move === undefined) return NO_LINE;
  return on.value === session.value ? say`${signed(move)} on ${on}` : say`${signed(move)} on ${session} (filed ${on})`;
}

const movesOf = (found: Found, id: string): readonly Line[] =>
  kept(found.rows('earnings_setup.filing_return', id).map((row) => movePart(found, id, row)));

const EXTREMES: readonly (readonly [RegExp, 'fall' | 'rise'])[] = [
  [
    new RegExp(
      String.raw`\b(?:worst|biggest|largest)\b.*\b(?:drops?|falls?|loss(?:es)?|declines?|reactions?|` +
        String.raw`days?)\b(?<!\b(?:biggest|largest) (?:\w+ )*(?:reactions?|days?))`,
    ),
    'fall',
  ],
  [/\b(?:best|biggest|largest)\b.*\b(?:gains?|rises?|jumps?|pops?|reactions?|days?|moves?)\b/, 'rise'],
];

/** The largest move one way after a report. */
function extremeLine(found: Found, security: Entity, side: 'fall' | 'rise'): Line {
  const { key: id } = security;
  const sign = side === 'rise' ? 1 : -1;
  const [row] = [...found.rows('earnings_setup.filing_return', id)].sort(
    (one, other) =>
      sign *
      ((found.number('earnings_setup.filing_return', id, other)?.value ?? 0) -
        (found.number('earnings_setup.filing_return', id, one)?.value ?? 0)),
  );
  const move = row === undefined ? NO_LINE : movePart(found, id, row);
  return say`Of the stored moves after reports of ${fullName(security)}, the largest ${side} is ${move}.`;
}

/** How a security moved after the filings of its reports. */
function reactionOf({ plain, securities }: Question, found: Found): Section | null {
  const told = securities.filter(({ key }) => movesOf(found, key).length > 0);
  const [first] = told;
  if (first === undefined) return null;
  const isAhead = AHEAD.test(plain);
  const extreme = isAhead ? null : EXTREMES.find(([words]) => words.test(plain));
  const headlines = told.map((security) => {
    if (isAhead) {
      const parts = kept([impliedLine(found, security.key), filingMoveLine(found, security.key)]);
      return joined(parts, ' ');
    }
    const [newest = NO_LINE] = movesOf(found, security.key);
    if (extreme) return extremeLine(found, security, extreme[1]);
    return LAST.test(plain)
      ? say`After the newest report of ${fullName(security)}, its price moved by ${newest}.`
      : filingMoveLine(found, security.key);
  });
  return {
    headline: headlines[0] ?? NO_LINE,
    lines: kept([
      ...headlines.slice(1),
      ...told.flatMap(({ key: id }) => [
        LAST.test(plain) && !isAhead ? filingMoveLine(found, id) : NO_LINE,
        isAhead ? NO_LINE : impliedLine(found, id),
        say`${id} moved by ${listed(movesOf(found, id).slice(0, MOST_MOVES))} after its newest reports.`,
      ]),
      say`A filing may come days after the results were published.`,
    ]),
    coverage: share(securities, ({ key }) => movesOf(found, key).length > 0),
  };
}

/** What is expected: price targets, and the move that options price in. */
export const INTENT: Intent = {
  name: 'earnings-setup',
  signs: [
    [
      /\b(?:implied move|expected move|straddle|options? (?:imply|implies|price|pricing|expect|suggest|market)|priced in)\b/,
      4.5,
    ],
    [/\b(?:price targets?|target prices?|targets? for|consensus|upside|downside)\b/, 4],
    [REACTION, 8],
    [/\b(?:revis(?:ed|ions?)|estimates?|set[- ]?up)\b/, 2],
  ],
  fits: ({ securities }) => securities.length > 0,
  plan: ({ securities }) => {
    const tickers = securities.map(({ key }) => key);
    return [
      { tool: 'earnings_setup', input: { tickers } },
      { tool: 'signal', input: { tickers } },
    ];
  },
  research: ({ securities }) => {
    const tickers = securities.map(({ key }) => key);
    return [
      { tool: 'street_grades', input: { tickers } },
      { tool: 'earnings', input: { tickers } },
    ];
  },
  write(question, found) {
    const { plain, securities } = question;
    const [first] = securities;
    if (first === undefined) return null;
    const reaction = REACTION.test(plain) ? reactionOf(question, found) : null;
    if (reaction !== null) return reaction;
    const isMove = /\b(?:move|straddle|options?)\b/.test(plain);
    const key = isMove ? 'earnings_setup.implied_move' : 'earnings_setup.target';
    const told = securities.filter((security) => found.number(key, security.key) !== undefined);
    const coverage = share(securities, (security) => found.number(key, security.key) !== undefined);
    const lines = securities.flatMap(({ key: id }) =>
      isMove
        ? [impliedLine(found, id), filingMoveLine(found, id), reportLine(found, id), priceLine(found, id)]
        : [
            targetLine(found, id),
            rangeLine(found, id),
            revisionLine(found, id),
            priceLine(found, id),
            reportLine(found, id),
          ],
    );
    if (told.length === 0)
      return {
        headline: isMove
          ? say`No implied move of ${fullName(first)} is known, as no live option quotes or no report date are stored.`
          : say`No analyst’s price target for ${fullName(first)} is stored.`,
        lines: kept(lines),
        coverage: 0.2,
      };
    const parts = told.map((security) => {
      const [fact, upside, count] = [
        found.number(key, security.key),
        found.number('earnings_setup.upside', security.key),
        found.number('earnings_setup.target_count', security.key),
      ];
      const expiry = found.date('earnings_setup.implied_expiry', security.key);
      return isMove
        ? say`${fact ?? ''} either way for ${fullName(security)} until ${expiry ?? ''}`
        : say`${fact ?? ''} for ${fullName(security)} from ${count ?? ''} ${count?.value === 1 ? 'firm' : 'firms'}, ${implied(upside)}`;
    });
    const [only = first] = told;
    const headline =
      told.length > 1 || isMove
        ? say`${isMove ? 'Options imply a move of' : 'The consensus price targets are'} ${listed(parts)}.`
        : say`${possessive(only.name)} consensus price target is ${found.number(key, only.key) ?? ''}, ${implied(found.number('earnings_setup.upside', only.key))}.`;
    return { headline, lines: kept(lines), coverage };
  },
};
