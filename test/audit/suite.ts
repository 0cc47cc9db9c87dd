import { expect } from '@jest/globals';
import type { ExecutionResult } from 'graphql';
import { errorsOf, type Part } from '../../gateway/fixtures/federate.js';

/** One operation of a suite. */
export interface Case {
  readonly source: string;
  readonly variables?: Readonly<Record<string, unknown>>;
  readonly data?: unknown;
  /** Paths of the expected errors; absent for none. `any` if at least one error is expected. */
  readonly errors?: readonly string[] | 'any';
  /** Subgraphs called, in order; absent if it does not matter. */
  readonly asks?: readonly string[];
}

/** A parent object in a resolver. */
export type Source = Readonly<Record<string, unknown>>;

/** If one composer is wrong, all runs use the other's supergraph. */
export interface SuiteOptions {
  readonly onlyBy?: 'Apollo';
}

/** One supergraph of the audit with its operations. Each case's name is its guarantee. */
export interface AuditSuite extends SuiteOptions {
  readonly name: string;
  /** Created for each gateway, since resolvers may have state. */
  readonly parts: () => Readonly<Record<string, Part>>;
  readonly cases: Readonly<Record<string, Case>>;
}

/** Suites on one topic. */
export interface Theme {
  readonly suites: readonly AuditSuite[];
  suite(name: string, parts: AuditSuite['parts'], cases: AuditSuite['cases'], options?: SuiteOptions): void;
}

export function theme(): Theme {
  const suites: AuditSuite[] = [];
  return { suites, suite: (name, parts, cases, options = {}) => void suites.push({ name, parts, cases, ...options }) };
}

/** Compares a response and the called subgraphs with a case. */
export function expectCase({ data, errors, asks }: Case, answer: ExecutionResult, asked: readonly string[]): void {
  if (errors === undefined) expect(answer.errors).toBeUndefined();
  else if (errors === 'any') expect(answer.errors).not.toHaveLength(0);
  else expect(errorsOf(answer).map(({ path }) => path)).toEqual(errors);
  if (errors !== 'any' || data !== undefined) expect(answer.data).toEqual(data);
  if (asks !== undefined) expect(asked).toEqual(asks);
}

/** Looks an entity up by its `id` in a table. */
export function byId<T extends { readonly id: string }>(table: readonly T[], pick: (row: T) => unknown = (row) => row) {
  return ({ id }: Source): unknown => {
    const row = table.find((entry) => entry.id === id);
    return row === undefined ? null : pick(row);
  };
}

/** A resolver that no correct plan calls. */
export function never(): never {
  throw new Error('A correct plan never calls this.');
}
