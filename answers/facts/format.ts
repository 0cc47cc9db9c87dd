import type { Fact, NumberFact } from './fact.js';

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
const SCALES: readonly (readonly [number, string])[] = [
  [1e12, 'trillion'],
  [1e9, 'billion'],
  [1e6, 'million'],
];
const MINUS = '−';
/** Of a statistic near 0. */
const MOST_DECIMALS = 8;
/** From here on, cents say nothing. */
const WHOLE_DOLLARS = 1000;

/** By number of decimals; a format takes longer to make than to use. */
const FORMATS = [0, 1, 2].map(
  (decimals) => new Intl.NumberFormat('en-US', { minimumFractionDigits: decimals, maximumFractionDigits: decimals }),
);

const thousands = (value: number, decimals: 0 | 1 | 2): string =>
  FORMATS[decimals]?.format(value) ?? value.toFixed(decimals);

/** With its scale, at most two decimals: `1.45 trillion`, `61 billion`. */
function scaled(value: number): string | null {
  for (const [scale, name] of SCALES) {
    const count = value / scale;
    if (count < 1) continue;
    const decimals = count >= 100 ? 1 : 2;
    // Halves are exact in units of the last digit, and mostly not in the scale.
    const unit = scale / 10 ** decimals;
    return `${(Math.round(value / unit) / 10 ** decimals).toLocaleString('en-US')} ${name}`;
  }
  return null;
}

function money(value: number): string {
  const long = scaled(value);
  if (long !== null) return `$${long}`;
  return `$${thousands(value, Number.isInteger(value) || value >= WHOLE_DOLLARS ? 0 : 2)}`;
}

/** In cents, or below a dollar with four digits if it is no whole number of them. */
const price = (value: number): string =>
  `$${value < 1 && Math.abs(value - Number(value.toFixed(2))) > 1e-9 ? Number(value.toPrecision(4)) : thousands(value, 2)}`;

function percent(value: number): string {
  if (value === 0) return '0%';
  if (value >= 1000) return `${thousands(value, 0)}%`;
  return `${value >= 100 ? value.toFixed(0) : value >= 1 ? value.toFixed(1) : value.toFixed(2)}%`;
}

/** Two decimals, or as many as show two digits: a small value told as 0 would have no sign to support. */
function statistic(value: number): string {
  if (value === 0 || value >= 0.01) return String(Number(value.toFixed(2)));
  return value.toFixed(Math.min(MOST_DECIMALS, 1 - Math.floor(Math.log10(value))));
}

/** `2` is "2nd". */
function ordinal(value: number): string {
  const tens = value % 100;
  const ending = tens >= 11 && tens <= 13 ? 'th' : (['th', 'st', 'nd', 'rd'][value % 10] ?? 'th');
  return `${value}${ending}`;
}

/** A number without its sign. */
function size({ value, unit }: Pick<NumberFact, 'value' | 'unit'>): string {
  const amount = Math.abs(value);
  switch (unit) {
    case 'usd':
      return money(amount);
    case 'usd_per_share':
      return price(amount);
    case 'percent':
      return percent(amount);
    case 'percentage_points':
      return `${thousands(amount, amount >= 1 ? 1 : 2)} percentage points`;
    case 'multiple':
      return `${Number(amount.toFixed(2))} times`;
    case 'score':
      return amount.toFixed(1);
    case 'statistic':
      return statistic(amount);
    case 'count':
      return scaled(amount) ?? thousands(amount, Number.isInteger(amount) ? 0 : 1);
    case 'year':
      return String(amount);
    case 'rank':
      return ordinal(amount);
  }
}

/** `2027-02-22` is "22 February 2027", `2027-02` "February 2027", `2027` itself. */
function dateText(date: string): string {
  const [year = '', month, day] = date.split('-');
  if (month === undefined) return year;
  const name = MONTHS[Number(month) - 1] ?? '';
  return day === undefined ? `${name} ${year}` : `${Number(day)} ${name} ${year}`;
}

/**
 * A fact as sentences tell it: money with its scale, percent with its sign, dates in words; a stranger's words quoted.
 */
export function factText(fact: Fact): string {
  switch (fact.kind) {
    case 'number':
      return (fact.value < 0 ? MINUS : '') + size(fact);
    case 'date':
      return dateText(fact.value);
    case 'quarter':
      return `Q${fact.quarter} ${fact.year}`;
    case 'text':
      return fact.isUntrusted ? `“${fact.value}”` : fact.value;
  }
}

/** A number whose sign the sentence's verb tells. */
export const sizeText = (fact: NumberFact): string => size(fact);

/** A change with its sign, also where it is a plus. */
export const signedText = (fact: NumberFact): string =>
  (fact.value > 0 ? '+' : fact.value < 0 ? MINUS : '') + size(fact);
