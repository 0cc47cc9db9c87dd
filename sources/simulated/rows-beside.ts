import { SIMULATED } from './simulated-rows.js';

/**
 * Rows of a security, without invented ones beside prices that are not: nobody should take those for facts about them.
 */
export function rowsBeside<Row extends { readonly source: string }>(
  pricesFrom: string,
  rows: readonly Row[],
): readonly Row[] {
  return pricesFrom === SIMULATED ? rows : rows.filter(({ source }) => source !== SIMULATED);
}
