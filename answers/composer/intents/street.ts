import type { Entity } from '../../names/entity.js';
import type { Found } from '../found.js';
import { share, type Intent } from '../intent.js';
import { listed, NO_LINE, say, signed, type Line } from '../line.js';
import { fullName, implied } from '../words.js';
import { kept, targetLine } from './signal.js';

export function afterLine(found: Found, id: string): Line {
  const [up, down, base] = ['after_upgrades', 'after_downgrades', 'baseline'].map((key) =>
    found.number(`street_grades.${key}`, id),
  );
  const [ups, downs] = [
    found.number('street_grades.upgrades_scored', id),
    found.number('street_grades.downgrades_scored', id),
  ];
  if (up === undefined || down === undefined || base === undefined || ups === undefined || downs === undefined)
    return NO_LINE;
  return say`Three months after ${ups} upgrades of ${id} the median return was ${signed(up)} and after ${downs} downgrades ${signed(down)}, beside ${signed(base)} over all sessions of that time.`;
}

export function recentLine(found: Found, id: string): Line {
  const parts = [...new Set(found.rows('street_grades.recent_firm', id))].slice(0, 3).flatMap((row) => {
    const [firm, action, rating, on] = [
      found.text('street_grades.recent_firm', id, row),
      found.text('street_grades.recent_action', id, row),
      found.text('street_grades.recent_rating', id, row),
      found.date('street_grades.recent_on', id, row),
    ];
    return firm === undefined || action === undefined || on === undefined
      ? []
      : [say`${firm} (${action}${rating === undefined ? say`` : say`, ${rating}`}) on ${on}`];
  });
  return parts.length === 0 ? NO_LINE : say`The latest actions on ${id} are by ${listed(parts)}.`;
}

function hitsLine(found: Found, id: string): Line {
  const [hits, scored] = [found.number('street_grades.target_hits', id), found.number('street_grades.targets', id)];
  return hits === undefined || scored === undefined
    ? NO_LINE
    : say`Of ${scored} scored price targets for ${id}, ${hits} were reached within a year.`;
}

function firmLine(found: Found, id: string): Line {
  const [firm, rate, calls] = [
    found.text('street_grades.best_firm', id),
    found.number('street_grades.best_firm_rate', id),
    found.number('street_grades.best_firm_calls', id),
  ];
  return firm === undefined || rate === undefined || calls === undefined
    ? NO_LINE
    : say`The best record on ${id} is that of ${firm}: ${rate} of its ${calls} scored calls beat the benchmark.`;
}

/** What a question asks of rating actions beside how many there were. */
function askedLine(plain: string, found: Found, security: Entity): Line {
  const { key: id } = security;
  if (/\bhit rate\b|\btargets?\b.*\b(?:hit|reached|met|right)\b/.test(plain)) return hitsLine(found, id);
  if (/\b(?:most calls|most ratings|most active (?:firm|analyst))\b/.test(plain)) return busiestLine(found, security);
  if (!/\b(?:last|latest|newest|recent\w*)\b/.test(plain)) return NO_LINE;
  const action = /\bupgrad/.test(plain) ? 'upgrade' : /\bdowngrad/.test(plain) ? 'downgrade' : null;
  return action === null ? recentLine(found, id) : lastLine(action, found, security);
}

/** The newest upgrade or downgrade. */
function lastLine(action: 'upgrade' | 'downgrade', found: Found, security: Entity): Line {
  const { key: id } = security;
  const [firm, rating, on] = [
    found.text(`street_grades.last_${action}_firm`, id),
    found.text(`street_grades.last_${action}_rating`, id),
    found.date(`street_grades.last_${action}_on`, id),
  ];
  return firm === undefined || on === undefined
    ? say`No ${action} of ${fullName(security)} is among its newest stored actions.`
    : say`The newest stored ${action} of ${fullName(security)} is by ${firm}${rating === undefined ? say`` : say`, to ${rating}`}, on ${on}.`;
}

