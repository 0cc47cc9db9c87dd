import type { Figure } from './figures.js';

/**
 * What of a result a figure counts: all of the period, what is added to it, all since a programme began, or how much
 * more or less an amount is than another period's.
 */
export type FigureScope = 'whole' | 'additional' | 'cumulative' | 'change';

/** How many characters before a figure tell its scope. */
const LEAD = 40;
const TRAIL = 60;
const ADDED = '(?:additional|incremental|another|further|extra)';
const ADDED_BEFORE = new RegExp(`\\b${ADDED}\\b[^,.;\\d]*$`, 'i');
/** The rest of a number or range, then what it counts: "40 to $50 million of additional". */
const ADDED_AFTER = new RegExp(
  `^(?:[-–−$%\\d.,\\s]|to\\b|and\\b|million\\b|billion\\b|percent\\b|cents\\b|basis points\\b|bps\\b)*(?:in |of )?${ADDED}\\b`,
  'i',
);
const CUMULATIVE =
  /\b(?:cumulative(?:ly)?|aggregate|multi-?year|since (?:the )?inception|program(?:me)?(?:['’]s)? to date)\b[^,;]*$/i;

const MOVED = '(?:increas\\w*|decreas\\w*|gr[eo]w\\w*|declin\\w*|rose|fell|improv\\w*|higher|lower|up|down)';
const CHANGE_BEFORE = new RegExp(`\\b${MOVED} (?:by |about |approximately |roughly |around |between |an? )*$`, 'i');
const CHANGE_AFTER = /^[-–−$\d.,\s]+(?:million |billion |cents )?(?:higher|lower|more|less) than\b/i;

/** The scope of a figure, by the words beside it. A growth in percent is whole. */
export function scopeOf(sentence: string, { at, unit }: Figure): FigureScope {
  const isAmount = unit === 'usd' || unit === 'count';
  const before = sentence.slice(Math.max(0, at - LEAD), at);
  if (CUMULATIVE.test(before)) return 'cumulative';
  const after = sentence.slice(at, at + TRAIL);
  if (isAmount && (CHANGE_BEFORE.test(before) || CHANGE_AFTER.test(after))) return 'change';
  return ADDED_BEFORE.test(before) || ADDED_AFTER.test(after) ? 'additional' : 'whole';
}
