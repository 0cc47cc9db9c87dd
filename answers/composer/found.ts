import type { DateFact, Fact, NumberFact, QuarterFact, TextFact } from '../facts/fact.js';
import type { Refusal } from '../tools/tool.js';

/** What the tools of one answer told, by key. */
export class Found {
  readonly facts: readonly Fact[];
  readonly refusals: readonly Refusal[];
  readonly #byKey = new Map<string, Fact[]>();

  constructor(facts: readonly Fact[], refusals: readonly Refusal[]) {
    this.facts = facts;
    this.refusals = refusals;
    for (const fact of facts) {
      const known = this.#byKey.get(fact.key);
      if (known === undefined) this.#byKey.set(fact.key, [fact]);
      else known.push(fact);
    }
  }

  /** All facts of a key, of one subject if it is given. */
  all(key: string, subject?: string): readonly Fact[] {
    const facts = this.#byKey.get(key) ?? [];
    return subject === undefined ? facts : facts.filter(({ subjects }) => subjects.includes(subject));
  }

  #one(key: string, subject: string | undefined, row: number | undefined): Fact | undefined {
    return this.all(key, subject).find((fact) => row === undefined || fact.row === row);
  }

  number(key: string, subject?: string, row?: number): NumberFact | undefined {
    const fact = this.#one(key, subject, row);
    return fact?.kind === 'number' ? fact : undefined;
  }

  date(key: string, subject?: string, row?: number): DateFact | undefined {
    const fact = this.#one(key, subject, row);
    return fact?.kind === 'date' ? fact : undefined;
  }

  text(key: string, subject?: string, row?: number): TextFact | undefined {
    const fact = this.#one(key, subject, row);
    return fact?.kind === 'text' ? fact : undefined;
  }

  quarter(key: string, subject?: string, row?: number): QuarterFact | undefined {
    const fact = this.#one(key, subject, row);
    return fact?.kind === 'quarter' ? fact : undefined;
  }

  /** The entries of a list, by a key that each has. */
  rows(key: string, subject?: string): readonly number[] {
    return this.all(key, subject).flatMap(({ row }) => row ?? []);
  }

  /** Facts of words, of a list. */
  texts(key: string, subject?: string): readonly TextFact[] {
    return this.all(key, subject).filter((fact) => fact.kind === 'text');
  }

  /** What the graph refused a tool. */
  refused(tool: string): readonly Refusal[] {
    return this.refusals.filter((refusal) => refusal.tool === tool);
  }

  /** The tier that a tool needs and the caller does not have; null if it was not refused for that. */
  tierNeeded(tool: string): string | null {
    return this.refused(tool).find(({ code }) => code === 'tier_required')?.requiredTier ?? null;
  }
}
