import type { Entity } from '../../names/entity.js';
import type { Found } from '../found.js';
import { share, type Intent } from '../intent.js';
import { joined, listed, NO_LINE, say, signed, type Line } from '../line.js';
import { marketFunds } from '../market-funds.js';
import type { Question } from '../question.js';
import { fullName, possessive } from '../words.js';
import { placed } from './comparison.js';
import { kept } from './signal.js';

const ALL = 'gaps.fill';

function sideLine(found: Found, id: string): Line {
  const [up, down, upCount, downCount] = ['up_fill', 'down_fill', 'up_count', 'down_count'].map((key) =>
    found.number(`gaps.${key}`, id),
  );
  if (up === undefined || down === undefined || upCount === undefined || downCount === undefined) return NO_LINE;
  return say`Of ${id}’s ${upCount} gaps up, ${up} filled the same day; of its ${downCount} gaps down, ${down}.`;
}

function howOftenLine(found: Found, id: string): Line {
  const [count, sessions, frequency, from] = [
    found.number('gaps.count', id),
    found.number('gaps.sessions', id),
    found.number('gaps.frequency', id),
    found.date('gaps.from', id),
  ];
  if (count === undefined || sessions === undefined || frequency === undefined || from === undefined) return NO_LINE;
  return say`${id} opened with a gap ${count} times in ${sessions} sessions since ${from}, that is in ${frequency} of them.`;
}

function sizeLine(found: Found, id: string): Line {
  const rows = [...new Set(found.rows('gaps.bucket', id))];
  const parts = rows.flatMap((row) => {
    const [bucket, fill] = [found.text('gaps.bucket', id, row), found.number('gaps.bucket_fill', id, row)];
    return bucket === undefined || fill === undefined || !/^(?:small|extreme|large)/.test(bucket.value)
      ? []
      : [say`${bucket.value.replace(/ \(.*/, '')} ${fill}`];
  });
  return parts.length < 2 ? NO_LINE : say`Fill rates of ${id} by size: ${listed(parts.slice(0, 4))}.`;
}

function lastLine(found: Found, id: string): Line {
  const [gap, on, filled] = [
    found.number('gaps.last', id),
    found.date('gaps.last_on', id),
    found.text('gaps.last_filled', id),
  ];
  return gap === undefined || on === undefined || filled === undefined
    ? NO_LINE
    : say`The last gap of ${id} was ${gap} on ${on} and was ${filled}.`;
}

function followLine(found: Found, id: string): Line {
  const [up, down] = [found.number('gaps.up_follow', id), found.number('gaps.down_follow', id)];
  return up === undefined || down === undefined
    ? NO_LINE
    : say`${id} closed in the gap’s direction after ${up} of its gaps up and ${down} of its gaps down.`;
}

/** The mean size of gaps. */
function meansLine(found: Found, id: string): Line {
  const [up, down] = [found.number('gaps.up_mean', id), found.number('gaps.down_mean', id)];
  return up === undefined || down === undefined
    ? NO_LINE
    : say`The mean gap up of ${id} is ${signed(up)}, the mean gap down ${signed(down)}.`;
}

function largestLine(side: 'up' | 'down', found: Found, security: Entity): Line {
  const id = security.key;
  const [gap, on, filled] = [
    found.number(`gaps.largest_${side}`, id),
    found.date(`gaps.largest_${side}_on`, id),
    found.text(`gaps.largest_${side}_filled`, id),
  ];
  return gap === undefined || on === undefined || filled === undefined
    ? NO_LINE
    : say`The largest gap ${side} of ${fullName(security)} was ${signed(gap)} on ${on} and was ${filled} the same day.`;
}

/** Whether the last session opened with a gap. */
function todayLine(side: 'up' | 'down' | null, found: Found, security: Entity): Line {
  const id = security.key;
  const [gap, on, session] = [found.number('gaps.last', id), found.date('gaps.last_on', id), found.date('gaps.to', id)];
  if (gap === undefined || on === undefined || session === undefined) return NO_LINE;
  const way = gap.value > 0 ? 'up' : 'down';
  if (on.value !== session.value)
    return say`No: ${fullName(security)} opened without a gap on ${session}; its last gap was ${signed(gap)} on ${on}.`;
  return say`${side === null || side === way ? 'Yes' : 'No'}: ${fullName(security)} opened with a gap ${way} of ${signed(gap)} on ${session}.`;
}

