import { Fault } from './fault.js';

/** What a number was written with. */
export type NumberMark = 'usd' | 'percent' | 'multiple' | 'days' | 'shares';

export interface Token {
  readonly kind: 'number' | 'word' | 'ticker' | 'text' | 'symbol' | 'end';
  /** As written; a text without its quotes, a symbol as its plain form. */
  readonly text: string;
  /** From 1. */
  readonly column: number;
  /** Of a number. */
  readonly value?: number;
  readonly mark?: NumberMark | undefined;
}

const BLANK = /[\s\u00a0]+/y;
const NUMBER =
  /[-\u2212]?\$?(?:(?:\d{1,3}(?:,\d{3})+(?![\d,])|\d{1,18})(?:\.\d{1,25})?|\.\d{1,25})(?:e[+-]?\d{1,3}(?!\w))?/iy;
/** Thousands, millions and billions, or a factor. */
const SUFFIX = /(?:k|mn?|bn?|x)(?!\w)/iy;
const SCALES: Readonly<Record<string, number>> = { k: 1e3, m: 1e6, mn: 1e6, b: 1e9, bn: 1e9 };
/** Metrics, tickers and other words; with `$` before it, a ticker for certain. */
const WORD = /[A-Za-z_]\w*(?:[.-]\w+)*/y;
const TEXT = /"([^"]*)"|'([^']*)'/y;
const SYMBOL = /<=|>=|==|!=|<>|&&|\|\||[<>=!(),:%≤≥≠]/y;
const PLAIN: Readonly<Record<string, string>> = {
  '≤': '<=',
  '≥': '>=',
  '≠': '!=',
  '<>': '!=',
  '==': '=',
  '&&': 'and',
  '||': 'or',
  '!': 'not',
};
/** The full stop of a sentence. */
const END = /\.?\s*$/y;

const LARGEST = 1e15;

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

/** A number with its suffix; null if there is none at the place. */
function numberAt(text: string, at: number): { readonly token: Token; readonly length: number } | null {
  const written = matchAt(NUMBER, text, at)?.[0];
  if (written === undefined) return null;
  const [suffix = ''] = matchAt(SUFFIX, text, at + written.length) ?? [];
  const scale = SCALES[suffix.toLowerCase()] ?? 1;
  const value = Number(written.replace('\u2212', '-').replaceAll(/[$,]/g, '')) * scale;
  const column = at + 1;
  if (!(Math.abs(value) <= LARGEST)) throw new Fault(column, 'the number is too large');
  const mark = written.includes('$') ? 'usd' : suffix.toLowerCase() === 'x' ? 'multiple' : undefined;
  // 0 and -0 are one number.
  return {
    token: { kind: 'number', text: written, column, value: value + 0, mark },
    length: written.length + suffix.length,
  };
}

/** The words, numbers and symbols of a text, and its end. Throws a Fault at what is none of them. */
export function tokensOf(text: string): readonly Token[] {
  const tokens: Token[] = [];
  let at = 0;
  for (;;) {
    at += matchAt(BLANK, text, at)?.[0].length ?? 0;
    const column = at + 1;
    if (matchAt(END, text, at) !== null) return [...tokens, { kind: 'end', text: '', column }];
    const number = numberAt(text, at);
    const isTicker = text[at] === '$';
    const word = number === null ? matchAt(WORD, text, isTicker ? at + 1 : at) : null;
    const quoted = number === null && word === null ? matchAt(TEXT, text, at) : null;
    const symbol = number === null && word === null && quoted === null ? matchAt(SYMBOL, text, at) : null;
    if (number !== null) {
      tokens.push(number.token);
      at += number.length;
    } else if (word !== null) {
      tokens.push({ kind: isTicker ? 'ticker' : 'word', text: word[0], column });
      at = word.index + word[0].length;
    } else if (quoted !== null) {
      tokens.push({ kind: 'text', text: quoted[1] ?? quoted[2] ?? '', column });
      at += quoted[0].length;
    } else if (symbol !== null) {
      const plain = PLAIN[symbol[0]] ?? symbol[0];
      tokens.push({ kind: /\w/.test(plain) ? 'word' : 'symbol', text: plain, column });
      at += symbol[0].length;
    } else
      throw new Fault(column, `${JSON.stringify(String.fromCodePoint(text.codePointAt(at) ?? 0))} has no meaning here`);
  }
}
