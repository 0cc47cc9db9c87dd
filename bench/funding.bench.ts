import { fundingRound } from '../engines/funding/funding-round.js';
import { isHeldOut, labelledHeadlines, plainRound } from '../test/independent/funding-labels.js';

/* Funding rounds read from 10,000 titles, against one regular expression for each part; and what either finds. */

const TITLES = 10_000;
const RUNS = 7;

const rows = labelledHeadlines();
const titles = Array.from({ length: TITLES }, (_, i) => `${rows[i % rows.length]?.text ?? ''} ${i}`);

/** Median microseconds for one title. */
function microseconds(read: (title: string) => unknown): number {
  const times = Array.from({ length: RUNS }, () => {
    const start = performance.now();
    for (const title of titles) read(title);
    return ((performance.now() - start) * 1000) / TITLES;
  }).sort((a, b) => a - b);
  return times[RUNS >> 1] ?? Number.NaN;
}

/**
 * Of the amounts in dollars that are found in held-out texts, how many are right; of the right ones, how many are
 * found.
 */
function amounts(read: (title: string) => number | null): string {
  let [right, found, said] = [0, 0, 0];
  for (const { text, labels } of rows.filter(isHeldOut)) {
    const [, digits, unit] = /^USD ([\d.]+)(m|bn)?$/.exec(labels?.[1] ?? '') ?? [];
    const label =
      digits === undefined ? null : Math.round(Number(digits) * (unit === 'bn' ? 1e9 : unit === 'm' ? 1e6 : 1));
    const value = read(text);
    if (value !== null) found += 1;
    if (label !== null) said += 1;
    if (value !== null && Math.round(value) === label) right += 1;
  }
  return `precision ${(right / found).toFixed(3)}, recall ${(right / said).toFixed(3)} of ${said}`;
}

const ours = (title: string) => fundingRound({ title, summary: null });
const [time, plain] = [microseconds(ours), microseconds(plainRound)];
console.log(
  `ours: ${time.toFixed(1)} µs a title; amounts in dollars: ${amounts((title) => ours(title)?.amountUsd ?? null)}`,
);
console.log(
  `three patterns: ${plain.toFixed(1)} µs a title (ours takes ${(time / plain).toFixed(1)} times as long); ` +
    `amounts in dollars: ${amounts((title) => plainRound(title).amountUsd)}`,
);
