import type { NumberFact } from '../facts/fact.js';
import type { DateMention } from './dates.js';
import type { Evidence } from './evidence.js';
import type { Quantity } from './quantities.js';

/** Where a number stands: what is around it says of which measure, of which entry of a list and of when it is. */
export interface Place {
  readonly sentence: string;
  readonly quantity: Quantity;
  /** Where the number before ends. */
  readonly from: number;
  readonly next: Quantity | undefined;
  readonly afterNext: Quantity | undefined;
  /** The fact that the number before tells, if that is in the same sentence. */
  readonly previous: NumberFact | null;
  /** All numbers before it in the sentence, with the facts that they tell. */
  readonly told: readonly { readonly quantity: Quantity; readonly fact: NumberFact | null }[];
  readonly owners: readonly string[];
  readonly dates: readonly DateMention[];
  readonly evidence: Evidence;
}
