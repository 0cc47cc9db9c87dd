import type { MetricOperand, NumberOperand, Operand } from './condition.js';
import { Fault } from './fault.js';
import { metricNamed, type MetricName } from './metrics.js';
import { nearestMetric } from './nearest.js';
import { OPERATOR_WORDS } from './phrases.js';
import type { Reader } from './reader.js';
import type { NumberMark, Token } from './tokens.js';

const TICKER = /^[A-Z][A-Z0-9.-]{0,9}$/;
/** Most words of a metric's name. */
const MOST_WORDS = 4;

/** Words after a number that say what it is, and the factor that turns it into the metric's unit. */
const UNIT_WORDS: Readonly<Record<string, readonly [NumberMark, number]>> = {
  percent: ['percent', 1],
  pct: ['percent', 1],
  usd: ['usd', 1],
  dollars: ['usd', 1],
  times: ['multiple', 1],
  days: ['days', 1],
  day: ['days', 1],
  weeks: ['days', 7],
  week: ['days', 7],
  shares: ['shares', 1],
};

/** A number as it was written, with what it was written with. */
export interface WrittenNumber extends NumberOperand {
  readonly mark: NumberMark | undefined;
  readonly column: number;
}

const wordOf = ({ kind, text }: Token): string | null =>
  kind === 'word' || (kind === 'number' && /^\d+$/.test(text)) ? text.toLowerCase().replaceAll(/[.-]/g, '_') : null;

/** `RSI(14)`, `SMA(200)`: a metric by its number of sessions. */
function metricOfLength(
  reader: Reader,
  ahead: number,
): { readonly metric: MetricName; readonly length: number } | null {
  const [name, open, length, close] = [0, 1, 2, 3].map((index) => reader.peek(ahead + index));
  if (name?.kind !== 'word' || open?.text !== '(' || length?.kind !== 'number' || close?.text !== ')') return null;
  const metric = metricNamed(`${name.text.toLowerCase()}_${length.text}`);
  return metric === undefined ? null : { metric, length: 4 };
}

/** The longest name of a metric `ahead` of the position, and how many tokens it takes. */
export function metricAt(
  reader: Reader,
  ahead: number,
): { readonly metric: MetricName; readonly length: number } | null {
  const ofLength = metricOfLength(reader, ahead);
  if (ofLength !== null) return ofLength;
  for (let length = MOST_WORDS; length > 0; length -= 1) {
    const words = Array.from({ length }, (_, index) => wordOf(reader.peek(ahead + index)));
    // `52 w` was written `52w`.
    const metric = words.includes(null) ? undefined : metricNamed(words.join('_').replace(/(\d)_([dw])$/, '$1$2'));
    if (metric !== undefined && reader.peek(ahead).kind === 'word') return { metric, length };
  }
  return null;
}

export function tickerOf({ kind, text }: Token): string | null {
  if (kind !== 'ticker' && (kind !== 'word' || OPERATOR_WORDS.has(text.toLowerCase()))) return null;
  const canonical = text.toUpperCase().replaceAll('-', '.');
  return TICKER.test(canonical) ? canonical : null;
}

/** `AAPL rsi`, `AAPL: rsi`, `rsi of AAPL` or `rsi`; null if no metric is there. */
function metricOperand(reader: Reader): MetricOperand | null {
  const colon = reader.peek(1).text === ':' ? 1 : 0;
  const [plain, prefixed] = [metricAt(reader, 0), metricAt(reader, 1 + colon)];
  const ticker = tickerOf(reader.peek());
  // `GAP gap` is the gap of a ticker; `price change` is one metric.
  if (ticker !== null && prefixed !== null && (plain === null || plain.length === 1)) {
    reader.skip(1 + colon + prefixed.length);
    return { kind: 'metric', ticker, metric: prefixed.metric };
  }
  if (plain === null) return null;
  reader.skip(plain.length);
  if (reader.peek().text.toLowerCase() !== 'of') return { kind: 'metric', ticker: null, metric: plain.metric };
  const of = tickerOf(reader.peek(1));
  if (of === null) throw new Fault(reader.peek(1).column, 'a ticker must follow of');
  reader.skip(2);
  return { kind: 'metric', ticker: of, metric: plain.metric };
}

/** A number with its unit; null if there is none. */
export function takeNumber(reader: Reader): WrittenNumber | null {
  const { kind, value, column, mark } = reader.peek();
  if (kind !== 'number' || value === undefined) return null;
  reader.skip(1);
  if (reader.takeSymbol('%')) return { kind: 'number', value, mark: 'percent', column };
  const unit = reader.peek().kind === 'word' ? UNIT_WORDS[reader.peek().text.toLowerCase()] : undefined;
  if (unit === undefined) return { kind: 'number', value, mark, column };
  reader.skip(1);
  return { kind: 'number', value: value * unit[1], mark: unit[0], column };
}

/** What is expected and what is there instead. */
export function expected(reader: Reader, what: string): Fault {
  const { kind, text, column } = reader.peek();
  const found = kind === 'end' ? 'the text ends' : `${JSON.stringify(text)} is there`;
  return new Fault(column, `${what} is expected, and ${found}`);
}

/** A metric or a number. Throws a Fault, which names the metric that was perhaps meant. */
export function readOperand(reader: Reader): Operand | WrittenNumber {
  const operand = metricOperand(reader) ?? takeNumber(reader);
  if (operand !== null) return operand;
  // The word after a ticker is the one that is no metric.
  const isPrefixed =
    tickerOf(reader.peek()) !== null && /^[A-Z]/.test(reader.peek().text) && isPlainWord(reader.peek(1));
  const { kind, text, column } = reader.peek(isPrefixed ? 1 : 0);
  if (kind !== 'word' && kind !== 'ticker') throw expected(reader, 'a metric or a number');
  const near = nearestMetric(text);
  const hint = near === null ? 'after a ticker a metric must follow, such as price' : `did you mean ${near}?`;
  throw new Fault(column, `${JSON.stringify(text)} is no metric; ${hint}`);
}

function isPlainWord({ kind, text }: Token): boolean {
  return kind === 'word' && !OPERATOR_WORDS.has(text.toLowerCase());
}
