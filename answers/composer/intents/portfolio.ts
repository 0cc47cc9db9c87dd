import type { Found } from '../found.js';
import { isKnown, type Intent, type PlannedCall, type Reading } from '../intent.js';
import { joined, listed, NO_LINE, ofQuestion, say, type Line } from '../line.js';
import type { Question } from '../question.js';
import { positionsOf, sessionsOf, simulationLine, unreadSessions } from '../simulations.js';
import { WORTH } from './holdings-worth.js';
import { kept } from './signal.js';

const SIMULATED =
  /\b(?:simulat\w*|monte carlo|value at risk|var|probab\w*|chance|odds|worst case|how much (?:can|could|might|would|may|will) .*\b(?:lose|drop|fall|lost)|distribution|percentile)\b/;
const asksSimulation = ({ plain }: Question): boolean => SIMULATED.test(plain);

function simulationCalls(question: Question): readonly PlannedCall[] {
  const placed = positionsOf(question.holdings ?? []);
  return placed === null
    ? []
    : [{ tool: 'simulation', input: { positions: placed, sessions: sessionsOf(question).value } }];
}

function holdingLines(found: Found): readonly Line[] {
  const parts = [...new Set(found.rows('portfolio.holding'))].flatMap((row) => {
    const [ticker, weight, label, score, action] = [
      found.text('portfolio.holding', undefined, row),
      found.number('portfolio.weight', undefined, row),
      found.text('portfolio.label', undefined, row),
      found.number('portfolio.holding_score', undefined, row),
      found.text('portfolio.action', undefined, row),
    ];
    return ticker === undefined || weight === undefined || label === undefined || score === undefined
      ? []
      : [
          say`${ticker} is ${weight} of the portfolio and reads ${label} at ${score}${action === undefined ? '' : ` (action: ${action.value})`}`,
        ];
  });
  return parts.length === 0 ? [] : [say`${listed(parts.slice(0, 5))}.`];
}

function riskLines(question: Question, found: Found): Line {
  const parts = (question.holdings ?? []).slice(0, 4).flatMap(({ ticker }) => {
    const [volatility, drawdown] = [
      found.number('price_history.volatility', ticker),
      found.number('price_history.drawdown', ticker),
    ];
    return volatility === undefined || drawdown === undefined
      ? []
      : [say`${ticker} has had a volatility of ${volatility} a year with a maximum drawdown of ${drawdown}`];
  });
  return parts.length === 0 ? NO_LINE : say`Over the past year ${listed(parts)}.`;
}

function readingsOf(found: Found): readonly Reading[] {
  const sign = (score: number): -1 | 0 | 1 => (score > 56 ? 1 : score < 44 ? -1 : 0);
  return found
    .all('portfolio.holding_score')
    .flatMap((fact): readonly Reading[] =>
      fact.kind === 'number' ? [{ subject: 'portfolio', sign: sign(fact.value), name: fact.subjects[0] ?? '' }] : [],
    );
}

/** What is assumed of holdings without amounts. */
function assumedLine({ holdings }: Question): Line {
  const isEqual =
    (holdings ?? []).length > 1 && (holdings ?? []).every(({ weight, value, shares }) => !(weight ?? value ?? shares));
  return isEqual ? ofQuestion('The question gives no amounts, so that equal weights are assumed.') : NO_LINE;
}

/** Worth of holdings whose numbers of shares the question does not tell. */
const worthUnread = ({ plain, holdings }: Question): readonly Line[] =>
  WORTH.test(plain) && !/\bwould\b/.test(plain) && (holdings ?? []).every(({ shares }) => shares === undefined)
    ? [
        ofQuestion(
          'What holdings are worth is told of numbers of shares (“10 AAPL, 5 MSFT”), which the question does not give.',
        ),
      ]
    : [];

/** Sessions of a question that no simulation can have. */
const unreadOf = (question: Question): readonly Line[] => (asksSimulation(question) ? unreadSessions(question) : []);