/** What a question asks of gaps beside how often they fill: the largest, their mean, today's, what came after. */
function askedLine(plain: string, side: 'up' | 'down' | null, found: Found, security: Entity): Line {
  if (/\b(?:largest|biggest|widest|greatest|worst)\b/.test(plain)) {
    const [up, down] = [largestLine('up', found, security), largestLine('down', found, security)];
    if (side !== null) return side === 'up' ? up : down;
    return up.text === '' || down.text === ''
      ? joined(kept([up, down]), '')
      : say`${{ ...up, text: up.text.replace(/\.$/, '') }}; ${{ ...down, text: down.text.replace(/^The/, 'the') }}`;
  }
  if (
    /\b(?:average|mean|typical|median|usual)\b.*\bgaps?\b|\bgaps? sizes?\b|\bhow (?:large|big) (?:are|is)\b/.test(plain)
  )
    return meansLine(found, security.key);
  if (/\bfollow(?:s|ed|ing)?[- ]?through\b|\bkeep going\b|\bcontinu\w*\b/.test(plain))
    return followLine(found, security.key);
  return /\btoday\b|\bthis morning\b/.test(plain) ? todayLine(side, found, security) : NO_LINE;
}

/** Bounds of the classes of sizes, percent, and the classes from each on. */
const FROM: Readonly<Record<string, RegExp>> = {
  0.5: /^/,
  1: /^(?:medium|large|extreme)/,
  2: /^(?:large|extreme)/,
  4: /^extreme/,
};
const AT_LEAST =
  /\b(?:more|over|above|at least|larger|bigger|greater|exceed\w*|beyond|by)(?: than)? (\d+(?:\.\d+)?) ?(?:%|percent)/;

/** Without a size, large gaps are those from 2% on. */
const LARGE = /\b(?:big|large|huge|extreme) gaps?\b|\bgaps? (?:up|down) (?:big|large|hard)\b/;

/** How many gaps were of a size or larger; an empty line unless that is the bound of a class. */
function largerLine(plain: string, side: 'up' | 'down' | null, found: Found, security: Entity): Line {
  const classes = FROM[String(Number(AT_LEAST.exec(plain)?.[1]))] ?? (LARGE.test(plain) ? FROM['2'] : undefined);
  const id = security.key;
  const [sessions, from] = [found.number('gaps.sessions', id), found.date('gaps.from', id)];
  if (classes === undefined || sessions === undefined || from === undefined) return NO_LINE;
  const parts = [...new Set(found.rows('gaps.bucket', id))].flatMap((row) => {
    const [bucket, count, fill] = [
      found.text('gaps.bucket', id, row),
      found.number('gaps.bucket_count', id, row),
      found.number('gaps.bucket_fill', id, row),
    ];
    const isAsked =
      bucket !== undefined && classes.test(bucket.value) && (side === null || bucket.value.includes(`gaps ${side}`));
    return isAsked && count !== undefined ? [{ bucket, count, fill }] : [];
  });
  if (parts.length === 0) return NO_LINE;
  if (/\bfill\w*\b/.test(plain)) {
    const rates = parts.flatMap(({ bucket, count, fill }) =>
      count.value === 0
        ? []
        : [say`${fill === undefined ? 'an unknown part' : fill} of its ${count} ${bucket.value} filled the same day`],
    );
    return rates.length === 0
      ? say`${fullName(security)} opened with no such gap in ${sessions} sessions since ${from}.`
      : say`${fullName(security)}: ${listed(rates)}, in ${sessions} sessions since ${from}.`;
  }
  const sum = parts.reduce((total, { count }) => total + count.value, 0);
  const stated =
    parts.length === 2
      ? say`: ${joined(
          parts.map(({ count }) => say`${count}`),
          ' + ',
        )} = ${sum.toLocaleString('en-US')}`
      : NO_LINE;
  return say`${fullName(security)} opened with ${listed(parts.map(({ bucket, count }) => say`${count} ${bucket.value}`))} in ${sessions} sessions since ${from}${stated}.`;
}

