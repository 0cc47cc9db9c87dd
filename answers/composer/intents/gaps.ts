import type { Found } from '../found.js';
import { share, type Intent } from '../intent.js';
import { listed, NO_LINE, say, type Line } from '../line.js';
import { fullName, possessive } from '../words.js';
import { placed } from './comparison.js';
import { kept } from './signal.js';

const ALL = 'gaps.fill';

function sideLine(found: Found, id: string): Line {
  const [up, down, upCount, downCount] = ['up_fill', 'down_fill', 'up_count', 'down_count'].map((key) => found.number(`gaps.${key}`, id));
  if (up === undefined || down === undefined || upCount === undefined || downCount === undefined) return NO_LINE;
  return say`Of ${id}’s ${upCount} gaps up, ${up} filled the same day; of its ${downCount} gaps down, ${down}.`;
}

function howOftenLine(found: Found, id: string): Line {
  const [count, sessions, frequency, from] = [found.number('gaps.count', id), found.number('gaps.sessions', id), found.number('gaps.frequency', id), found.date('gaps.from', id)];
  if (count === undefined || sessions === undefined || frequency === undefined || from === undefined) return NO_LINE;
  return say`${id} opened with a gap ${count} times in ${sessions} sessions since ${from}, that is in ${frequency} of them.`;
}

function sizeLine(found: Found, id: string): Line {
  const rows = [...new Set(found.rows('gaps.bucket', id))];
  const parts = rows.flatMap((row) => {
    const [bucket, fill] = [found.text('gaps.bucket', id, row), found.number('gaps.bucket_fill', id, row)];
    return bucket === undefined || fill === undefined || !/^(?:small|extreme|large)/.test(bucket.value) ? [] : [say`${bucket.value.replace(/ \(.*/, '')} ${fill}`];
  });
  return parts.length < 2 ? NO_LINE : say`Fill rates of ${id} by size: ${listed(parts.slice(0, 4))}.`;
}

function lastLine(found: Found, id: string): Line {
  const [gap, on, filled] = [found.number('gaps.last', id), found.date('gaps.last_on', id), found.text('gaps.last_filled', id)];
  return gap === undefined || on === undefined || filled === undefined ? NO_LINE : say`The last gap of ${id} was ${gap} on ${on} and was ${filled}.`;
}

function followLine(found: Found, id: string): Line {
  const [up, down] = [found.number('gaps.up_follow', id), found.number('gaps.down_follow', id)];
  return up === undefined || down === undefined ? NO_LINE : say`${id} closed in the gap’s direction after ${up} of its gaps up and ${down} of its gaps down.`;
}

/** How often gaps occur and fill. */
export const INTENT: Intent = {
  name: 'gaps',
  signs: [[/\bgaps?\b|\bgapped\b|\bgapping\b/, 3.6], [/\bfill(?:s|ed|ing)?\b/, 1]],
  fits: ({ securities }) => securities.length > 0,
  plan: ({ securities }) => [{ tool: 'gaps', input: { tickers: securities.map(({ key }) => key) } }],
  research: ({ securities }) => [{ tool: 'signal', input: { tickers: securities.map(({ key }) => key) } }],
  write({ plain, securities }, found) {
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
    const headline = sides.text !== '' ? sides : isLast
      ? say`The last gap of ${fullName(best.security)} was ${last} on ${found.date('gaps.last_on', id) ?? ''} and was ${found.text('gaps.last_filled', id) ?? ''} the same day.`
      : others.length > 0
        ? say`Of ${of}, ${listed(told.map(({ security, fact }) => say`${fact} filled the same day for ${fullName(security)}`))}.`
        : say`${possessive(best.security.name)} ${of} filled the same day in ${best.fact} of ${count ?? ''} cases.`;
    const lines = told.flatMap(({ security }) => [howOftenLine(found, security.key), sideLine(found, security.key), sizeLine(found, security.key), followLine(found, security.key), lastLine(found, security.key)]);
    return { headline, lines: kept(lines), coverage: share(securities, (security) => found.number(key, security.key) !== undefined) };
  },
};