function busiestLine(found: Found, security: Entity): Line {
  const [firm, calls] = [
    found.text('street_grades.busiest_firm', security.key),
    found.number('street_grades.busiest_firm_calls', security.key),
  ];
  return firm === undefined || calls === undefined
    ? NO_LINE
    : say`The firm with the most stored calls on ${fullName(security)} is ${firm}, with ${calls}.`;
}

/** What analysts say, and what it was worth. */
export const INTENT: Intent = {
  name: 'street',
  signs: [
    [/\b(?:analysts?|brokers?|wall street|street grades?|sell[- ]side)\b/, 2.8],
    [/\b(?:upgrad\w*|downgrad\w*|initiat\w*|rating actions?)\b/, 2.8],
    [
      /\b(?:after|following) (?:the |an? )?(?:\w+ )?(?:upgrades?|downgrades?)\b|\btargets? (?:hit|were hit|reached|hit rate)\b|\bhit rate\b|\b(?:firms?|who)\b.*\b(?:most|best|fewest) (?:calls|ratings|record)\b/,
      3.4,
    ],
    [/\b(?:ratings?|rated|coverage|right|accurate)\b/, 1],
  ],
  fits: ({ securities }) => securities.length > 0,
  plan: ({ securities }) => {
    const tickers = securities.map(({ key }) => key);
    return [
      { tool: 'street_grades', input: { tickers } },
      { tool: 'earnings_setup', input: { tickers } },
    ];
  },
  research: ({ securities }) => [
    { tool: 'signal', input: { tickers: securities.map(({ key }) => key) } },
    { tool: 'news', input: { tickers: securities.map(({ key }) => key), count: 6 } },
  ],
  write({ plain, securities }, found) {
    const told = securities.filter(({ key }) => found.number('street_grades.actions', key) !== undefined);
    const [first] = told;
    const [asked] = securities;
    if (first === undefined)
      return asked === undefined
        ? null
        : { headline: say`No rating actions on ${fullName(asked)} are stored.`, lines: [], coverage: 0.2 };
    const isRecord =
      /\b(?:right|accurate|follow|after|track record|how (?:good|well|often)|reliable|worth|listen|trust)\b/.test(
        plain,
      );
    const parts = told.map((security) => {
      const [upgrades, downgrades, firms, from] = [
        ...['upgrades', 'downgrades', 'firms'].map((key) => found.number(`street_grades.${key}`, security.key)),
        found.date('street_grades.from', security.key),
      ];
      return say`${fullName(security)} had ${upgrades ?? ''} upgrades and ${downgrades ?? ''} downgrades by ${firms ?? ''} firms since ${from ?? ''}`;
    });
    const after = afterLine(found, first.key);
    const targets = told.length === 1 ? targetLine(found, first.key) : NO_LINE;
    const asksLine = askedLine(plain, found, first);
    const headline =
      asksLine.text !== ''
        ? asksLine
        : isRecord && after.text !== '' && told.length === 1
          ? after
          : targets.text !== '' && !/\b(?:upgrad|downgrad)/.test(plain)
            ? say`Analysts’ consensus price target for ${fullName(first)} is ${found.number('earnings_setup.target', first.key) ?? ''}, ${implied(found.number('earnings_setup.upside', first.key))}; the record since ${found.date('street_grades.from', first.key) ?? ''} has ${found.number('street_grades.upgrades', first.key) ?? ''} upgrades and ${found.number('street_grades.downgrades', first.key) ?? ''} downgrades.`
            : say`${listed(parts)}.`;
    const lines = told.flatMap(({ key }, index) => [
      ...(headline === after ? [say`${parts[index] ?? ''}.`] : []),
      recentLine(found, key),
      afterLine(found, key),
      hitsLine(found, key),
      firmLine(found, key),
      targetLine(found, key),
    ]);
    return {
      headline,
      lines: kept(lines),
      coverage: share(securities, ({ key }) => found.number('street_grades.actions', key) !== undefined),
    };
  },
};
