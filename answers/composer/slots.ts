import { civilOf, dayOf, weekdayOf } from '../../calendar/days.js';
import { STRATEGIES, type StrategyName } from '../tools/backtest.js';
import { TOPICS } from '../tools/startup-news.js';
import type { Question } from './question.js';

const MONTHS = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
];
const NUMBER_WORDS = [
  'zero',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
];
const COUNT = `(\\d{1,3}|${NUMBER_WORDS.slice(1).join('|')})`;

function countOf(text: string | undefined): number | null {
  if (text === undefined) return null;
  const at = NUMBER_WORDS.indexOf(text);
  return at >= 0 ? at : Number(text);
}

const within = (value: number, least: number, most: number): number => Math.min(most, Math.max(least, value));

/** "raising $40 million": US dollars. */
export function raisingIn({ plain }: Question): number | null {
  const found = /\$?\s?(\d[\d,]*(?:\.\d+)?)\s?(k|thousand|mm?|mn|million|bn?|billion)\b/.exec(plain);
  if (found?.[1] === undefined) return null;
  const scales: Readonly<Record<string, number>> = { k: 1e3, t: 1e3, m: 1e6, b: 1e9 };
  return Number(found[1].replaceAll(',', '')) * (scales[(found[2] ?? '').charAt(0)] ?? 1);
}

/** 1 to 12; "may" only after a word that makes it a month. */
export function monthIn({ plain }: Question): number | null {
  for (const [index, month] of MONTHS.entries()) {
    const pattern = month === 'may' ? /\b(?:in|of|during|every|each|for) may\b/ : new RegExp(`\\b${month}s?\\b`);
    if (pattern.test(plain)) return index + 1;
  }
  const short = /\b(?:in|of|during|every|each|for) (jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)\b/.exec(plain)?.[1];
  return short === undefined ? null : MONTHS.findIndex((month) => month.startsWith(short.slice(0, 3))) + 1;
}

/** "top 5", "three strongest": 1 to 10. */
export function listSizeIn({ plain }: Question): number | null {
  const superlative = 'strongest|weakest|best|worst|highest|lowest|biggest|largest|most|top|bottom|leading';
  const found = new RegExp(
    `\\b(?:top|bottom|best|worst|first|strongest|weakest|biggest|largest) ${COUNT}\\b|\\b${COUNT} (?:${superlative})\\b`,
  ).exec(plain);
  const count = countOf(found?.[1] ?? found?.[2]);
  return count === null || count < 1 ? null : within(count, 1, 10);
}

/** Words for sectors of listed companies beside their own names. */
const SECTOR_WORDS: Readonly<Record<string, RegExp>> = {
  Technology: /\b(?:tech|technology|software|semis|semiconductors?|(?<!blue[- ])chips?|chipmakers?|it stocks)\b/,
  Energy: /\b(?:energy|oil|gas|oil and gas)\b/,
  Financials: /\b(?:financials?|banks?|banking|finance|insurers?)\b/,
  'Health Care': /\b(?:health ?care|pharma|pharmaceuticals?|biotech|drugmakers?|medical)\b/,
  Industrials: /\b(?:industrials?|manufacturing|aerospace)\b/,
  Materials: /\b(?:materials?|mining|miners|chemicals?)\b/,
  'Real Estate': /\b(?:real estate|reits?|property)\b/,
  Utilities: /\b(?:utilit(?:y|ies))\b/,
  'Consumer Staples': /\b(?:(?:consumer )?staples|defensive consumer)\b/,
  'Consumer Discretionary': /\b(?:consumer discretionary|discretionary|retailers?|retail|carmakers?|autos?)\b/,
  'Communication Services': /\b(?:communications?(?: services)?|telecoms?|media)\b/,
};

const CONSUMER = /\bconsumer\b(?! (?:staples|discretionary|price))/;

/** Sectors of listed companies that the question names; "consumer" alone is both of them. */
export const sectorsIn = ({ plain, directory }: Question): readonly string[] =>
  directory.sectors.filter(
    (sector) =>
      plain.includes(sector.toLowerCase()) ||
      SECTOR_WORDS[sector]?.test(plain) === true ||
      (sector.startsWith('Consumer ') && CONSUMER.test(plain)),
  );

