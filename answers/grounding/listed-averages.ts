import type { StatementClaim, StatementReading } from './comparisons.js';
import { isOf } from './evidence.js';
import { hide } from './sentences.js';

/** "20-, 50- and 200-day averages": one word for several. */
const LIST = /\b\d+-(?:day)?(?:,\s\d+-(?:day)?)*,?\sand\s\d+-day\s(?:moving\s)?averages\b/giu;

/** Hides lists of averages, whose digits are part of their names. */
export const hideListedAverages = (text: string): string => text.replace(LIST, hide);

const COMPARED = /\b(above|below|over|under)\s(?:all\s(?:of\s)?)?(?:its|the|their|both\sits)\s$/i;

/** "It trades above its 20-, 50- and 200-day averages": true of each, and of none that is not known. */
export function listedAverageClaims({ sentence, evidence, ownersAt }: StatementReading): readonly StatementClaim[] {
  return Array.from(sentence.matchAll(LIST), ({ index, 0: raw }) => {
    const side = COMPARED.exec(sentence.slice(0, index));
    const place = { start: side?.index ?? index, end: index + raw.length };
    const owners = ownersAt(place);
    const known = (label: string) => evidence.numbers.find((fact) => fact.label === label && isOf(fact, owners));
    const price = known('price');
    const sign = /^(?:above|over)$/i.test(side?.[1] ?? '') ? 1 : -1;
    const isSo =
      side !== null &&
      price !== undefined &&
      (raw.match(/\d+/g) ?? []).every((days) => {
        const average = known(`${days}-day average`);
        return average !== undefined && (price.value - average.value) * sign > 0;
      });
    return { ...place, sources: isSo ? [price.source] : null };
  });
}