/** How risky a portfolio is, and what the signals say of it. */
export const INTENT: Intent = {
  name: 'portfolio',
  signs: [
    [/\b(?:portfolio|holdings?|allocation|diversif\w*|concentrat\w*|rebalanc\w*|positions?)\b/, 3],
    [/\b(?:i|we) (?:hold|own|have|bought)\b|\bi'm (?:in|holding|long)\b|\bmy (?:stocks|shares|money)\b/, 3],
    [/\b(?:risk\w*|safe|hedg\w*|balanced?|exposure)\b/, 1.2],
    [/\d ?(?:%|percent)/, 1.5],
    [/\bmy (?:portfolio|holdings|positions|allocation)\b/, 3],
    [SIMULATED, 1.5],
    [/\bmy \$ ?\d/, 3],
  ],
  fits: ({ holdings, plain }) =>
    holdings !== null && !(/\b(?:when|next)\b/.test(plain) && /\bdividends?\b/.test(plain)),
  plan: (question) => {
    const holdings = question.holdings ?? [];
    const tickers = holdings.map(({ ticker }) => ticker);
    return [
      { tool: 'portfolio', input: { holdings } },
      { tool: 'price_history', input: { tickers, years: 1 } },
      ...(asksSimulation(question) ? simulationCalls(question) : []),
    ];
  },
  research: (question) => [
    ...simulationCalls(question),
    { tool: 'news', input: { tickers: (question.holdings ?? []).map(({ ticker }) => ticker), count: 6 } },
  ],
  write(question, found) {
    const n = (key: string) => found.number(`portfolio.${key}`);
    const [score, effective, positionCount, hhi, bullish, neutral, bearish] = [
      'score',
      'effective',
      'positions',
      'hhi',
      'bullish',
      'neutral',
      'bearish',
    ].map(n);
    const [top, ticker] = [n('top'), found.text('portfolio.top_ticker')];
    if (
      score === undefined ||
      effective === undefined ||
      positionCount === undefined ||
      top === undefined ||
      ticker === undefined
    )
      return null;
    const simulated = simulationLine(found);
    const flags = found.texts('portfolio.flag');
    const sectors = found
      .rows('portfolio.sector')
      .slice(0, 3)
      .flatMap((row) => {
        const [sector, weight] = [
          found.text('portfolio.sector', undefined, row),
          found.number('portfolio.sector_weight', undefined, row),
        ];
        return sector === undefined || weight === undefined ? [] : [say`${sector} ${weight}`];
      });
    const level = top.value >= 50 ? 'Highly concentrated' : top.value > 25 ? 'Concentrated' : 'Spread';
    const volatilities = (question.holdings ?? [])
      .flatMap(({ ticker: of }) => found.number('price_history.volatility', of) ?? [])
      .sort((one, other) => other.value - one.value);
    const [wildest] = volatilities;
    const wild =
      wildest === undefined
        ? say``
        : say`; its most volatile holding is ${wildest.subjects[0] ?? ''} with ${wildest} a year`;
    const assumed = assumedLine(question).text === '' ? '' : ' at assumed equal weights';
    const headline =
      asksSimulation(question) && simulated.text !== ''
        ? simulated
        : say`${level}: ${ticker} is ${top} of it${assumed}, which counts like ${say`${effective}`.text === '1' ? 'a single position' : say`${effective} equal positions`}${wild}.`;
    const lines = [
      assumedLine(question),
      say`Weighted by size the portfolio scores ${score} of 100 (${found.text('portfolio.posture')?.value ?? ''}${found.text('portfolio.grade') === undefined ? '' : `, grade ${found.text('portfolio.grade')?.value ?? ''}`})${bullish === undefined || neutral === undefined || bearish === undefined ? say`` : say`: ${bullish} bullish, ${neutral} neutral and ${bearish} bearish`}.`,
      ...holdingLines(found),
      riskLines(question, found),
      simulated,
      hhi === undefined
        ? NO_LINE
        : say`The Herfindahl index is ${hhi}${sectors.length === 0 ? say`` : say`, and the sectors are ${listed(sectors)}`}.`,
      flags.length === 0
        ? NO_LINE
        : say`Risk flags: ${joined(
            flags.map((flag) => ({ text: flag.value.replace(/\.$/, ''), sources: [flag.source] })),
            '; ',
          )}.`,
    ];
    const isMissing = asksSimulation(question) && simulated.text === '';
    return {
      headline,
      lines: kept(lines.filter((line) => line.text !== headline.text)),
      coverage: isMissing ? 0.6 : [score, top, wildest].filter(isKnown).length / 3,
      readings: readingsOf(found),
      unread: [...unreadOf(question), ...worthUnread(question)],
    };
  },
};
