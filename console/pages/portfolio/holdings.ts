/** A line of pasted holdings. */
export interface Holding {
  readonly ticker: string;
  /** Shares, or USD or percent of the portfolio if the line says so; null for equal weights. */
  readonly amount: number | null;
  readonly unit: 'shares' | 'usd' | 'percent';
}

export interface Pasted {
  readonly holdings: readonly Holding[];
  /** Lines that are no holding, as they were pasted. */
  readonly refused: readonly string[];
}

/** Separators of thousands are before three digits each: `1,50` and `1.000,50` can mean two numbers, so neither. */
const LINE =
  /^([A-Za-z][A-Za-z0-9]{0,5}(?:[.\-/][A-Za-z]{1,2})?)(?:[\s,;:\t]+(\$?)(\d{1,3}(?:[,']\d{3})+(?:\.\d+)?|\d*\.?\d+)\s*(usd|\$|%|shares|sh)?)?\s*$/i;
const HEAD = /^(ticker|symbol)\b/i;

/** Reads `AAPL 10`, `MSFT, $5,000`, `NVDA 2500 USD`, `KO 15%` or `SPY`, one a line. */
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
    holdings.push({
      ticker: ticker.toUpperCase().replace(/[-/]/, '.'),
      amount: value,
      unit: unitOf(dollar === '$' ? dollar : (unit ?? '')),
    });
  }
  return { holdings, refused };
}

function unitOf(text: string): Holding['unit'] {
  if (text === '%') return 'percent';
  return /^(usd|\$)$/i.test(text) ? 'usd' : 'shares';
}

/** Without the exponents that `String` writes, which no line of holdings has. */
const PLAIN = new Intl.NumberFormat('en-US', { useGrouping: false, maximumFractionDigits: 20 });

/** Holdings in a link: `AAPL:$6000,MSFT:10,KO:15%,SPY`. */
export function holdingsInLink(holdings: readonly Holding[]): string {
  const written = (amount: number, unit: Holding['unit']): string =>
    `${unit === 'usd' ? '$' : ''}${PLAIN.format(amount)}${unit === 'percent' ? '%' : ''}`;
  return holdings
    .map(({ ticker, amount, unit }) => (amount === null ? ticker : `${ticker}:${written(amount, unit)}`))
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
  readonly weight?: number;
}

const INPUTS = { shares: 'shares', usd: 'value', percent: 'weight' } as const;

/** Holdings as the graph takes them. */
export function holdingInputs(holdings: readonly Holding[]): readonly HoldingInput[] {
  return holdings.map(({ ticker, amount, unit }) =>
    amount === null ? { ticker } : { ticker, [INPUTS[unit]]: amount },
  );
}

/** Smaller differences come from rounded percents. */
const ROUNDING = 0.05;

/** What the percents of holdings add up to where that is not 100: the weights are in proportion to them. */
export function sumOfPercents(holdings: readonly HoldingInput[]): number | null {
  if (holdings.some(({ weight }) => weight === undefined)) return null;
  const sum = holdings.reduce((total, { weight = 0 }) => total + weight, 0);
  return Math.abs(sum - 100) < ROUNDING ? null : sum;
}

/** The holdings of a text, if every line can be read. */
export function wholeInputs(text: string): readonly HoldingInput[] {
  const { holdings, refused } = parseHoldings(text);
  return refused.length > 0 ? [] : holdingInputs(holdings);
}