/** Where a question names sectors of listed companies. */
export const sectorPlaces = ({
  plain,
  directory,
}: Question): readonly { readonly start: number; readonly end: number }[] =>
  [
    CONSUMER.source,
    ...directory.sectors.flatMap((sector) => [sector.toLowerCase(), SECTOR_WORDS[sector]?.source ?? sector]),
  ]
    .flatMap((source) => [...plain.matchAll(new RegExp(source, 'g'))])
    .map(({ 0: text, index }) => ({ start: index, end: index + text.length }));

/** A sector of listed companies that the question names. */
export function sectorIn({ plain, directory }: Question): string | null {
  const own = directory.sectors.find((sector) => plain.includes(sector.toLowerCase()));
  if (own !== undefined) return own;
  const named = Object.entries(SECTOR_WORDS).find(([, pattern]) => pattern.test(plain))?.[0];
  return named !== undefined && directory.sectors.includes(named) ? named : null;
}

const PRIVATE_SECTOR_WORDS: Readonly<Record<string, RegExp>> = {
  'Artificial intelligence': /\b(?:ai|artificial intelligence|a\.i\.)\b/,
  Fintech: /\b(?:fintechs?|payments?|financial technology)\b/,
  Software: /\b(?:software|saas)\b/,
  Semiconductors: /\b(?:semiconductors?|chips?|chipmakers?)\b/,
  Defense: /\b(?:defen[sc]e)\b/,
  Space: /\b(?:space|rockets?)\b/,
  Robotics: /\b(?:robot(?:ics|s)?)\b/,
  Health: /\b(?:health(?:[- ]?care)?|biotech\w*|medical)\b/,
  'Energy and climate': /\b(?:energy|climate|fusion)\b/,
  Logistics: /\b(?:logistics|freight)\b/,
};

/** A sector of private companies that the question names. */
export function privateSectorIn({ plain, directory }: Question): string | null {
  const own = directory.privateSectors.find((sector) => new RegExp(`\\b${sector.toLowerCase()}\\b`).test(plain));
  if (own !== undefined) return own;
  const named = Object.entries(PRIVATE_SECTOR_WORDS).find(([, pattern]) => pattern.test(plain))?.[0];
  return named !== undefined && directory.privateSectors.includes(named) ? named : null;
}

const TOPIC_WORDS: Readonly<Record<(typeof TOPICS)[number], RegExp>> = {
  AI: /\b(?:ai|artificial intelligence)\b/,
  FINTECH: /\bfintechs?\b|\bpayments?\b/,
  CLIMATE: /\b(?:climate|clean energy|carbon)\b/,
  HEALTH: /\b(?:health(?:care)?|biotech|medical)\b/,
  SPACE: /\bspace\b/,
  DEFENSE: /\bdefen[sc]e\b/,
  ROBOTICS: /\brobot(?:ics|s)?\b/,
  SAAS: /\b(?:saas|software)\b/,
};

/** A topic of startup news. */
export const topicIn = ({ plain }: Question): (typeof TOPICS)[number] | null =>
  TOPICS.find((topic) => TOPIC_WORDS[topic].test(plain)) ?? null;

const STRATEGY_WORDS: Readonly<Record<StrategyName, RegExp>> = {
  GOLDEN_CROSS: /\b(?:golden|death)[- ]cross\b|\bmoving[- ]averages? cross/,
  RSI_MEAN_REVERSION:
    /\brsi\b|\bmean[- ]reversion\b|\b(?:buy(?:ing|s)?|bought) (?:(?:on|at|in|into) )?(?:the |every |each )?(?:dips?|weakness|pullbacks?|drops?|falls?)\b|\bdip[- ]buying\b/,
  MACD: /\bmacd\b/,
  TREND: /\btrend(?:[- ]following)?\b|\b200[- ]day\b|\bmoving[- ]average\b/,
  BUY_HOLD:
    /\bbuy[- ]and[- ]hold\b|\b(?:average|mean|annuali[sz]ed|compound(?:ed)?) (?:annual |yearly |annuali[sz]ed )?(?:returns?|growth rate)\b|\bcagr\b/,
};

export const strategyIn = ({ plain }: Pick<Question, 'plain'>): StrategyName | null =>
  [...STRATEGIES].reverse().find((strategy) => STRATEGY_WORDS[strategy].test(plain)) ?? null;

