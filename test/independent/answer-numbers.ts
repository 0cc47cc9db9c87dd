/** A number as a sentence writes it, and how far its last digit reaches. */
interface WrittenNumber {
  readonly text: string;
  readonly value: number;
  readonly half: number;
}

/** What a body of JSON tells: numbers, days, and texts that have digits. */
export interface Told {
  readonly numbers: readonly number[];
  /** In full, or as far as the body says that they are known: `2025-03`, `2025`. */
  readonly days: ReadonlySet<string>;
  /** Those of instants are their times in New York. */
  readonly texts: readonly string[];
}

const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];
const SCALES: Readonly<Record<string, number>> = { million: 1e6, billion: 1e9, trillion: 1e12 };

/** Parts of names, scales and definitions, which tell nothing. */
const NAMES =
  /\b(?:52-week|200-day|50-day|20-day|30-day|20 sessions|95% (?:interval|value at risk)|95th percentile|5th percentile|of 100|10,000 USD|S&P 500|13F|0 to 100|2-5 days|1-2 weeks|2-4 weeks|90 days|overbought (?:begins at|above) 70|oversold (?:begins at|is below) 30)\b/g;

/** A sentence without quotations, marks of sources, names of measures, and texts that have digits. */
function stripped(sentence: string, texts: readonly string[]): string {
  let rest = sentence.replace(/“[^”]*”/g, ' ').replace(/\[\d+\]/g, ' ');
  for (const text of [...texts].sort((one, other) => other.length - one.length))
    rest = rest.replaceAll(text.replace(/\.$/, ''), ' ');
  return rest.replace(NAMES, ' ');
}

/** The days that a sentence tells, as YYYY-MM-DD, and the sentence without them. */
function daysOf(sentence: string): { readonly days: readonly string[]; readonly rest: string } {
  const days: string[] = [];
  const rest = sentence.replace(
    new RegExp(`(\\d{1,2}) (${MONTHS.join('|')}) (\\d{4})`, 'g'),
    (_, day: string, month: string, year: string) => {
      days.push(`${year}-${String(MONTHS.indexOf(month) + 1).padStart(2, '0')}-${day.padStart(2, '0')}`);
      return ' ';
    },
  );
  return { days, rest };
}

/** The numbers of a sentence, with their scales and without their signs. */
function numbersOf(sentence: string): readonly WrittenNumber[] {
  return [...sentence.matchAll(/(\d[\d,]*(?:\.\d+)?)(?:\s(million|billion|trillion))?/g)].map(
    ([text, digits = '', scale = '']) => {
      const plain = digits.replaceAll(',', '');
      const factor = SCALES[scale] ?? 1;
      const decimals = plain.includes('.') ? plain.length - plain.indexOf('.') - 1 : 0;
      return { text, value: Number(plain) * factor, half: 0.5 * 10 ** -decimals * factor };
    },
  );
}

/** How often each text is in a list. */
function countsOf(list: readonly unknown[]): readonly number[] {
  const counts = new Map<string, number>();
  for (const [, text = ''] of JSON.stringify(list).matchAll(/"([a-z_]+)"/g))
    counts.set(text, (counts.get(text) ?? 0) + 1);
  return [...counts.values()];
}

/** What is known of a day that the object says is not known in full: `2025-03` or `2025`; null for others. */
function partOf(object: Readonly<Record<string, unknown>>, name: string): string | null {
  const [day, precision] = [object[name], object[`${name}Precision`] ?? object[`${name}_precision`]];
  if (typeof day !== 'string' || typeof precision !== 'string' || !/^(?:year|month)$/i.test(precision)) return null;
  return day.slice(0, precision.toLowerCase() === 'year' ? 4 : 7);
}

/** `09:30`. */
const clockInNewYork = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'America/New_York',
  hour: '2-digit',
  minute: '2-digit',
});

/** All that a body tells, at any depth; how long lists are, and how often each text is in them, counts too. */
export function toldBy(body: unknown): Told {
  const [numbers, days, texts]: [number[], Set<string>, string[]] = [[0], new Set(), []];
  const read = (value: unknown): void => {
    if (typeof value === 'number') numbers.push(value);
    else if (typeof value === 'string') {
      const day = /^\d{4}-\d{2}-\d{2}/.exec(value)?.[0];
      if (day !== undefined) days.add(day);
      if (day !== undefined && value.charAt(day.length) === 'T') texts.push(clockInNewYork.format(new Date(value)));
      else if (day === undefined && /\d/.test(value)) texts.push(value);
    } else if (Array.isArray(value)) {
      numbers.push(value.length, ...countsOf(value));
      value.forEach(read);
    } else if (typeof value === 'object' && value !== null) {
      for (const [name, inner] of Object.entries(value)) {
        const part = partOf(value as Readonly<Record<string, unknown>>, name);
        if (part === null) read(inner);
        else days.add(part);
      }
    }
  };
  read(body);
  return { numbers, days, texts };
}

export function together(all: readonly Told[]): Told {
  return {
    numbers: all.flatMap(({ numbers }) => numbers),
    days: new Set(all.flatMap(({ days }) => [...days])),
    texts: all.flatMap(({ texts }) => texts),
  };
}

