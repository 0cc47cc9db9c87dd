import { tokensOf, type Token } from './tokens.js';

/** The tokens of a text, from left to right. */
export interface Reader {
  readonly tokens: readonly Token[];
  position(): number;
  /** The token at the position, or `ahead` of it; the end has no end. */
  peek(ahead?: number): Token;
  skip(count: number): void;
  /** Moves on if the next token is this symbol, or this word in any case. */
  takeSymbol(text: string): boolean;
  takeWord(text: string): boolean;
}

/** Throws a Fault if the text has anything but tokens. */
export function createReader(text: string): Reader {
  const tokens = tokensOf(text);
  const end: Token = tokens.at(-1) ?? { kind: 'end', text: '', column: 1 };
  let at = 0;
  const peek = (ahead = 0): Token => tokens[at + ahead] ?? end;
  const take = (kind: Token['kind'], text: string): boolean => {
    const next = peek();
    const isTaken = next.kind === kind && next.text.toLowerCase() === text;
    if (isTaken) at += 1;
    return isTaken;
  };
  return {
    tokens,
    position: () => at,
    peek,
    skip: (count) => void (at += count),
    takeSymbol: (text) => take('symbol', text),
    takeWord: (text) => take('word', text),
  };
}
