import type { Test } from './condition.js';
import { Fault } from './fault.js';
import { metricAt, takeNumber, tickerOf } from './operands.js';
import type { Reader } from './reader.js';
import type { Token } from './tokens.js';

const isWord = ({ kind, text }: Token, ...words: readonly string[]): boolean =>
  (kind === 'word' || kind === 'ticker' || kind === 'symbol') && words.includes(text.toLowerCase());

/** Tokens of `at least`, `more than` and their like at a place, and whether they leave the amount itself out. */
function comparisonAt(reader: Reader, at: number): { readonly length: number; readonly isStrict: boolean } {
  const by = isWord(reader.peek(at), 'by') ? 1 : 0;
  const [first, second] = [reader.peek(at + by), reader.peek(at + by + 1)];
  if (isWord(first, 'more') && isWord(second, 'than')) return { length: by + 2, isStrict: true };
  if (isWord(first, 'at') && isWord(second, 'least')) return { length: by + 2, isStrict: false };
  if (isWord(first, 'over', '>')) return { length: by + 1, isStrict: true };
  return { length: by + (isWord(first, '>=') ? 1 : 0), isStrict: false };
}

/** `AAPL is up`, `price down` or `up` before a number: the ticker, the direction, and where the amount begins. */
function directionAt(
  reader: Reader,
): { readonly ticker: string | null; readonly isUp: boolean; readonly at: number } | null {
  const named = (from: number): number => {
    const found = metricAt(reader, from);
    return found !== null && (found.metric === 'price' || found.metric === 'change') ? found.length : 0;
  };
  const isBare = isWord(reader.peek(), 'up', 'down') && !isWord(reader.peek(1), 'up', 'down', 'is', ':');
  const first = isBare || metricAt(reader, 0) !== null ? null : tickerOf(reader.peek());
  let at = first === null ? named(0) : 1;
  if (first !== null) {
    if (isWord(reader.peek(at), ':')) at += 1;
    at += named(at);
  }
  if (isWord(reader.peek(at), 'is')) at += 1;
  const direction = reader.peek(at);
  return isWord(direction, 'up', 'down') ? { ticker: first, isUp: isWord(direction, 'up'), at: at + 1 } : null;
}

/** `AAPL up 5%`, `down more than 3%`: a test of the session's change; null if none is there. */
export function readMoved(reader: Reader): Test | null {
  const direction = directionAt(reader);
  if (direction === null) return null;
  const { ticker, isUp, at } = direction;
  const { length, isStrict } = comparisonAt(reader, at);
  if (reader.peek(at + length).kind !== 'number') return null;
  reader.skip(at + length);
  const number = takeNumber(reader);
  if (number === null) return null;
  const { value, mark, column } = number;
  if (mark !== undefined && mark !== 'percent')
    throw new Fault(column, `change is measured in percent, not in ${mark}`);
  if (!(value > 0)) throw new Fault(column, 'the amount of a change must be above 0');
  reader.takeWord('today');
  return {
    kind: 'compare',
    left: { kind: 'metric', ticker, metric: 'change' },
    operator: isUp ? (isStrict ? '>' : '>=') : isStrict ? '<' : '<=',
    right: { kind: 'number', value: isUp ? value : -value },
  };
}
