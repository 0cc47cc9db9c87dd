import { STATEMENT_NAMES } from '../tools/statements.js';
import type { Question } from './question.js';

interface Figure {
  readonly pattern: RegExp;
  readonly key: string;
  /** Over a period, or at its end. */
  readonly isBalance?: true;
}

const FIGURES: readonly Figure[] = [
  {
    key: 'free_cash_flow',
    pattern: /\bfree cash ?flows?\b|\bfcf\b|\bcash burn\b|\bburn rate\b|\bburn(?:s|ed|ing)? (?:through )?cash\b/,
  },
  { key: 'investing_cash_flow', pattern: /\bcash ?flows? (?:from|used in|for) investing\b|\binvesting cash ?flows?\b/ },
  {
    key: 'financing_cash_flow',
    pattern: /\bcash ?flows? (?:from|used in|for) financing\b|\bfinancing cash ?flows?\b/,
  },
  {
    key: 'operating_cash_flow',
    pattern:
      /\boperating cash ?flows?\b|\bcash ?flows? from operat\w+|\bcash from operations\b|\bcash ?flows?\b(?! statements?)/,
  },
  { key: 'gross_margin', pattern: /\bgross (?:profit )?margins?\b/ },
  { key: 'operating_margin', pattern: /\b(?:operating|op|ebit) (?:profit )?margins?\b/ },
  { key: 'net_margin', pattern: /\b(?:net|profit|net profit|net income) margins?\b/ },
  { key: 'gross_profit', pattern: /\bgross (?:profits?|income)\b/ },
  {
    key: 'operating_income',
    pattern: /\boperating (?:income|profits?|earnings|loss(?:es)?|results?)\b|\bebit\b|\bincome from operations\b/,
  },
  { key: 'cost_of_revenue', pattern: /\bcosts? of (?:revenues?|sales|goods(?: sold)?)\b|\bcogs\b/ },
  {
    key: 'research',
    pattern:
      /\br ?(?:&|and|n) ?d\b|\brnd\b|\bresearch (?:and|&) development\b|\bresearch (?:spend\w*|expenses?|costs?|budget)\b|\b(?:spend|spent|spends|spending) (?:\w+ ){0,3}?on research\b/,
  },
  {
    key: 'selling',
    pattern: /\bsg ?& ?a\b|\bselling,? general\b|\boverheads?\b|\badministrative (?:costs?|expenses?)\b/,
  },
  {
    key: 'interest_expense',
    pattern: /\binterest (?:expenses?|costs?|payments?)\b|\bpay\w* (?:in|on|for)? ?interest\b/,
  },
  {
    key: 'income_before_tax',
    pattern: /\b(?:income|profits?|earnings) before (?:income )?tax(?:es)?\b|\bpre-?tax (?:income|profits?|earnings)\b/,
  },
  {
    key: 'income_tax',
    pattern:
      /\bincome tax(?:es)?\b|\btax expenses?\b|\b(?:pay|paid|pays) (?:in|on|how much)? ?tax(?:es)?\b|\bhow much tax(?:es)?\b/,
  },
  { key: 'current_ratio', pattern: /\bcurrent ratios?\b/, isBalance: true },
  {
    key: 'short_term_investments',
    pattern: /\bshort[- ]term investments?\b|\bmarketable securities\b/,
    isBalance: true,
  },
  { key: 'receivables', pattern: /\breceivables?\b/, isBalance: true },
  { key: 'inventory', pattern: /\binventor(?:y|ies)\b/, isBalance: true },
  { key: 'current_assets', pattern: /\bcurrent assets\b/, isBalance: true },
  {
    key: 'assets',
    pattern: /\b(?:total )?assets\b(?! (?:under management|(?:does|do|did) @s (?:hold|own)))/,
    isBalance: true,
  },
  { key: 'current_liabilities', pattern: /\bcurrent liabilities\b/, isBalance: true },
  { key: 'liabilities', pattern: /\b(?:total )?liabilities\b/, isBalance: true },
  {
    key: 'long_term_debt',
    pattern:
      /\bdebts?\b(?! (?:to|ratio|burden ratio))|\bindebted\w*\b|\bborrowings?\b|\bhow much (?:does|do|did) @s owe\b/,
    isBalance: true,
  },
  {
    key: 'equity',
    pattern:
      /\b(?:share|stock)holders?'?s? equity\b|\bbook value\b(?! per share)|\btotal equity\b|\bnet worth\b|\bequity\b(?= (?:of|at) @s)|(?<=@s(?:'s)? )\bequity\b/,
    isBalance: true,
  },
  {
    key: 'cash',
    pattern:
      /\bcash (?:and (?:cash )?equivalents|pile|position|reserves?|balances?|holdings?|on hand|on (?:its|the|their) (?:balance|books?)|in the bank)\b|\b(?:much|more|most) cash\b(?! ?flows?)|(?<=@s(?:'s)? )\bcash\b(?! ?flows?)/,
    isBalance: true,
  },
  { key: 'capex', pattern: /\bcap(?:ital )?[- ]?ex(?:pend\w*)?\b|\bcapx\b|\bcapital (?:spend\w*|investments?)\b/ },
  { key: 'depreciation', pattern: /\bdepreciation\b|\bamorti[sz]ation\b/ },
  { key: 'stock_compensation', pattern: /\b(?:stock|share|equity)[- ]based comp\w*\b|\bstock comp\w*\b|\bsbc\b/ },
  {
    key: 'repurchases',
    pattern:
      /^(?!.*(?:\binsiders?\b|\b(?:should|shall|can) (?:i|we)\b|\bbuy back in)).*?(?:\bbuy[- ]?backs?\b|\b(?:stock|share)s? repurchas\w*\b|\brepurchas\w*\b|\b(?:buy(?:ing)?|bought) back\b)/,
  },
];

const SHEETS: readonly (readonly [RegExp, readonly string[]])[] = [
  [/\bbalance sheets?\b/, ['assets', 'liabilities', 'equity', 'cash', 'current_ratio', 'long_term_debt']],
  [
    /\bcash ?flow statements?\b|\bstatements? of cash ?flows?\b/,
    ['operating_cash_flow', 'investing_cash_flow', 'financing_cash_flow', 'capex', 'free_cash_flow'],
  ],
  [
    /\bincome statements?\b|\bprofit and loss\b|\bp ?& ?l\b(?! of my)/,
    ['revenue', 'gross_profit', 'operating_income', 'net_income'],
  ],
  [/\bworking capital\b/, ['current_assets', 'current_liabilities']],
  [
    /(?<!\b(?:on|a|using|with|what|price) )\bmargins?\b(?! (?:between|calls?|loans?|accounts?|requirements?|trading|interest|debt|of (?:safety|error)))/,
    ['gross_margin', 'operating_margin', 'net_margin'],
  ],
  [
    /\bfinancial statements?\b|\bfinancials\b(?! sector)/,
    ['revenue', 'operating_income', 'net_income', 'free_cash_flow', 'assets', 'equity'],
  ],
];
/** Figures at the end of a period. */
export const BALANCE: ReadonlySet<string> = new Set([
  ...FIGURES.flatMap(({ key, isBalance }) => (isBalance === true ? [key] : [])),
]);
/** What is computed from figures, or a part of one, which an answer tells by what is nearest to it. */
const COMPUTED = new RegExp(
  [
    String.raw`\byields?\b|\bper share\b|\bprice[- ](?:to|\/)|\bto[- ]free[- ]cash|\bas a (?:percent\w*|%|share|fraction|part|multiple) of\b`,
    String.raw`\b(?:cash ?flow|fcf|capex|r&d|sbc|debt|cash|revenue) margins?\b|\bpercent(?:age)? of\b|% of\b|\b(?<!current )ratios?\b`,
    String.raw`\bcover(?:s|ed|age)?\b|\bconversion\b|\bturnover\b|\bpay-?outs?\b|\bnet (?:debt|cash|interest)\b|\bworking capital\b`,
    String.raw`\binventory days\b|\bdays of inventory\b|\b(?:short[- ]term|total|current) debt\b|\bintangible\b|\blease liabilities\b`,
    String.raw`\b(?:cash|debt) (?:and|minus|less|plus|or) (?:its |the )?(?:short-term )?(?:cash|debt|investments)\b(?=.*\b(?:minus|less|plus|investments)\b)`,
    String.raw`\b(?:average|mean|median|cagr|compound\w*|cumulative|combined|in total|sum of|together)\b`,
    String.raw`\b(?:forecasts?|predict\w*|expect(?:ed|s)?|next (?:quarter|year)|will|going to)\b`,
    String.raw`\b(?:gr[eo]w\w*|rose|fell|improv\w*) (?:\w+ ){0,3}?(?:faster|slower|more|less)\b|\bgr[eo]w\w*\b.*\b(?:faster|slower)\b|\b(?:in )?(?:euros?|eur|gbp|pounds|yen)\b|\baws\b`,
  ].join('|'),
);
/** Of one company, the time of an extreme. */
const EXTREME = /\b(?:best|worst|highest|lowest|peak(?:ed)?|most profitable)\b/;

/** Whether more is asked for than single figures of statements. */
export const asksMore = (plain: string, companies: number): boolean =>
  COMPUTED.test(plain) || (companies === 1 && EXTREME.test(plain));

/** What a sentence calls a figure. */
export const nameOf = (key: string): string => STATEMENT_NAMES.get(key) ?? key;

/** The figures that a question asks for, in the order of its words. */
export function figuresAskedIn({ plain }: Pick<Question, 'plain'>): readonly string[] {
  if (/\bnet (?:debt|cash)\b(?! ?flows?)/.test(plain)) return ['long_term_debt', 'cash'];
  for (const [pattern, keys] of SHEETS.slice(0, 3)) if (pattern.test(plain)) return keys;
  const found: { key: string; from: number; to: number }[] = [];
  for (const { key, pattern } of FIGURES) {
    const match = pattern.exec(plain);
    if (match === null) continue;
    const [from, to] = [match.index, match.index + match[0].length];
    // "Gross profit" of "gross profit margin" is a part of what is asked for.
    if (!found.some((other) => from < other.to && other.from < to)) found.push({ key, from, to });
  }
  const keys = found.sort((one, other) => one.from - other.from).map(({ key }) => key);
  if (keys.length > 0) return keys;
  return SHEETS.find(([pattern]) => pattern.test(plain))?.[1] ?? [];
}

/** What asks for figures of statements. */
export const FIGURE_SIGNS: readonly RegExp[] = [
  ...FIGURES.map(({ pattern }) => pattern),
  ...SHEETS.map(([pattern]) => pattern),
];
