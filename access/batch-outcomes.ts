/** What happened to a batch: to its entries, and to the fields below them that its unit pays for. */
export interface BatchOutcome {
  /** Units charged for it that this outcome decides about. */
  units: number;
  /** The field that was charged, for the account's history. */
  field: string;
  /** Whether a field below it was answered, or refused with an error that costs a unit. */
  isServed: boolean;
  /** Whether a field below it failed internally. */
  hasFailedField: boolean;
  /** Whether an entry of its list was answered, or refused with an error that costs a unit. */
  hasEntry: boolean;
  /** Whether an entry of its list failed internally. */
  hasFailedEntry: boolean;
}

/** Names of batches that one charge has paid before anything below them is read. */
const PAID_BEFORE = 'charged';

/** The name of a batch that was charged at this place of the response. */
export function paidBatch(place: readonly (string | number)[]): string {
  return `${PAID_BEFORE}:${JSON.stringify(place)}`;
}

/** Whether a batch was charged where its list was read; all others are charged at the first metered field. */
export function isPaidBefore(batch: string): boolean {
  return batch.startsWith(PAID_BEFORE);
}

/** What an error says about the unit of the batch that it is below. */
export type Verdict = 'failed' | 'neutral' | 'served';

/** Statuses of refusals before the work, which cost nothing outside of a batch either. */
const BEFORE_WORK: ReadonlySet<number> = new Set([400, 401, 403, 429]);

export function verdictOf(status: number): Verdict {
  if (status >= 500) return 'failed';
  return BEFORE_WORK.has(status) ? 'neutral' : 'served';
}

/** Nothing that the unit pays for was answered, and something of it failed internally. */
function isUnserved({ isServed, hasFailedField, hasEntry, hasFailedEntry }: BatchOutcome): boolean {
  return !isServed && (hasFailedField || (hasFailedEntry && !hasEntry));
}

/** The outcomes of an operation's batches, by name. They can be merged in any order. */
export class BatchOutcomes {
  private readonly known: Map<string, BatchOutcome> = new Map();

  get isEmpty(): boolean {
    return this.known.size === 0;
  }

  private of(batch: string): BatchOutcome {
    const known = this.known.get(batch);
    if (known !== undefined) return known;
    const fresh = {
      units: 0,
      field: '',
      isServed: false,
      hasFailedField: false,
      hasEntry: false,
      hasFailedEntry: false,
    };
    this.known.set(batch, fresh);
    return fresh;
  }

  /** A unit was charged for a batch, for a field. */
  charged(batch: string, field: string): void {
    const outcome = this.of(batch);
    outcome.units += 1;
    outcome.field = field;
  }

  field(batch: string, verdict: Verdict): void {
    if (verdict === 'served') this.of(batch).isServed = true;
    else if (verdict === 'failed') this.of(batch).hasFailedField = true;
  }

  entry(batch: string, verdict: Verdict): void {
    if (verdict === 'served') this.of(batch).hasEntry = true;
    else if (verdict === 'failed') this.of(batch).hasFailedEntry = true;
  }

  /** Adds what another process tells about a batch. */
  merge(batch: string, { units, field, ...told }: BatchOutcome): void {
    const outcome = this.of(batch);
    outcome.units += units;
    if (units > 0) outcome.field = field;
    outcome.isServed ||= told.isServed;
    outcome.hasFailedField ||= told.hasFailedField;
    outcome.hasEntry ||= told.hasEntry;
    outcome.hasFailedEntry ||= told.hasFailedEntry;
  }

  /** Removes the outcomes that are decided here, and returns those whose units go back to the account. */
  decide(isDecided: (batch: string) => boolean): readonly Pick<BatchOutcome, 'units' | 'field'>[] {
    const due = [];
    for (const [batch, outcome] of this.known) {
      if (!isDecided(batch)) continue;
      this.known.delete(batch);
      if (outcome.units > 0 && isUnserved(outcome)) due.push(outcome);
    }
    return due;
  }

  /** By name, for another process. */
  toRecord(): Readonly<Record<string, BatchOutcome>> {
    return Object.fromEntries(this.known);
  }
}
