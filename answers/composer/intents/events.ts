import { isoDate } from '../../../calendar/days.js';
import type { Entity } from '../../names/entity.js';
import type { Found } from '../found.js';
import { share, type Intent } from '../intent.js';
import { listed, NO_LINE, say, type Line } from '../line.js';
import { periodIn } from '../periods.js';
import type { Question } from '../question.js';
import { fullName, possessive } from '../words.js';
import { placed } from './comparison.js';
import { asksTrades, TRADE_TIME, tradeLines, tradesLine } from './insider-trades.js';
import { kept } from './signal.js';

type Topic = 'insider' | 'dividend' | 'split' | 'upcoming' | 'recent';

function topicOf(plain: string): Topic {
  if (
    /\binsiders?\b|\bwho at\b|\b(?:ceo|executives?|directors?|officers?)\b.*\b(?:s[eo]ll\w*|sold|buy\w*|bought)\b/.test(
      plain,
    )
  )
    return 'insider';
  if (/\bsplits?\b(?!.*\bbetween @)/.test(plain)) return 'split';
  if (/\b(?:dividends?|yields?|pays?|payouts?|ex-dates?|ex-dividend)\b/.test(plain)) return 'dividend';
  return /\b(?:upcoming|coming|next|ahead|soon)\b/.test(plain) ? 'upcoming' : 'recent';
}

export function insiderLine(found: Found, id: string): Line {
  const [buys, bought, sales, sold, days] = [
    'insider_buys',
    'insider_bought',
    'insider_sales',
    'insider_sold',
    'insider_days',
  ].map((key) => found.number(`events.${key}`, id));
  if (buys === undefined || sales === undefined || days === undefined) return NO_LINE;
  const worth = (value: typeof bought): Line => (value === undefined ? say`` : say` worth ${value}`);
  return say`In the last ${days} days insiders of ${id} made ${buys} ${buys.value === 1 ? 'purchase' : 'purchases'}${worth(bought)} and ${sales} ${sales.value === 1 ? 'sale' : 'sales'}${worth(sold)}.`;
}

export function dividendLine(found: Found, id: string): Line {
  const [last, year, payments, rate, on] = [
    ...['dividend', 'dividend_year', 'dividend_payments', 'yield'].map((key) => found.number(`events.${key}`, id)),
    found.date('events.ex_date', id),
  ];
  if (last?.kind !== 'number' || on === undefined) return NO_LINE;
  const yearly =
    year?.kind === 'number' && payments?.kind === 'number' && rate?.kind === 'number'
      ? say`; ${payments} dividends of twelve months come to ${year} a share, a yield of ${rate}`
      : say``;
  return say`${id} last paid a dividend of ${last} a share, ex-dividend on ${on}${yearly}.`;
}

function splitLine(found: Found, id: string): Line {
  const [ratio, on] = [found.number('events.split', id), found.date('events.split_on', id)];
  return ratio === undefined || on === undefined
    ? NO_LINE
    : say`The last split of ${id} was on ${on}: ${ratio} as many shares.`;
}

function listLine(found: Found, id: string, which: 'upcoming' | 'recent'): Line {
  const parts = [...new Set(found.rows(`events.${which}_on`, id))].slice(0, 4).flatMap((row) => {
    const [kind, on] = [found.text(`events.${which}_kind`, id, row), found.date(`events.${which}_on`, id, row)];
    const isEstimate = found.text('events.upcoming_estimate', id, row) !== undefined && which === 'upcoming';
    return kind === undefined || on === undefined
      ? []
      : [say`${kind.value}${isEstimate && !kind.value.includes('estimate') ? ' (estimate)' : ''} on ${on}`];
  });
  return parts.length === 0
    ? NO_LINE
    : say`${which === 'upcoming' ? 'Coming up for' : 'The latest events of'} ${id}: ${listed(parts)}.`;
}

/** Days between which a question asks for splits; null if it names no time. */
function splitTime(question: Question): { readonly from: string; readonly to: string } | null {
  const after = /\bafter ((?:19|20)\d{2})\b/.exec(question.plain)?.[1];
  if (after !== undefined) return { from: `${Number(after) + 1}-01-01`, to: isoDate(question.today) };
  const before = /\bbefore ((?:19|20)\d{2})\b/.exec(question.plain)?.[1];
  if (before !== undefined) return { from: '1900-01-01', to: `${Number(before) - 1}-12-31` };
  const period = periodIn(question);
  if (period !== null) return { from: isoDate(period.from), to: isoDate(period.to) };
  const years = [...question.plain.matchAll(/\b(?:19|20)\d{2}\b/g)].map(([year]) => year).sort();
  const [first, last] = [years[0], years.at(-1)];
  return first === undefined || last === undefined ? null : { from: `${first}-01-01`, to: `${last}-12-31` };
}

