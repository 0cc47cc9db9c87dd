import type { AnswerSource } from '../answers.js';
import type { Fault } from './claim.js';
import { computations } from './derived.js';
import { isOf } from './evidence.js';
import type { Reading } from './judge.js';
import type { Quantity } from './quantities.js';

/** Amounts of dollars may be computed with in their scale: 71.73 for 71.73 billion. */
const SCALES = [1, 1e6, 1e9, 1e12];

/**
 * Operands of a right computation may leave their units out, if any fact of the sentence's subjects has their value.
 */
export function settleComputations(
  text: string,
  quantities: readonly Quantity[],
  faults: (Fault | null)[],
  sources: (readonly AnswerSource[])[],
  { evidence, mentions }: Reading,
): void {
  const ids = mentions.map(({ id }) => id);
  const knownBy = (quantity: Quantity): readonly AnswerSource[] =>
    evidence.numbers
      .filter(
        (fact) =>
          isOf(fact, ids) &&
          (fact.unit === 'usd' ? SCALES : [1]).some(
            (scale) =>
              Math.abs(Math.abs(fact.value) - quantity.value * scale) <= quantity.halfUnit * scale * (1 + 1e-9),
          ),
      )
      .map(({ source }) => source);
  for (const { operands, result } of computations(text, quantities)) {
    const known = operands.map((at) => {
      const operand = quantities[at];
      if (operand === undefined || faults[at] === null) return [];
      return operand.unit === null ? knownBy(operand) : [];
    });
    if (operands.some((at, index) => faults[at] !== null && known[index]?.length === 0)) continue;
    for (const at of [...operands, result]) faults[at] = null;
    for (const [index, at] of operands.entries()) if (sources[at]?.length === 0) sources[at] = known[index] ?? [];
  }
}