/** A question that names nobody is about gaps of prices only with words that tell. */
const OF_PRICES =
  /\b(?:overnight|opening|price|market|stock|average|mean|typical) gaps?\b|\bgaps? sizes?\b|\bgaps? (?:ups?|downs?|higher|lower)\b|\bgap\w*\b.*\b(?:fill|filled|fills|filling|closed?|open\w*|happen|occur)\b|\bfill\w*\b.*\bgaps?\b/;

const isOfAll = ({ plain, securities, companies, investors, names }: Question): boolean =>
  securities.length + companies.length + investors.length + names.unknownNames.length + names.unknownTickers.length ===
    0 && OF_PRICES.test(plain);

/** The securities that a question is about: the two broadest funds of the market if it names nobody. */
const gapping = (question: Question): readonly Entity[] =>
  isOfAll(question) ? marketFunds(question.directory).slice(0, 2) : question.securities;

/** How often gaps occur and fill. */
export const INTENT: Intent = {
  name: 'gaps',
  signs: [
    [/\bgaps?\b|\bgapped\b|\bgapping\b/, 3.6],
    [/\bfill(?:s|ed|ing)?\b/, 1],
  ],
  fits: (question) => gapping(question).length > 0,
  plan: (question) => [{ tool: 'gaps', input: { tickers: gapping(question).map(({ key }) => key) } }],
  research: (question) => [{ tool: 'signal', input: { tickers: gapping(question).map(({ key }) => key) } }],
  write(question, found) {
    const { plain } = question;
    const securities = gapping(question);
    const whose = isOfAll(question) ? 'The question names no security, so these are funds of the US market: of' : 'Of';
    const isUp = /\bgaps? (?:ups?|higher)\b|gapped up|up[- ]gaps?\b/.test(plain);
    const isDown = /\bgaps? (?:downs?|lower)\b|gapped down|down[- ]gaps?\b/.test(plain);
    const side = isUp === isDown ? null : isUp ? 'up' : 'down';
    const key = side === null ? ALL : `gaps.${side}_fill`;
    const told = placed(securities, found, key);
    const [best, ...others] = told;
    if (best === undefined) return null;
    const of = side === null ? 'overnight gaps' : `gaps ${side}`;
    const id = best.security.key;
    const count = found.number(side === null ? 'gaps.count' : `gaps.${side}_count`, id);
    const last = found.number('gaps.last', id);
    const isLast = /\blast gap\b|\blatest gap\b/.test(plain) && last !== undefined;
    const sides = isUp && isDown && others.length === 0 ? sideLine(found, id) : NO_LINE;
    const larger = others.length === 0 ? largerLine(plain, side, found, best.security) : NO_LINE;
    const own = others.length === 0 ? askedLine(plain, side, found, best.security) : NO_LINE;
    const each = others.length === 0 ? [] : kept(told.map(({ security }) => askedLine(plain, side, found, security)));
    const headline =
      own.text !== '' || each.length > 0
        ? isOfAll(question)
          ? say`The question names no security, so this is of funds of the US market: ${{ ...joined(each, ' '), text: each.map(({ text }) => text.replace(/\.$/, '').replace(/^The /, 'the ')).join('; ') }}.`
          : (each[0] ?? own)
        : larger.text !== ''
          ? larger
          : sides.text !== ''
            ? sides
            : isLast
              ? say`The last gap of ${fullName(best.security)} was ${last} on ${found.date('gaps.last_on', id) ?? ''} and was ${found.text('gaps.last_filled', id) ?? ''} the same day.`
              : others.length > 0
                ? say`${whose} ${of}, ${listed(told.map(({ security, fact }) => say`${fact} filled the same day for ${fullName(security)}`))}.`
                : say`${possessive(best.security.name)} ${of} filled the same day in ${best.fact} of ${count ?? ''} cases.`;
    const lines = told.flatMap(({ security }) => [
      meansLine(found, security.key),
      howOftenLine(found, security.key),
      sideLine(found, security.key),
      sizeLine(found, security.key),
      followLine(found, security.key),
      lastLine(found, security.key),
    ]);
    return {
      headline,
      lines: kept(lines),
      coverage: share(securities, (security) => found.number(key, security.key) !== undefined),
    };
  },
};
