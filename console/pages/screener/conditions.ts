import type { ScreenerQueryVariables, SecurityOrderField, SignalLabel } from '../../generated/types.js';

/** A field of the form, beside its text. */
export interface Condition {
  readonly name: string;
  readonly label: string;
  readonly unit?: string;
  readonly options?: readonly (readonly [value: string, text: string])[];
  readonly min?: number;
  readonly max?: number;
  /** Only for numbers. */
  readonly step?: number;
}

const SECTORS = [
  'Communication Services',
  'Consumer Discretionary',
  'Consumer Staples',
  'Energy',
  'Financials',
  'Health Care',
  'Industrials',
  'Materials',
  'Real Estate',
  'Technology',
  'Utilities',
];

const score = (name: string, label: string): Condition => ({
  name,
  label,
  unit: 'at least, 0–100',
  min: 0,
  max: 100,
  step: 0.1,
});

export const CONDITIONS: readonly Condition[] = [
  {
    name: 'kind',
    label: 'Kind',
    options: [
      ['', 'Any'],
      ['EQUITY', 'Equity'],
      ['ETF', 'Fund'],
    ],
  },
  { name: 'sector', label: 'Sector', options: [['', 'Any'], ...SECTORS.map((sector) => [sector, sector] as const)] },
  {
    name: 'label',
    label: 'Signal',
    options: [
      ['', 'Any'],
      ['buys', 'Buy or Strong Buy'],
      ['STRONG_BUY', 'Strong Buy'],
      ['BUY', 'Buy'],
      ['NEUTRAL', 'Neutral'],
      ['SELL', 'Sell'],
      ['STRONG_SELL', 'Strong Sell'],
      ['sells', 'Sell or Strong Sell'],
    ],
  },
  score('score', 'Score'),
  { name: 'scoreMost', label: 'Score', unit: 'at most, 0–100', min: 0, max: 100, step: 0.1 },
  score('technical', 'Technical'),
  score('momentum', 'Momentum'),
  score('fundamentals', 'Fundamentals'),
  { name: 'change', label: 'Change', unit: 'at least, %', step: 0.01 },
  { name: 'volume', label: 'Volume', unit: 'at least, shares', min: 0, step: 1 },
  { name: 'volumeRatio', label: 'Volume ratio', unit: 'at least, ×', min: 0, step: 0.01 },
];

export const ORDERS = [
  ['SCORE-DESC', 'Score, highest first'],
  ['SCORE-ASC', 'Score, lowest first'],
  ['CHANGE_PCT-DESC', 'Change, highest first'],
  ['CHANGE_PCT-ASC', 'Change, lowest first'],
  ['VOLUME-DESC', 'Volume, highest first'],
  ['VOLUME_RATIO-DESC', 'Volume ratio, highest first'],
  ['TECHNICAL-DESC', 'Technical, highest first'],
  ['MOMENTUM-DESC', 'Momentum, highest first'],
  ['FUNDAMENTALS-DESC', 'Fundamentals, highest first'],
] as const satisfies readonly (readonly [`${SecurityOrderField}-${'ASC' | 'DESC'}`, string])[];

const LABELS: Readonly<Record<string, readonly SignalLabel[]>> = {
  buys: ['BUY', 'STRONG_BUY'],
  sells: ['SELL', 'STRONG_SELL'],
  STRONG_BUY: ['STRONG_BUY'],
  BUY: ['BUY'],
  NEUTRAL: ['NEUTRAL'],
  SELL: ['SELL'],
  STRONG_SELL: ['STRONG_SELL'],
};

/** What the form says, for the address. */
export function valuesOf(fields: FormData): Readonly<Record<string, string>> {
  return Object.fromEntries(
    [...fields].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value.trim()] as const] : [])),
  );
}

type Filter = NonNullable<ScreenerQueryVariables['filter']>;

function atLeast(query: URLSearchParams, name: string): { readonly atLeast: number } | undefined {
  const text = query.get(name) ?? '';
  const value = Number(text);
  return text === '' || !Number.isFinite(value) ? undefined : { atLeast: value };
}

function defined<T extends object>(values: T): T {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as T;
}

/** The filter of an address; conditions that it does not have, or cannot mean anything, are left out. */
export function filterOf(query: URLSearchParams): Filter {
  const most = Number(query.get('scoreMost') ?? '');
  const hasMost = (query.get('scoreMost') ?? '') !== '' && Number.isFinite(most);
  const least = atLeast(query, 'score');
  const factors = defined({
    technical: atLeast(query, 'technical'),
    momentum: atLeast(query, 'momentum'),
    fundamentals: atLeast(query, 'fundamentals'),
  });
  const kind = query.get('kind');
  const filter = {
    search: query.get('search') ?? undefined,
    kind: kind === 'EQUITY' || kind === 'ETF' ? kind : undefined,
    sector: query.get('sector') ?? undefined,
    labels: LABELS[query.get('label') ?? ''],
    score: least === undefined && !hasMost ? undefined : { ...least, ...(hasMost ? { atMost: most } : {}) },
    factors: Object.keys(factors).length === 0 ? undefined : factors,
    changePct: atLeast(query, 'change'),
    volume: atLeast(query, 'volume'),
    volumeRatio: atLeast(query, 'volumeRatio'),
  };
  return defined(filter) as Filter;
}

/** The order of an address: by score, if it has none. */
export function orderOf(query: URLSearchParams): NonNullable<ScreenerQueryVariables['orderBy']> {
  const [value] = ORDERS.find(([each]) => each === query.get('order')) ?? ORDERS[0];
  const [field, direction] = value.split('-') as [SecurityOrderField, 'ASC' | 'DESC'];
  return { field, direction };
}