/** A window of returns that ends today, by the key of its fact; "last month" is one of the calendar, and none. */
export function windowIn({ plain }: Question): string | null {
  const forms: readonly (readonly [RegExp, string])[] = [
    [/\b(?:ytd|year[- ]to[- ]date|this year|so far this year|since january)\b/, 'return_ytd'],
    [/\b(?:10|ten)[- ]years?\b|\bdecade\b/, 'return_10y'],
    [/\b(?:5|five)[- ]years?\b/, 'return_5y'],
    [/\b(?:3|three)[- ]years?\b/, 'return_3y'],
    [/\b(?:6|six)[- ]months?\b|\bhalf[- ]year\b/, 'return_6m'],
    [/\b(?:3|three)[- ]months?\b|\b(?:the last|past) quarter\b/, 'return_3m'],
    [/\b(?:12|twelve)[- ]months?\b|\b(?:the last|past|one|1|a)[- ]years?\b/, 'return_1y'],
    [/\b(?:the last|past|one|1)[- ]?months?\b|\b30 days\b|\bfour weeks\b/, 'return_1m'],
    [/\b(?:the last|past|one|1)[- ]?weeks?\b|\b(?:7|five|5) days\b/, 'return_1w'],
  ];
  return forms.find(([pattern]) => pattern.test(plain))?.[1] ?? null;
}

/** Calendar days ahead that a question asks about. */
export function daysAheadIn({ plain }: Question): number | null {
  const days = countOf(new RegExp(`\\b(?:next|coming|following|within|in the next) ${COUNT} days\\b`).exec(plain)?.[1]);
  if (days !== null) return within(days, 1, 60);
  const weeks = countOf(new RegExp(`\\b(?:next|coming) ${COUNT} weeks\\b`).exec(plain)?.[1]);
  if (weeks !== null) return within(weeks * 7, 1, 60);
  if (/\b(?:today|tomorrow)\b/.test(plain)) return 1;
  if (/\bcoming week\b/.test(plain)) return 7;
  if (/\bnext week\b/.test(plain)) return 14;
  if (/\b(?:coming month|30 days)\b/.test(plain)) return 31;
  return null;
}

/** Days to come of a week or a month that has not begun, the rest of this one, or tomorrow; else null. */
export function windowAheadIn({ plain, today }: Question): { readonly from: number; readonly to: number } | null {
  if (/\btomorrow\b/.test(plain)) return { from: today + 1, to: today + 1 };
  const weekday = (weekdayOf(today) + 6) % 7;
  if (/\bnext week\b/.test(plain)) return { from: today + 7 - weekday, to: today + 13 - weekday };
  // At a weekend, the week that begins.
  if (/\bthis week\b/.test(plain)) return { from: today, to: today + (weekday > 4 ? 13 : 6) - weekday };
  const ahead = /\bnext month\b/.test(plain) ? 1 : /\bthis month\b/.test(plain) ? 0 : null;
  if (ahead === null) return null;
  const { year, month } = civilOf(today);
  const first = (months: number): number =>
    dayOf(year + Math.floor((month - 1 + months) / 12), ((month - 1 + months) % 12) + 1, 1);
  return { from: Math.max(today, first(ahead)), to: first(ahead + 1) - 1 };
}

const STAGES = /\b(pre-?seed|seed|series [a-j]|growth|late[- ]stage|early[- ]stage)\b/;

/** A stage of funding: "Series B". */
export function stageIn({ plain }: Question): string | null {
  const found = STAGES.exec(plain)?.[1];
  return found === undefined
    ? null
    : found
        .replace(/^series ([a-j])$/, (_, letter: string) => `Series ${letter.toUpperCase()}`)
        .replace(/^(pre-?seed|seed|growth)$/, (word) => word.charAt(0).toUpperCase() + word.slice(1));
}

const PLACES =
  /\b(?:in|from|based in) (?:the )?(us|usa|united states|uk|united kingdom|europe|germany|france|india|china|singapore|israel|canada|japan|asia|latin america|africa|brazil)\b/;

export function placeIn({ plain }: Question): string | null {
  return PLACES.exec(plain)?.[1] ?? null;
}
