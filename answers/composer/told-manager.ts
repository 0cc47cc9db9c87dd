import type { DateFact, NumberFact, TextFact } from '../facts/fact.js';
import type { Entity } from '../names/entity.js';
import { CLOSED_FROM } from '../tools/institutional-changes.js';
import type { Found } from './found.js';

/** What the tool told of a manager. */
export class ToldManager {
  readonly owner: Entity;
  readonly #found: Found;

  constructor(found: Found, owner: Entity) {
    this.#found = found;
    this.owner = owner;
  }

  get id(): string {
    return this.owner.id;
  }
  get name(): string {
    return this.owner.name;
  }
  get isKnown(): boolean {
    return this.text('name') !== undefined;
  }
  number(key: string, row?: number): NumberFact | undefined {
    return this.#found.number(`manager_holdings.${key}`, this.id, row);
  }
  text(key: string, row?: number): TextFact | undefined {
    return this.#found.text(`manager_holdings.${key}`, this.id, row);
  }
  get period(): DateFact | undefined {
    return this.#found.date('manager_holdings.period', this.id);
  }
  /** The end of the quarter, as it is told beside a security. */
  periodOf(ticker: string): DateFact | undefined {
    const fact = this.#found.all('manager_holdings.held_on', this.id).find(({ subjects }) => subjects.includes(ticker));
    return fact?.kind === 'date' ? fact : undefined;
  }
  #rows(...keys: readonly string[]): readonly number[] {
    const all = keys.flatMap((key) => this.#found.rows(`manager_holdings.${key}`, this.id));
    return [...new Set(all)].sort((one, other) => one - other);
  }
  get positions(): readonly number[] {
    return this.#rows('ticker', 'issuer').filter((row) => row < CLOSED_FROM);
  }
  /** The row of a security: of a position, or else of one that was closed. */
  rowOf(ticker: string): number | undefined {
    return this.#rows('ticker').find((row) => this.text('ticker', row)?.value === ticker);
  }
  /** Quoted issuers of positions, under which no security is stored, and whose names begin as a company's does. */
  unlinkedLike(company: string): readonly TextFact[] {
    const firstOf = (name: string): string =>
      /[\p{L}\p{N}]+/u.exec(name.replace(/^the /i, ''))?.[0].toLowerCase() ?? '';
    return this.#rows('unlinked')
      .flatMap((row) => this.text('unlinked', row) ?? [])
      .filter(({ value }) => firstOf(value) === firstOf(company));
  }
  get options(): readonly number[] {
    return this.#rows('option_ticker', 'option_issuer');
  }
}
