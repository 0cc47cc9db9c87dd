import type { DateFact, NumberFact, QuarterFact } from '../../facts/fact.js';
import type { Entity } from '../../names/entity.js';
import { STATEMENT_NAMES } from '../../tools/statements.js';
import { asksOfYears, YEAR_WORDS, yearsIn } from '../fiscal-years.js';
import type { Found } from '../found.js';
import { share, type Intent, type Section } from '../intent.js';
import { listed, NO_LINE, say, signed, type Line } from '../line.js';
import type { Question } from '../question.js';
import { fullName, possessive } from '../words.js';
import { kept } from './signal.js';

interface Figure {
  readonly pattern: RegExp;
  readonly key: string;
  /** Over a period, or at its end. */
  readonly isBalance?: true;
}

const FIGURES: readonly Figure[] = [
  { key: 'free_cash_flow', pattern: /\bfree cash ?flows?\b|\bfcf\b/ },
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
  { key: 'operating_margin', pattern: /\b(?:operating|ebit) (?:profit )?margins?\b/ },
  { key: 'net_margin', pattern: /\b(?:net|profit|net profit|net income) margins?\b/ },
  { key: 'gross_profit', pattern: /\bgross (?:profits?|income)\b/ },
  {
    key: 'operating_income',
    pattern: /\boperating (?:income|profits?|earnings|loss(?:es)?|results?)\b|\bebit\b|\bincome from operations\b/,
  },
  { key: 'cost_of_revenue', pattern: /\bcosts? of (?:revenues?|sales|goods(?: sold)?)\b|\bcogs\b/ },
  {
    key: 'research',
    pattern: /\br ?& ?d\b|\bresearch (?:and|&) development\b|\bresearch (?:spend\w*|expenses?|costs?|budget)\b/,
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
  { key: 'assets', pattern: /\b(?:total )?assets\b/, isBalance: true },
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
  { key: 'capex', pattern: /\bcap(?:ital )?[- ]?ex(?:pend\w*)?\b|\bcapital (?:spend\w*|investments?)\b/ },
  { key: 'depreciation', pattern: /\bdepreciation\b|\bamorti[sz]ation\b/ },
  { key: 'stock_compensation', pattern: /\b(?:stock|share|equity)[- ]based comp\w*\b|\bstock comp\w*\b|\bsbc\b/ },
  {
    key: 'repurchases',
    pattern: /\bbuy[- ]?backs?\b|\b(?:stock|share)s? repurchas\w*\b|\brepurchas\w*\b|\b(?:buy(?:ing)?|bought) back\b/,
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
  [/\bmargins?\b/, ['gross_margin', 'operating_margin', 'net_margin']],
  [
    /\bfinancial statements?\b|\bfinancials\b(?! sector)/,
    ['revenue', 'operating_income', 'net_income', 'free_cash_flow', 'assets', 'equity'],
  ],
];
const BALANCE: ReadonlySet<string> = new Set([
  ...FIGURES.flatMap(({ key, isBalance }) => (isBalance === true ? [key] : [])),
]);
const nameOf = (key: string): string => STATEMENT_NAMES.get(key) ?? key;

/** The figures that a question asks for, in the order of its words. */
function askedOf({ plain }: Pick<Question, 'plain'>): readonly string[] {
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

const QUARTER = /\bq([1-4]),? ?(?:of )?(?:fiscal |fy ?)?((?:19|20)\d{2})\b/;
const OF_QUARTERS = /\bquarter(?:s|ly)?\b|\bq[1-4]\b/;
const QUARTERS = new RegExp(`${QUARTER.source}|${OF_QUARTERS.source}`);

type Period = 'QUARTER' | 'YEAR' | 'TRAILING_YEAR';

function periodOf(question: Pick<Question, 'plain'>): Period {
  if (OF_QUARTERS.test(question.plain) && !/\b(?:last|past) (?:4|four) quarters\b/.test(question.plain))
    return 'QUARTER';
  return asksOfYears(question) ? 'YEAR' : 'TRAILING_YEAR';
}

const number = (found: Found, id: string, key: string, row: number): NumberFact | undefined =>
  found.number(`statements.${key}`, id, row);
/** What a row is of: a fiscal year or a quarter. */
const whenOf = (found: Found, id: string, row: number): DateFact | QuarterFact | undefined =>
  found.date('statements.year', id, row) ?? found.quarter('statements.quarter', id, row);

/** "in the fiscal year 2025", "at the end of Q3 2025", "in the year to the end of Q3 2025". */
function timeLine(found: Found, id: string, row: number, isBalance: boolean, period: Period): Line {
  const when = whenOf(found, id, row);
  const end = found.date('statements.end', id, row);
  if (when === undefined || end === undefined) return NO_LINE;
  if (isBalance) return say`at the end of ${period === 'YEAR' ? 'the fiscal year ' : ''}${when}`;
  if (period === 'YEAR') return say`in the fiscal year ${when}`;
  return period === 'QUARTER' ? say`in ${when}` : say`in the year to the end of ${when}`;
}

/** The rows of a company that a question asks for, the newest first; empty if none of them is stored. */
function rowsOf(question: Pick<Question, 'plain'>, found: Found, id: string, period: Period): readonly number[] {
  const stored = [...new Set(found.rows('statements.end', id))];
  if (period === 'YEAR') return (yearsIn(question, stored, stored) ?? []).filter((year) => stored.includes(year));
  const named = period === 'QUARTER' ? QUARTER.exec(question.plain) : null;
  if (named === null) return stored.slice(0, 1);
  return stored.filter((row) => {
    const own = found.quarter('statements.quarter', id, row);
    return own?.quarter === Number(named[1]) && own.year === Number(named[2]);
  });
}

/** The row of the same period a year before. */
function rowBefore(row: number, period: Period): number {
  if (period === 'YEAR') return row - 1;
  return period === 'QUARTER' ? row + 4 : 1;
}

interface Told {
  readonly line: Line;
  readonly facts: readonly NumberFact[];
  /** Changes that the line tells. */
  readonly computed: readonly NumberFact[];
}

const NOTHING: Told = { line: NO_LINE, facts: [], computed: [] };

/** How a figure changed over a year; undefined unless both are positive amounts. */
function changeOf(now: NumberFact, before: NumberFact | undefined): NumberFact | undefined {
  if (before === undefined || now.unit !== 'usd' || now.value <= 0 || before.value <= 0) return undefined;
  return {
    ...now,
    key: `${now.key}_change`,
    label: `change of ${now.label} over a year`,
    value: Number((100 * (now.value / before.value - 1)).toFixed(4)),
    unit: 'percent',
    isChange: true,
  };
}

/** A figure of one period, beside that of the same one a year before. */
function figureLine(found: Found, security: Entity, key: string, row: number, period: Period): Told {
  const { key: id } = security;
  const fact = number(found, id, key, row);
  if (fact === undefined) return NOTHING;
  const earlier = number(found, id, key, rowBefore(row, period));
  const change = changeOf(fact, earlier);
  const changed = change === undefined ? NO_LINE : say`: ${signed(change)}`;
  const before = earlier === undefined ? NO_LINE : say`, against ${earlier} a year before${changed}`;
  const when = timeLine(found, id, row, BALANCE.has(key), period);
  return {
    line: say`${possessive(security.name)} ${nameOf(key)} ${when} ${isPlural(key) ? 'were' : 'was'} ${fact}${before}.`,
    facts: [fact],
    computed: change === undefined ? [] : [change],
  };
}

/** What a figure is made of, or is told beside. */
const BESIDE: Readonly<Record<string, readonly string[]>> = {
  free_cash_flow: ['operating_cash_flow', 'capex'],
  operating_cash_flow: ['free_cash_flow'],
  gross_margin: ['gross_profit', 'revenue'],
  operating_margin: ['operating_income', 'revenue'],
  net_margin: ['net_income', 'revenue'],
  gross_profit: ['revenue', 'gross_margin'],
  operating_income: ['revenue', 'operating_margin'],
  research: ['revenue'],
  cash: ['short_term_investments', 'long_term_debt'],
  long_term_debt: ['cash', 'liabilities'],
  equity: ['assets', 'liabilities'],
  assets: ['liabilities', 'equity'],
  liabilities: ['assets', 'equity'],
  current_ratio: ['current_assets', 'current_liabilities'],
  repurchases: ['free_cash_flow', 'dividends_paid'],
  capex: ['operating_cash_flow'],
};

/** "In the same time, AAPL had operating cash flow of $1 and capital expenditures of $2." */
function besideLine(found: Found, { key: id }: Entity, key: string, row: number, isOfMany: boolean): Line {
  const others = BESIDE[key] ?? (BALANCE.has(key) ? ['assets'] : ['revenue']);
  const parts = others.flatMap((other) => {
    const fact = number(found, id, other, row);
    return fact === undefined ? [] : [say`${nameOf(other)} of ${fact}`];
  });
  if (parts.length === 0) return NO_LINE;
  const year = found.date('statements.year', id, row);
  if (isOfMany && year !== undefined) return say`In the fiscal year ${year}, ${id} had ${listed(parts)}.`;
  return say`${BALANCE.has(key) ? 'On the same day' : 'In the same time'}, ${id} had ${listed(parts)}.`;
}

const PLURAL = /(?:s|expenditures|investments|liabilities)$/;
const isPlural = (key: string): boolean => PLURAL.test(nameOf(key));

/** A figure of several fiscal years. */
function yearsLine(found: Found, security: Entity, key: string, rows: readonly number[]): Told {
  const { key: id } = security;
  const facts = rows.flatMap((row) => number(found, id, key, row) ?? []);
  if (facts.length === 0) return NOTHING;
  const parts = facts.map((fact) => say`${fact} in ${found.date('statements.year', id, fact.row ?? 0) ?? ''}`);
  return {
    line: say`${possessive(security.name)} ${nameOf(key)} by fiscal year: ${listed(parts)}.`,
    facts,
    computed: [],
  };
}

/** That no filing has the figure, or the period. */
function missingLine(question: Question, found: Found, security: Entity, key: string, period: Period): Line {
  const { key: id } = security;
  const stored = found.rows('statements.end', id);
  const [newest] = stored;
  if (newest === undefined)
    return say`No financial statements of ${fullName(security)} are stored${security.isFund ? ', as it is a fund' : ''}.`;
  if (rowsOf(question, found, id, period).length === 0) {
    const when = whenOf(found, id, newest);
    return say`No statement of ${fullName(security)} for the time that the question names is stored; the newest is of ${when ?? ''}.`;
  }
  return say`The stored statements of ${fullName(security)} do not have its ${nameOf(key)}.`;
}

const LONG_TERM = say`Long-term debt leaves out what is due within a year; total debt is not told.`;

function tell(question: Question, found: Found, securities: readonly Entity[]): Section {
  const period = periodOf(question);
  const keys = askedOf(question);
  const all = securities.flatMap((security) =>
    keys.map((key) => {
      const rows = rowsOf(question, found, security.key, period);
      const [row] = rows;
      if (row === undefined) return { security, key, ...NOTHING };
      const told =
        rows.length > 1 ? yearsLine(found, security, key, rows) : figureLine(found, security, key, row, period);
      return { security, key, ...told };
    }),
  );
  const told = kept(all.map(({ line }) => line));
  const [only] = keys;
  const beside =
    keys.length === 1 && only !== undefined
      ? all.map(({ security, facts: [fact, ...rest] }) =>
          fact === undefined ? NO_LINE : besideLine(found, security, only, fact.row ?? 0, rest.length > 0),
        )
      : [];
  const missing = all
    .filter(({ facts }) => facts.length === 0)
    .map(({ security, key }) => missingLine(question, found, security, key, period));
  const [headline, ...lines] = [
    ...comparedLines(question, all),
    ...told,
    ...kept(beside),
    ...new Map(missing.map((line) => [line.text, line])).values(),
  ];
  return {
    headline: headline ?? NO_LINE,
    lines: keys.includes('long_term_debt') && told.length > 0 && keys.length === 1 ? [...lines, LONG_TERM] : lines,
    coverage: share(all, ({ facts }) => facts.length > 0),
    computed: all.flatMap(({ computed }) => computed),
    timeRead: new RegExp(`${YEAR_WORDS.source}|${QUARTERS.source}`),
  };
}

/** Which of several companies has the most of a figure, or the least where the question asks for less. */
function comparedLines(
  { plain }: Pick<Question, 'plain'>,
  all: readonly { readonly security: Entity; readonly key: string; readonly facts: readonly NumberFact[] }[],
): readonly Line[] {
  const [first] = all;
  if (first === undefined) return [];
  const same = all.filter(({ key, facts }) => key === first.key && facts.length === 1);
  if (same.length < 2) return [];
  const isLower = LESS.test(plain);
  const ranked = same
    .flatMap(({ security, facts }) => facts.map((fact) => ({ security, fact })))
    .sort((one, other) => (other.fact.value - one.fact.value) * (isLower ? -1 : 1));
  const [best] = ranked;
  if (best === undefined) return [];
  const parts = ranked.map(({ security, fact }) => say`${fact} for ${security.key}`);
  const place = placeOf(isLower, /margin|ratio/.test(nameOf(first.key)), ranked.length > 2);
  return [say`${fullName(best.security)} has the ${place} ${nameOf(first.key)}: ${listed(parts)}.`];
}

const LESS = /\b(?:lower|less|smaller|fewer|least|lowest|smallest)\b/;

/** "lower", "lowest", "smaller", "smallest", "higher", "highest", "larger" or "largest". */
function placeOf(isLower: boolean, isRatio: boolean, isOfMany: boolean): string {
  const stem = isRatio ? (isLower ? 'low' : 'high') : isLower ? 'small' : 'large';
  return stem.replace(/e$/, '') + (isOfMany ? 'est' : 'er');
}

/** What the statements of companies have: margins, cash flows, balances. */
export const INTENT: Intent = {
  name: 'statements',
  signs: [...FIGURES.map(({ pattern }) => [pattern, 9] as const), ...SHEETS.map(([pattern]) => [pattern, 9] as const)],
  fits: ({ securities, companies, holdings }) => securities.length > 0 && companies.length === 0 && holdings === null,
  plan: (question) => [
    {
      tool: 'statements',
      input: { tickers: question.securities.map(({ key }) => key), period: periodOf(question) },
    },
  ],
  write: (question, found) => tell(question, found, question.securities),
};
