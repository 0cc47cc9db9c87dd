/** The usage of the key or session that asks; only its id is known here. */
export interface UsageParent {
  readonly id: string;
}
