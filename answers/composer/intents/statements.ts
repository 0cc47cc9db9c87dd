import type { DateFact, NumberFact, QuarterFact } from '../../facts/fact.js';
import type { Entity } from '../../names/entity.js';
import { asksMore, BALANCE, FIGURE_SIGNS, figuresAskedIn, nameOf } from '../asked-figures.js';
import type { Found } from '../found.js';
import { share, type Intent, type Section } from '../intent.js';
import { listed, NO_LINE, ofQuestion, say, signed, type Line } from '../line.js';
import type { Question } from '../question.js';
import { periodOf, rowsOf, TIMES, UNDER_WAY, UNREAD_TIME, type Period } from '../statement-periods.js';
import { fullName, possessive } from '../words.js';
import { kept } from './signal.js';

const number = (found: Found, id: string, key: string, row: number): NumberFact | undefined =>
  found.number(`statements.${key}`, id, row);
/** What a row is of: a fiscal year or a quarter. */
const whenOf = (found: Found, id: string, row: number): DateFact | QuarterFact | undefined =>
  found.date('statements.year', id, row) ?? found.quarter('statements.quarter', id, row);

/** "in the fiscal year 2025", "at the end of Q3 2025", "in the four quarters to Q3 2025". */
function timeLine(found: Found, id: string, row: number, isBalance: boolean, period: Period): Line {
  const when = whenOf(found, id, row);
  const end = found.date('statements.end', id, row);
  if (when === undefined || end === undefined) return NO_LINE;
  if (isBalance) return say`at the end of ${period === 'YEAR' ? 'the fiscal year ' : ''}${when}`;
  if (period === 'YEAR') return say`in the fiscal year ${when}`;
  return period === 'QUARTER' ? say`in ${when}` : say`in the four quarters to ${when}`;
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
  const quarter = found.quarter('statements.quarter', id, row);
  if (isOfMany && year !== undefined) return say`In the fiscal year ${year}, ${id} had ${listed(parts)}.`;
  if (isOfMany && quarter !== undefined) return say`In ${quarter}, ${id} had ${listed(parts)}.`;
  return say`${BALANCE.has(key) ? 'On the same day' : 'In the same time'}, ${id} had ${listed(parts)}.`;
}

const PLURAL = /(?:s|expenditures|investments|liabilities)$/;
const isPlural = (key: string): boolean => PLURAL.test(nameOf(key));

/** A figure of several fiscal years or quarters. */
function listLine(found: Found, security: Entity, key: string, rows: readonly number[]): Told {
  const { key: id } = security;
  const facts = rows.flatMap((row) => number(found, id, key, row) ?? []);
  if (facts.length === 0) return NOTHING;
  const parts = facts.map((fact) => say`${fact} in ${whenOf(found, id, fact.row ?? 0) ?? ''}`);
  const isOfYears = found.date('statements.year', id, rows[0]) !== undefined;
  return {
    line: say`${possessive(security.name)} ${nameOf(key)} by fiscal ${isOfYears ? 'year' : 'quarter'}: ${listed(parts)}.`,
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

const PARTS = ofQuestion(
  'The question asks for what is computed from figures of statements, or for a part of them, which this answer does ' +
    'not tell; what follows are the figures nearest to it.',
);
const OTHER_TIMES = ofQuestion(
  'The question names a time that this answer does not read: statements are told by fiscal quarters and years.',
);
const WHOLE_YEARS = ofQuestion(
  'The fiscal year that is under way is told by its quarters; what follows is of the newest whole one.',
);
const OF_FILERS = ofQuestion('Financial statements are those of companies that file reports with the SEC.');

/** The newest figure that is stored, where that of the time that the question names is not. */
function newestOf(found: Found, security: Entity, key: string, period: Period): Told {
  const [newest] = found.rows('statements.end', security.key);
  return newest === undefined ? NOTHING : figureLine(found, security, key, newest, period);
}

function tell(question: Question, found: Found, securities: readonly Entity[]): Section {
  const period = periodOf(question);
  const keys = figuresAskedIn(question);
  const all = securities.flatMap((security) =>
    keys.map((key) => {
      const rows = rowsOf(question, found, security.key, period);
      const [row] = rows;
      if (row === undefined) return { security, key, ...NOTHING };
      const told =
        rows.length > 1 ? listLine(found, security, key, rows) : figureLine(found, security, key, row, period);
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
  const newest = all
    .filter(({ facts }) => facts.length === 0)
    .map(({ security, key }) => newestOf(found, security, key, period));
  const unread = [
    ...(asksMore(question.plain, securities.length) ? [PARTS] : []),
    ...(UNREAD_TIME.test(question.plain) ? [OTHER_TIMES] : []),
    ...(period === 'YEAR' && UNDER_WAY.test(question.plain) ? [WHOLE_YEARS] : []),
  ];
  const [headline, ...lines] = [
    ...comparedLines(question, all),
    ...told,
    ...kept(beside),
    ...new Map(missing.map((line) => [line.text, line])).values(),
    ...kept(newest.map(({ line }) => line)),
    ...(securities.every(({ key }) => found.rows('statements.end', key).length === 0) ? [OF_FILERS] : []),
  ];
  return {
    headline: headline ?? NO_LINE,
    lines: keys.includes('long_term_debt') && told.length > 0 && keys.length === 1 ? [...lines, LONG_TERM] : lines,
    coverage: (unread.length > 0 ? 0.4 : 1) * share(all, ({ facts }) => facts.length > 0),
    ...(unread.length > 0 ? { unread } : {}),
    computed: [...all, ...newest].flatMap(({ computed }) => computed),
    timeRead: TIMES,
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

/** Words of other topics that are also those of figures. */
const OTHER_MEANINGS =
  /\bnews\b|\bcash[- ](?:settled|secured)\b|\bassets under management\b|\bassets (?:does|do|did) @s (?:own|hold)\b|\br&d of a strategy\b/;

/** What the statements of companies have: margins, cash flows, balances. */
export const INTENT: Intent = {
  name: 'statements',
  signs: FIGURE_SIGNS.map((pattern) => [pattern, 9] as const),
  fits: ({ securities, companies, holdings, plain }) =>
    securities.length > 0 && companies.length === 0 && holdings === null && !OTHER_MEANINGS.test(plain),
  plan: (question) => [
    {
      tool: 'statements',
      input: { tickers: question.securities.map(({ key }) => key), period: periodOf(question) },
    },
  ],
  write: (question, found) => tell(question, found, question.securities),
};
