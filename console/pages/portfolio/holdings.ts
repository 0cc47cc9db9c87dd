/** A line of pasted holdings. */
export interface Holding {
  readonly ticker: string;
  /** Shares, or USD if the line says so; null for equal weights. */
  readonly amount: number | null;
  readonly unit: 'shares' | 'usd';
}

export interface Pasted {
  readonly holdings: readonly Holding[];
  /** Lines that are no holding, as they were pasted. */
  readonly refused: readonly string[];
}

const LINE =
  /^([A-Za-z][A-Za-z0-9]{0,5}(?:[.\-/][A-Za-z]{1,2})?)(?:[\s,;:\t]+(\$?)([\d,']*\.?\d+)\s*(usd|\$|shares|sh)?)?\s*$/i;
const HEAD = /^(ticker|symbol)\b/i;

/** Reads `AAPL 10`, `MSFT, $5,000`, `NVDA 2500 USD` or `SPY`, one a line. */
export function parseHoldings(text: string): Pasted {
  const holdings: Holding[] = [];
  const refused: string[] = [];
  for (const line of text
    .split(/\r?\n/)
    .map((each) => each.trim())
    .filter((each) => each !== '' && !HEAD.test(each))) {
    const [, ticker, dollar, amount, unit] = LINE.exec(line) ?? [];
    const value = amount === undefined ? null : Number(amount.replaceAll(/[,']/g, ''));
    if (ticker === undefined || (value !== null && !(value > 0))) {
      refused.push(line);
      continue;
    }
    const isUsd = dollar === '$' || /^(usd|\$)$/i.test(unit ?? '');
    holdings.push({ ticker: ticker.toUpperCase().replace(/[-/]/, '.'), amount: value, unit: isUsd ? 'usd' : 'shares' });
  }
  return { holdings, refused };
}

/** Holdings in a link: `AAPL:$6000,MSFT:10,SPY`. */
export function holdingsInLink(holdings: readonly Holding[]): string {
  const sign = (unit: Holding['unit']): string => (unit === 'usd' ? '$' : '');
  return holdings
    .map(({ ticker, amount, unit }) => (amount === null ? ticker : `${ticker}:${sign(unit)}${amount}`))
    .join(',');
}

/** The holdings of a link as a reader would paste them. */
export function textOfLink(link: string): string {
  return link.replaceAll(',', '\n').replaceAll(':', ' ');
}

export interface HoldingInput {
  readonly ticker: string;
  readonly shares?: number;
  readonly value?: number;
}

/** Holdings as the graph takes them. */
export function holdingInputs(holdings: readonly Holding[]): readonly HoldingInput[] {
  return holdings.map(({ ticker, amount, unit }) =>
    amount === null ? { ticker } : unit === 'usd' ? { ticker, value: amount } : { ticker, shares: amount },
  );
}
