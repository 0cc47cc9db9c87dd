const PERCENT = /(\d+(?:\.\d+)?)\s?%/g;
const UP = /\b(?:up|grew|growing|grown|growth|rose|rising|increased?|jumped|climbed|surged)\b/i;
const DOWN = /\b(?:down|fell|falling|declined?|declining|dropped|shrank|decreased?)\b/i;
const EARLIER = /\bfrom\s+\$(\d+(?:\.\d+)?)\s+(thousand|million|billion)\b[^.;]*?\ba year (?:earlier|before)\b/i;
const UNITS: Readonly<Record<string, number>> = { thousand: 1e3, million: 1e6, billion: 1e9 };
const WHOLE = 100;

/**
 * Growth over a year that a description states, as a fraction: its only percentage beside a word for up or down, or an
 * amount of a year earlier beside today's `revenueUsd`. Null for anything less certain.
 */
export function describedGrowth(text: string, revenueUsd: number | null): number | null {
  const [percent, ...others] = [...text.matchAll(PERCENT)];
  if (percent !== undefined) {
    if (others.length > 0 || UP.test(text) === DOWN.test(text)) return null;
    return ((UP.test(text) ? 1 : -1) * Number(percent[1])) / WHOLE;
  }
  const [, amount = '', unit = ''] = EARLIER.exec(text) ?? [];
  const earlier = Number(amount) * (UNITS[unit.toLowerCase()] ?? 0);
  return revenueUsd === null || earlier === 0 ? null : revenueUsd / earlier - 1;
}
