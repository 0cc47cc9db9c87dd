import { STRATEGY_NAMES, type StrategyName } from '../../tools/backtest.js';
import { backtestYears, unreadYears } from '../backtest-years.js';
import type { Found } from '../found.js';
import { asksDividendGrowth, asksReportedGrowth } from '../growth-rates.js';
import { share, type Intent } from '../intent.js';
import { NO_LINE, ofQuestion, say, signed, type Line } from '../line.js';
import type { Question } from '../question.js';
import { strategyIn } from '../slots.js';
import { fullName } from '../words.js';
import { asksCross } from './cross.js';
import { kept } from './signal.js';

const inputOf = (
  question: Question,
): { readonly tickers: readonly string[]; readonly strategy: StrategyName; readonly years: number } => ({
  tickers: question.securities.map(({ key }) => key),
  strategy: strategyIn(question) ?? 'TREND',
  years: backtestYears(question).value,
});

const VERDICTS: Readonly<Record<string, string>> = {
  'no edge': 'it had no edge in the first part of the history, or none over buy and hold',
  overfit: 'its edge mostly vanished in the later part of the history',
  'mild decay': 'its edge shrank in the later part of the history',
  robust: 'its edge held in the later part of the history',
};

function linesOf(found: Found, id: string, isHold: boolean): readonly Line[] {
  const n = (key: string) => found.number(`backtest.${key}`, id);
  const [total, hold, sharpe, holdSharpe, drawdown, holdDrawdown] = [
    'return',
    'hold_return',
    'sharpe',
    'hold_sharpe',
    'drawdown',
    'hold_drawdown',
  ].map(n);
  const [exposure, trades, hits, cagr] = ['exposure', 'trades', 'hit_rate', 'cagr'].map(n);
  const verdict = found.text('backtest.verdict', id);
  const [from, to] = [found.date('backtest.from', id), found.date('backtest.to', id)];
  const period: Line = from === undefined || to === undefined ? say`` : say` from ${from} to ${to}`;
  if (isHold)
    return [
      total === undefined || cagr === undefined
        ? NO_LINE
        : say`Buy and hold of ${id}${period} returned ${signed(total)}, ${signed(cagr)} a year, with a maximum drawdown of ${drawdown ?? ''}.`,
      sharpe === undefined ? NO_LINE : say`Its Sharpe ratio was ${sharpe}.`,
    ];
  return [
    total === undefined || hold === undefined
      ? NO_LINE
      : say`On ${id}${period} the strategy returned ${signed(total)} and buy and hold ${signed(hold)}.`,
    sharpe === undefined || holdSharpe === undefined || drawdown === undefined || holdDrawdown === undefined
      ? NO_LINE
      : say`The Sharpe ratio was ${sharpe} against ${holdSharpe} for buy and hold, the maximum drawdown ${drawdown} against ${holdDrawdown}.`,
    exposure === undefined || trades === undefined
      ? NO_LINE
      : say`It was invested in ${exposure} of sessions and made ${trades} trades${hits === undefined ? say`` : say`, of which ${hits} won`}.`,
    verdict === undefined ? NO_LINE : say`Walk-forward verdict: ${verdict}, that is, ${VERDICTS[verdict.value] ?? ''}.`,
    say`Costs and taxes are not counted.`,
  ];
}

/** Strategies that questions ask for and none is tested; dips are answered with the nearest that is. */
const DIPS = /\bdips?\b|\bbuy\w* (?:\w+ )?(?:weakness|pullbacks?|drops?|falls?)\b/;
const UNTESTED =
  /\b(?:bollinger\w*|breakouts?|pairs?|arbitrage|momentum|value|growth|carry|scalp\w*|swing|day[- ]trad\w*|grid|martingale|turtle|donchian|ichimoku|stochastics?|fibonacci|ema|vwap|covered calls?|options?|puts?|calls?|straddles?|wheel|short\w*|seasonal\w*|gaps?|sell in may|santa|volatility|risk parity|rebalanc\w*|stop[- ]loss\w*|trailing|averag\w* down|machine learning|ai)\b/;

