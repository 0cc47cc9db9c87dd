/** Whom a question may name. */
export interface Entity {
  /** A ticker, `company:slug`, `investor:slug` or `manager:CIK`. */
  readonly id: string;
  readonly kind: 'security' | 'company' | 'investor' | 'manager';
  /** Ticker, slug or CIK. */
  readonly key: string;
  /** The name that answers use. */
  readonly name: string;
  /** All names that texts use, as they are written. */
  readonly names: readonly string[];
  readonly sector: string | null;
  readonly isFund: boolean;
}