/** "7 for 1": each stored split, or those of the years that the question names. */
function splitsLine(question: Question, found: Found, security: Entity): Line {
  const { plain } = question;
  const { key: id } = security;
  const time = splitTime(question);
  if (time === null && !/\bhow (?:many|often)\b|\bhistory\b|\ball\b|\bsplits\b|\bever\b/.test(plain)) return NO_LINE;
  const [count, name] = [found.number('events.splits', id), fullName(security)];
  if (count === undefined || count.value === 0) return NO_LINE;
  const parts = found.rows('events.split_row_on', id).flatMap((row) => {
    const [on, ratio] = [found.date('events.split_row_on', id, row), found.number('events.split_row', id, row)];
    if (on === undefined || ratio === undefined || (time !== null && (on.value < time.from || on.value > time.to)))
      return [];
    return [say`${ratio} as many shares on ${on}`];
  });
  if (parts.length === 0) return say`No split of ${name} in the time that the question names is stored.`;
  return time !== null
    ? say`The ${parts.length === 1 ? 'split' : 'splits'} of ${name} in the time that the question names: ${listed(parts)}.`
    : say`${name} split its shares ${count} ${count.value === 1 ? 'time' : 'times'} in the stored history: ${listed(parts)}.`;
}

function headlineOf(topic: Topic, found: Found, security: Entity, question: Question): Line {
  const { key: id } = security;
  const isAhead = /\b(?:will|going to|next|upcoming|coming|plan\w*|soon)\b/.test(question.plain);
  if (topic === 'insider') {
    const trades = tradesLine(question, found, security);
    if (trades.text !== '') return trades;
    const [bought, sold, buys, sales] = ['insider_bought', 'insider_sold', 'insider_buys', 'insider_sales'].map((key) =>
      found.number(`events.${key}`, id),
    );
    if (buys === undefined || sales === undefined) return NO_LINE;
    const verdict =
      (sold?.value ?? 0) > (bought?.value ?? 0)
        ? 'sold more than they bought'
        : (sold?.value ?? 0) < (bought?.value ?? 0)
          ? 'bought more than they sold'
          : 'neither bought nor sold';
    return say`Insiders of ${fullName(security)} have ${verdict} in ${found.number('events.insider_days', id) ?? ''} days: ${sales} ${sales.value === 1 ? 'sale' : 'sales'}${sold === undefined ? say`` : say` worth ${sold}`} against ${buys} ${buys.value === 1 ? 'purchase' : 'purchases'}${bought === undefined ? say`` : say` worth ${bought}`}.`;
  }
  if (topic === 'dividend') {
    const [rate, year, on] = [
      found.number('events.yield', id),
      found.number('events.dividend_year', id),
      found.date('events.ex_date', id),
    ];
    if (rate === undefined || year === undefined || on === undefined) return NO_LINE;
    return say`${possessive(security.name)} dividend yield is ${rate}: ${year} a share in twelve months, last ex-dividend on ${on}.`;
  }
  if (topic === 'split') {
    const all = isAhead ? NO_LINE : splitsLine(question, found, security);
    if (all.text !== '') return all;
    const [ratio, on] = [found.number('events.split', id), found.date('events.split_on', id)];
    if (ratio === undefined || on === undefined) return NO_LINE;
    const coming = found.texts('events.upcoming_kind', id).some(({ value }) => value === 'split');
    const lead = isAhead && !coming ? 'No coming split is announced; the last one' : 'The last split';
    return say`${lead} of ${fullName(security)} took effect on ${on}: ${ratio} as many shares.`;
  }
  return listLine(found, id, topic);
}

const SPLIT_TIME =
  /\b(?:in|of|during|since|after|before|between|from|until|through)\b.*\d{4}.*$|\b(?:19|20)\d{2}\b.*$|\b(?:this|last|past) .*$/;

const MISSING: Readonly<Record<Topic, string>> = {
  insider: 'No transactions of insiders of',
  dividend: 'No dividend of the last twelve months of',
  split: 'No split of',
  upcoming: 'No coming event of',
  recent: 'No event of',
};

