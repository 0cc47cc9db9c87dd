import { createHash } from 'node:crypto';
import { FUNDING_HEADLINES } from './funding-headlines.js';

export type FundingLabels = readonly [stage: string, amount: string, lead: string, company: string];

export interface LabelledHeadline {
  readonly text: string;
  /** The address that it was read at. */
  readonly source: string;
  /** Null where no round was closed. */
  readonly labels: FundingLabels | null;
}

/** The texts below their addresses, each behind the line of its labels. */
export function labelledHeadlines(): readonly LabelledHeadline[] {
  return FUNDING_HEADLINES.trim()
    .split('\n\n')
    .flatMap((block) => {
      const [source = '', ...lines] = block.split('\n');
      return lines.flatMap((text, i) => {
        const line = lines[i - 1];
        if (i % 2 === 0 || line === undefined) return [];
        const [stage = '', amount = '', lead = '', company = ''] = line.split(' | ');
        const labels = line === 'no round' ? null : ([stage, amount, lead, company] as const);
        return [{ text, source: source.slice(2), labels }];
      });
    });
}

/** A third, chosen by a hash before the rules were made; of these only the totals were looked at. */
export const isHeldOut = ({ text }: LabelledHeadline): boolean =>
  (createHash('sha256').update(text).digest()[0] ?? 0) % 3 === 0;

const UNITS: Readonly<Record<string, number>> = { million: 1e6, m: 1e6, billion: 1e9, bn: 1e9, b: 1e9 };

/** What one pattern for each part finds: the first amount in dollars, the first stage, what follows "led by". */
export function plainRound(text: string) {
  const [, digits = '', unit = ''] = /\$([\d.]+)\s?(million|billion|bn|m|b)\b/i.exec(text) ?? [];
  const [stage = null] = /\b(?:pre-seed|seed|series [a-j])\b/i.exec(text) ?? [];
  const [, lead = null] = /\bled by ((?:[A-Z]\w*\s?)+)/.exec(text) ?? [];
  return {
    amountUsd: digits === '' ? null : Number(digits) * (UNITS[unit.toLowerCase()] ?? NaN),
    stage: stage?.toLowerCase() ?? null,
    lead: lead?.trim() ?? null,
  };
}
