import type { Intent } from '../intent.js';
import { listed, say, signed } from '../line.js';
import { FACTORS, inputOf, namesNobody } from './sector-ranking.js';
import { kept } from './signal.js';

/** "The best stock of each sector", "one stock per sector", "the top gainer in every sector". */
const ASKED = new RegExp(
  String.raw`^(?=.*\b(?:best|worst|top|strong(?:er|est)|weak(?:er|est)|lead(?:s|er|ers|ing)?|gainers?|losers?|` +
    String.raw`performers?|movers?|picks?|one|an? (?:stock|name|share)|hottest|highest|lowest)\b)` +
    String.raw`.*\b(?:each|every|per|all(?: the)?|by) sectors?\b`,
);
/** Measures and conditions by which the first name of a sector is not found, and further names of each. */
const FURTHER = new RegExp(
  String.raw`\b(?:etfs?|funds?|private|startups?|investors?|news|insiders?|analysts?|earnings|dividends?|yields?|` +
    String.raw`portfolio|holdings?|congress|volume|volatil\w+|risk\w*|cheap\w*|expensive|p\/?e|valuations?|rsi|oversold|` +
    String.raw`overbought|averages?|caps?|largest|biggest compan(?:y|ies)|above|below|than|but|not|except|without|` +
    String.raw`(?:two|three|four|five|ten|[2-9]|10) (?:\w+ )?(?:stocks?|names?|picks?|shares?|best|per)|` +
    String.raw`(?:top|best|worst) (?:two|three|four|five|ten|\d+)|buys|sells|weights?|tomorrow|will|how many|number|` +
    String.raw`revenues?|sales|growth|margins?|profit\w*|europe\w*|asia\w*|why)\b|` +
    String.raw`\b(?:best|top|strongest)\b.*\b(?:worst|bottom|weakest)\b`,
);

/** The first name of each sector by score, a factor or price change. */
export const INTENT: Intent = {
  name: 'sector-leaders',
  signs: [[/^.*$/, 10]],
  fits: (question) =>
    namesNobody(question) && ASKED.test(question.plain) && !FURTHER.test(question.plain) && inputOf(question) !== null,
  plan: (question) => {
    const input = inputOf(question);
    return input === null ? [] : [{ tool: 'sector_ranking', input: { ...input, isOfLeaders: true } }];
  },
  write(question, found) {
    const input = inputOf(question);
    const [total, read] = ['total', 'read'].map((key) => found.number(`sector_ranking.${key}`));
    if (input === null || total === undefined || read === undefined) return null;
    const leaders = [...new Set(found.rows('sector_ranking.leader'))].flatMap((row) => {
      const [sector, ticker] = ['sector', 'leader'].map((key) => found.text(`sector_ranking.${key}`, undefined, row));
      const value = found.number('sector_ranking.leader_value', undefined, row);
      return sector === undefined || ticker === undefined || value === undefined ? [] : [{ sector, ticker, value }];
    });
    if (leaders.length === 0) return null;
    const isChange = input.measure === 'CHANGE';
    const isLow = input.direction === 'ASC';
    const [start, end, session] = ['start_on', 'end_on', 'session'].map((key) => found.date(`sector_ranking.${key}`));
    const of = FACTORS.find(([measure]) => measure === input.measure)?.[2] ?? 'composite score';
    const by = isChange
      ? say`by the change of the price, without dividends, from the close of ${start ?? ''} to that of ${end ?? ''}`
      : session === undefined
        ? say`by ${of}`
        : say`by ${of} as of ${session}`;
    const place = isChange ? (isLow ? 'worst' : 'best') : isLow ? 'weakest' : 'strongest';
    const parts = leaders.map(
      ({ sector, ticker, value }) => say`${ticker} of ${sector} (${isChange ? signed(value) : say`${value}`})`,
    );
    return {
      headline: say`The ${place} name of each sector ${by}: ${listed(parts)}.`,
      lines: kept([
        say`The sectors are in the order of the mean of their names.`,
        total.value > read.value
          ? say`Of ${total} names, the ${read} most traded were read.`
          : say`All of ${total} names were read.`,
      ]),
      coverage: Math.min(1, read.value / Math.max(1, total.value)),
    };
  },
};