/** That another strategy is told than the one that is asked for, and which. */
function otherStrategy({ plain }: Question, strategy: StrategyName): readonly Line[] {
  const name = STRATEGY_NAMES[strategy].text;
  if (DIPS.test(plain) && !/\brsi\b|\bmean[- ]reversion\b/.test(plain))
    return [
      ofQuestion(
        `Buying every dip is not tested; the nearest strategy that is tested is ${name}, which buys after a fall, and what follows is of it.`,
      ),
    ];
  const word = UNTESTED.exec(plain)?.[0];
  return word === undefined || strategyIn({ plain }) !== null
    ? []
    : [ofQuestion(`A strategy of “${word}” is not tested; what follows is of ${name}.`)];
}

/** Whether a classic strategy has worked. */
export const INTENT: Intent = {
  name: 'backtest',
  signs: [
    [/\b(?:back-?test\w*|strateg(?:y|ies))\b/, 3],
    [
      /\b(?:average|mean|annuali[sz]ed|compound(?:ed)?) (?:annual|yearly|annuali[sz]ed) (?:returns?|growth rate)\b|\bannuali[sz]ed returns?\b|\bcagr\b/,
      4.6,
    ],
    [
      /\bbuy\w* (?:on |in |into )?(?:the |every |each )?(?:dips?|pullbacks?)\b.*\b(?:work\w*|pay\w*|profitable|beat\w*|better|good|return\w*)\b|\b(?:work\w*|does|did|should|would)\b.*\bbuy\w* (?:on |in |into )?(?:the |every |each )?(?:dips?|pullbacks?)\b/,
      3.6,
    ],
    [
      /\b(?:golden[- ]cross|death[- ]cross|mean[- ]reversion|trend[- ]following|buy[- ]and[- ]hold|moving[- ]average (?:strategy|cross\w*))\b/,
      3.6,
    ],
    [
      /\b(?:macd|rsi)\b.*\b(?:work\w*|strateg\w*|trad\w*|beat|profitable)\b|\b(?:does|did|would) (?:the )?(?:macd|rsi)\b/,
      3,
    ],
    [/\b(?:beat(?:s|en)?|outperform\w*|work(?:s|ed)?) (?:buy[- ]and[- ]hold|on|for|with)\b/, 1.5],
  ],
  fits: (question) =>
    question.securities.length > 0 &&
    !asksCross(question) &&
    !asksDividendGrowth(question) &&
    !asksReportedGrowth(question),
  plan: (question) => [{ tool: 'backtest', input: inputOf(question) }],
  research: (question) =>
    (['TREND', 'GOLDEN_CROSS', 'RSI_MEAN_REVERSION', 'MACD'] as const).map((strategy) => ({
      tool: 'backtest',
      input: { ...inputOf(question), strategy },
    })),
  write(question, found) {
    const { securities } = question;
    const { strategy } = inputOf(question);
    const [first] = securities.filter(({ key }) => found.number('backtest.return', key) !== undefined);
    const coverage = share(securities, ({ key }) => found.number('backtest.return', key) !== undefined);
    if (first === undefined) {
      const [asked] = securities;
      const isShort = found.refused('backtest').some(({ code }) => code === 'insufficient_data');
      return asked === undefined || !isShort
        ? null
        : {
            headline: say`Too little history of ${fullName(asked)} is stored for a backtest.`,
            lines: [],
            coverage: 0.2,
          };
    }
    const { key: id } = first;
    const isHold = strategy === 'BUY_HOLD';
    const [total, hold, excess, cagr] = ['return', 'hold_return', 'excess', 'cagr'].map((key) =>
      found.number(`backtest.${key}`, id),
    );
    if (total === undefined || hold === undefined) return null;
    const name = STRATEGY_NAMES[strategy].text.replace(/ \(.*/, '');
    const headline = isHold
      ? say`Buy and hold of ${fullName(first)} returned ${signed(total)} over ${found.number('backtest.years', id) ?? ''} years, ${cagr === undefined ? '' : signed(cagr)} a year.`
      : say`${total.value > hold.value ? 'Yes' : 'No'}: ${name} on ${fullName(first)} returned ${signed(total)} over ${found.number('backtest.years', id) ?? ''} years, against ${signed(hold)} for buy and hold${excess === undefined ? say`` : say` (${signed(excess)})`}.`;
    const others = securities
      .filter(({ key }) => key !== id)
      .flatMap(({ key }) => linesOf(found, key, isHold).slice(0, 1));
    return {
      headline,
      lines: kept([...others, ...linesOf(found, id, isHold)]),
      coverage,
      unread: [...otherStrategy(question, strategy), ...unreadYears(question)],
    };
  },
};
