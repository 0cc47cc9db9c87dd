import { parseIsoDate } from '../../../calendar/days.js';
import { filingMoveLine, impliedLine } from '../intents/earnings-date.js';
import { kept, reportLine } from '../intents/signal.js';
import type { Found } from '../found.js';
import { dated, listed, NO_LINE, say, signed, type Line } from '../line.js';

const MARKET = 'SPY';

function volatilityLine(found: Found, id: string): Line {
  const [own, market] = [id, MARKET].map((ticker) => found.number('price_history.volatility', ticker));
  if (own === undefined) return NO_LINE;
  const beside =
    id === MARKET || market === undefined
      ? NO_LINE
      : say`, ${own.value > market.value ? 'above' : 'not above'} that of ${MARKET} of ${market}`;
  return say`The volatility of ${id} over one year is ${own} a year${beside}.`;
}

function drawdownLine(found: Found, id: string): Line {
  const [drawdown, below] = ['drawdown', 'below_high'].map((key) => found.number(`price_history.${key}`, id));
  if (drawdown === undefined || below === undefined) return NO_LINE;
  return say`The maximum drawdown of ${id} over one year is ${drawdown}, and its distance to the 52-week high ${signed(below)}.`;
}

function stretchedLine(found: Found, id: string): Line {
  const [rsi, high, low] = ['rsi', 'overbought', 'oversold'].map((key) => found.number(`signal.${key}`, id));
  if (rsi === undefined || high === undefined || low === undefined) return NO_LINE;
  if (rsi.value > high.value) return say`${id} is overbought: its RSI is ${rsi}, and overbought begins at ${high}.`;
  return rsi.value < low.value ? say`${id} is oversold: its RSI is ${rsi}, and oversold begins at ${low}.` : NO_LINE;
}

function liquidityLine(found: Found, id: string): Line {
  const [volume, ratio] = [found.number('signal.volume', id), found.number('signal.volume_ratio', id)];
  return volume === undefined || ratio === undefined
    ? NO_LINE
    : say`${id} traded ${volume} shares, ${ratio} the mean volume of 20 sessions.`;
}

/** Dated events from the day of the question on. */
function aheadLine(found: Found, id: string, today: number): Line {
  const parts = [...new Set(found.rows('events.upcoming_on', id))].flatMap((row) => {
    const [kind, on] = [found.text('events.upcoming_kind', id, row), found.date('events.upcoming_on', id, row)];
    const day = on === undefined ? null : parseIsoDate(on.value);
    return kind === undefined || on === undefined || day === null || day < today ? [] : [say`${kind} ${dated(on)}`];
  });
  return parts.length === 0 ? NO_LINE : say`Ahead of ${id}: ${listed(parts.slice(0, 3))}.`;
}

/** Of holdings, if the task tells any. */
function concentrationLine(found: Found): Line {
  const [top, ticker, effective] = [
    found.number('portfolio.top'),
    found.text('portfolio.top_ticker'),
    found.number('portfolio.effective'),
  ];
  return top === undefined || ticker === undefined || effective === undefined
    ? NO_LINE
    : say`${ticker} is ${top} of the holdings, which have ${effective} effective positions.`;
}

/** Volatility, drawdown, stretched prices, moves and dates of reports, events ahead, liquidity and concentration. */
export const riskLines = (found: Found, id: string, today: number): readonly Line[] =>
  kept([
    volatilityLine(found, id),
    drawdownLine(found, id),
    stretchedLine(found, id),
    impliedLine(found, id),
    filingMoveLine(found, id),
    reportLine(found, id),
    aheadLine(found, id, today),
    liquidityLine(found, id),
    concentrationLine(found),
  ]);
