import type { Holding } from '../../tools/portfolio.js';
import { lumpSumIn } from '../amounts.js';
import type { Intent } from '../intent.js';
import { NO_LINE, ofQuestion, say, type Line } from '../line.js';
import type { Question } from '../question.js';
import { ASSUMED, positionsOf, sessionsOf, simulatedValues, simulationLine, unreadSessions } from '../simulations.js';
import { fullName } from '../words.js';
import { returnsLine, riskLine } from './price.js';
import { kept } from './signal.js';

/** What asks for a distribution by its name. */
const SIMULATED =
  /\b(?:simulat\w*|monte[- ]carlo|value at risk|var of|range of (?:outcomes|returns)|possible outcomes|what could happen|(?:probabilit\w*|chances?|odds|likelihood)\b.*\b(?:gain\w*|ris(?:e|es|ing)|up|profit\w*|positive|make|making|money|loss|los(?:e|es|ing)|down|fall\w*))\b/;
/** What money, or a price, may be after a time to come. */
const MAY_BE =
  /\b(?:could|might|may|can)\b(?! have\b).*\b(?:be|become|grow|worth|turn|end|reach|make|earn|return|lose|gain)\b/;
const WILL_BE =
  /\b(?:will|would|'ll)\b(?! have\b).*\b(?:be|become|grow|worth|turn|end|reach|make|earn|return|lose|gain)\b/;
const AHEAD =
  /\b(?:in|after|over|within|for|during) (?:the )?(?:next |coming )?(?:an?|half|\d+|[a-z-]+) (?:a )?(?:days?|sessions?|weeks?|months?|quarters?|years?|decades?)\b|\bfrom now\b|\bnext (?:week|month|quarter|year|decade)\b/;
const PAST =
  /\b(?:ago|since|had|did|was|were|returned|last|past|historical\w*|strateg\w*|back-?test\w*|bought|invested)\b/;
/** What a day to come is asked of by its own kind. */
const OTHERS =
  /\b(?:dividends?|earnings|revenues?|reports?|eps|splits?|ipo|targets?|every|each|per|monthly|dca|gaps?)\b/;

/** Whether a question asks what named securities may be worth after a time to come. */
function asksSimulation(question: Question): boolean {
  const { plain, holdings } = question;
  if (PAST.test(plain) || OTHERS.test(plain)) return false;
  const isOfMoney = lumpSumIn(question) !== null || holdings !== null;
  const isAhead = AHEAD.test(plain) && (MAY_BE.test(plain) || (isOfMoney && WILL_BE.test(plain)));
  return holdings === null ? SIMULATED.test(plain) || isAhead : isAhead && !SIMULATED.test(plain);
}

/** Holdings of the question, or equal parts of its amount. */
function holdingsOf({ holdings, securities }: Question): readonly Holding[] {
  return holdings ?? securities.map(({ key: ticker }) => ({ ticker }));
}

const assumed = (question: Question): Line =>
  lumpSumIn(question) === null && (question.holdings ?? []).every(({ value }) => value === undefined)
    ? ofQuestion(`The question names no amount, so that ${ASSUMED.toLocaleString('en-US')} dollars are assumed.`)
    : NO_LINE;

const parts = ({ holdings, securities }: Question): Line =>
  holdings === null && securities.length > 1
    ? ofQuestion('The amount is in equal parts of the securities that the question names.')
    : NO_LINE;

const METHOD = say`The simulation draws days of the stored history and is no forecast.`;

/** What named securities may be worth after some time, by simulation. */
export const INTENT: Intent = {
  name: 'simulation',
  signs: [[/^.*$/, 9]],
  fits: (question) =>
    question.securities.length > 0 &&
    question.companies.length + question.investors.length === 0 &&
    positionsOf(holdingsOf(question)) !== null &&
    asksSimulation(question),
  plan: (question) => [
    {
      tool: 'simulation',
      input: {
        positions: positionsOf(holdingsOf(question), lumpSumIn(question) ?? ASSUMED) ?? [],
        sessions: sessionsOf(question).value,
      },
    },
    { tool: 'price_history', input: { tickers: question.securities.map(({ key }) => key), years: 2 } },
  ],
  write(question, found) {
    const { securities } = question;
    const [first] = securities;
    if (first === undefined) return null;
    const history = securities.flatMap(({ key }) => [returnsLine(found, key), riskLine(found, key)]);
    const headline = simulationLine(found);
    if (headline.text !== '')
      return {
        headline,
        lines: kept([simulatedValues(found), assumed(question), parts(question), METHOD, ...history]),
        coverage: 1,
        unread: unreadSessions(question),
      };
    const tier = found.tierNeeded('simulation');
    if (tier !== null)
      return {
        headline: say`The simulation of a portfolio needs the ${tier} tier; this account has the returns of the past.`,
        lines: kept(history),
        coverage: 0.2,
      };
    return {
      headline: say`Too little history of ${fullName(first)} is stored for a simulation.`,
      lines: kept(history),
      coverage: 0.2,
    };
  },
};