/** Dividends and splits of days to come, which the calendar of one security has. */
const isOfCalendar = ({ plain, securities }: Question): boolean =>
  securities.length === 1 && /\b(?:(?:this|next) week|tomorrow)\b/.test(plain) && !/\binsiders?\b/.test(plain);

/** Dividends, splits and insiders. */
export const INTENT: Intent = {
  name: 'events',
  signs: [
    [
      /\binsiders?\b|\bwho at @s\b|\b(?:executives?|directors?|officers?) (?:been )?(?:s[eo]ll\w*|sold|buy\w*|bought)\b/,
      6.5,
    ],
    [/^(?!.*\breinvest).*\b(?:dividends?|dividend yields?|yields?|payouts?|ex-dividend|ex-date)\b/, 3.4],
    [/\b(?:stock )?splits?\b(?!.*\b(?:between|among)\b.*@s)/, 3.4],
    [/\bcorporate events?\b/, 3.4],
    [/\b(?:events?|coming up|upcoming)\b/, 1.6],
    [/\b(?:recent|latest|last|newest|past) (?:corporate )?events?\b/, 2.4],
  ],
  fits: (question) => question.securities.length > 0 && !isOfCalendar(question),
  plan: (question) => [
    {
      tool: 'events',
      input: {
        tickers: question.securities.map(({ key }) => key),
        insiderTrades: topicOf(question.plain) === 'insider' && asksTrades(question),
      },
    },
  ],
  research: ({ securities }) => [{ tool: 'signal', input: { tickers: securities.map(({ key }) => key) } }],
  write(question, found) {
    const { plain, securities } = question;
    const topic = topicOf(plain);
    const isTimeRead = topic === 'insider' && asksTrades(question);
    const timeRead = isTimeRead ? { timeRead: TRADE_TIME } : topic === 'split' ? { timeRead: SPLIT_TIME } : {};
    const [first] = securities;
    if (first === undefined || found.all('events.insider_days').length === 0) return null;
    const key = {
      insider: 'events.insider_sold',
      dividend: 'events.yield',
      split: 'events.split',
      upcoming: '',
      recent: '',
    }[topic];
    const ranked = key === '' ? [] : placed(securities, found, key);
    const told = securities.filter((security) => headlineOf(topic, found, security, question).text !== '');
    const [only] = told;
    const coverage = share(securities, (security) => headlineOf(topic, found, security, question).text !== '');
    const rest = securities.flatMap(({ key: id }) => {
      const lines = [
        insiderLine(found, id),
        dividendLine(found, id),
        splitLine(found, id),
        listLine(found, id, 'upcoming'),
        listLine(found, id, 'recent'),
      ];
      const own = { insider: 0, dividend: 1, split: 2, upcoming: 3, recent: 4 }[topic];
      const named = [/\binsiders?\b/, /\b(?:dividends?|yields?)\b/, /\bsplits?\b/].flatMap((words, index) =>
        words.test(plain) && index !== own ? lines.slice(index, index + 1) : [],
      );
      const security = securities.find(({ key: of }) => of === id);
      const single = topic === 'insider' && security !== undefined ? tradeLines(question, found, security) : [];
      return securities.length > 1
        ? [
            ...(topic === 'insider' && security !== undefined && security !== told[0]
              ? [tradesLine(question, found, security)]
              : []),
            ...lines.slice(own, own + 1),
            ...named,
            ...single,
          ]
        : [
            ...single,
            ...lines.slice(own, own + 1),
            ...named,
            ...lines.slice(Math.max(3, own + 1)),
            ...(topic === 'recent' ? lines.slice(0, 3) : []),
          ];
    });
    if (only === undefined)
      return { headline: say`${MISSING[topic]} ${fullName(first)} is stored.`, lines: kept(rest), coverage: 0.6 };
    const [best] = ranked;
    if (topic === 'dividend' && ranked.length > 1 && best !== undefined)
      return {
        headline: say`The ${ranked.length > 2 ? 'highest' : 'higher'} dividend yield is that of ${best.security.key}: ${listed(ranked.map(({ security, fact }) => say`${fact} for ${fullName(security)}`))}.`,
        lines: kept(rest),
        coverage,
      };
    return { headline: headlineOf(topic, found, only, question), lines: kept(rest), coverage, ...timeRead };
  },
};