const isTold = ({ value, half }: WrittenNumber, numbers: readonly number[]): boolean =>
  numbers.some((number) =>
    [number, number * 100].some(
      (actual) => Math.abs(Math.abs(actual) - value) <= half + 1e-9 * Math.max(1, Math.abs(actual)),
    ),
  );

/** "52.5 − 47.1 = 5.4": the result of two told numbers. */
function isDifference(sentence: string, wanted: WrittenNumber): boolean {
  const [, one, other, result] = /(\d+\.\d) − (\d+\.\d) = (\d+\.\d)/.exec(sentence) ?? [];
  return Number(result) === wanted.value && Math.abs(Number(one) - Number(other) - wanted.value) < 0.051;
}

/** Whether a number is the year of a month, or a year, of which no more is known. */
function isPeriod(sentence: string, { text }: WrittenNumber, { days }: Told): boolean {
  const isMonth = (month: string, index: number): boolean =>
    sentence.includes(`${month} ${text}`) && days.has(`${text}-${String(index + 1).padStart(2, '0')}`);
  return days.has(text) || MONTHS.some(isMonth);
}

/** The numbers and days of a sentence that a body does not tell. */
export function untold(sentence: string, told: Told): readonly string[] {
  const { days, rest } = daysOf(stripped(sentence, told.texts));
  const wrongDays = days.filter((day) => !told.days.has(day));
  const wrongNumbers = numbersOf(rest).filter(
    (number) => !isTold(number, told.numbers) && !isDifference(sentence, number) && !isPeriod(rest, number, told),
  );
  return [...wrongDays, ...wrongNumbers.map(({ text }) => text)];
}

/** A key figure may be rounded by this share, and not more. */
const COARSEST = 0.05;

/** Whether a text tells a figure, rounded as it writes it. */
export function tellsFigure(text: string, figure: number): boolean {
  const { rest } = daysOf(text.replace(/“[^”]*”/g, ' '));
  return numbersOf(rest).some(({ value, half }) =>
    [Math.abs(figure), Math.abs(figure) * 100].some(
      (actual) => Math.abs(actual - value) <= Math.min(half, Math.max(COARSEST, COARSEST * actual)) + 1e-9,
    ),
  );
}

/** Whether a text tells a day, YYYY-MM-DD. */
export const tellsDay = (text: string, day: string): boolean => daysOf(text).days.includes(day);

export interface PriceRow {
  readonly date: string;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly adjusted: number;
}

/** The same day some months before, or the last of its month. */
function monthsBefore(date: string, months: number): string {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
  const first = new Date(Date.UTC(year, month - 1 - months, 1));
  const last = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  return new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth(), Math.min(day, last)))
    .toISOString()
    .slice(0, 10);
}

/** Returns over windows, the year's range, volatility and drawdown, percent, from rows of prices; and their days. */
export function priceFigures(rows: readonly PriceRow[]): {
  readonly figures: Readonly<Record<string, number>>;
  readonly days: readonly string[];
} {
  const last = rows.at(-1);
  if (last === undefined) return { figures: {}, days: [] };
  const starts: Readonly<Record<string, string>> = {
    week: new Date(Date.parse(last.date) - 7 * 86_400_000).toISOString().slice(0, 10),
    month: monthsBefore(last.date, 1),
    quarter: monthsBefore(last.date, 3),
    half: monthsBefore(last.date, 6),
    ytd: `${Number(last.date.slice(0, 4)) - 1}-12-31`,
    year: monthsBefore(last.date, 12),
    three: monthsBefore(last.date, 36),
    five: monthsBefore(last.date, 60),
    ten: monthsBefore(last.date, 120),
  };
  const figures: Record<string, number> = { close: last.close };
  const days = [last.date];
  for (const [name, start] of Object.entries(starts)) {
    const from = rows.filter(({ date }) => date <= start).at(-1);
    if (from === undefined) continue;
    figures[name] = 100 * (last.adjusted / from.adjusted - 1);
    days.push(from.date);
  }
  const year = rows.slice(-252);
  const top = year.reduce((best, row) => (row.high > best.high ? row : best));
  const bottom = year.reduce((best, row) => (row.low < best.low ? row : best));
  days.push(top.date, bottom.date);
  Object.assign(figures, { high: top.high, low: bottom.low, below: 100 * (last.close / top.high - 1) });
  const closes = rows.slice(-253).map(({ adjusted }) => adjusted);
  const returns = closes.slice(1).map((close, index) => close / (closes[index] ?? close) - 1);
  const mean = returns.reduce((sum, each) => sum + each, 0) / returns.length;
  figures['volatility'] =
    100 * Math.sqrt((252 * returns.reduce((sum, each) => sum + (each - mean) ** 2, 0)) / (returns.length - 1));
  let [peak, deepest] = [0, 0];
  for (const { adjusted } of year) {
    peak = Math.max(peak, adjusted);
    deepest = Math.min(deepest, adjusted / peak - 1);
  }
  figures['drawdown'] = 100 * deepest;
  return { figures, days };
}
