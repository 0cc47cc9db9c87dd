import { GraphQLError, Kind, OperationTypeNode, parse, visit, type DocumentNode } from 'graphql';
import { mostTokens, structureError } from '../../../gateway/guards/limit-errors.js';
import { structureOf } from '../../../gateway/guards/structure.js';
import type { Account } from '../../app/account.js';
import type { Tier } from '../../generated/types.js';
import { coordinatesOf, operationOf } from './edit.js';
import type { Graph } from './graph.js';

export type Variables = Readonly<Record<string, unknown>>;

/** What the reader has written, or why it cannot be read. */
export type Written<T> = { readonly value: T } | { readonly problem: string };

const TOO_DEEP = 'The operation nests too deeply to be read.';

/** Parses a text of GraphQL. The problem says where the syntax is wrong. */
export function documentOf(text: string): Written<DocumentNode> {
  try {
    return { value: parse(text, { maxTokens: mostTokens() }) };
  } catch (error) {
    if (error instanceof RangeError) return { problem: TOO_DEEP };
    if (!(error instanceof GraphQLError)) throw error;
    return { problem: placed(error) };
  }
}

/** The message of an error with its place in the text. */
function placed({ message, locations }: GraphQLError): string {
  const { line, column } = locations?.[0] ?? {};
  return line === undefined ? message : `Line ${line}, column ${column ?? 1}: ${message}`;
}

/** Reads the variables of an operation, a JSON object; nothing written is no variables. */
export function variablesOf(text: string): Written<Variables> {
  if (text.trim() === '') return { value: {} };
  try {
    const value: unknown = JSON.parse(text);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? { value: value as Variables } : { problem: 'Variables are an object: {"ticker": "AAPL"}.' };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return { problem: `Variables are no JSON: ${error.message}` };
  }
}

/** What an operation costs, before it runs. */
export interface Sum {
  readonly points: number;
  /** The most units of the month. */
  readonly units: number;
  /** Fields that the account may not read. */
  readonly refused: readonly string[];
}

export type Reader = Pick<Account, 'tier' | 'allows' | 'unitsOf' | 'batchTierOf'>;

/** Why the server would refuse the document without measuring it; null if it would measure it. */
function refusalOf(document: DocumentNode, tier: Tier): string | null {
  const structure = structureOf(document);
  if (structure.isCyclic) return 'A fragment spreads itself, directly or through other fragments.';
  return structureError(structure, tier.toLowerCase() as Lowercase<Tier>)?.message ?? null;
}

/** Sums up the document's one operation. The problem says why the server would not run it. */
export function sumOf(graph: Graph, account: Reader, document: DocumentNode, variables: Variables): Written<Sum> {
  const count = document.definitions.filter(({ kind }) => kind === Kind.OPERATION_DEFINITION).length;
  const operation = operationOf(document);
  if (operation === undefined) return { problem: 'The text has no operation, only fragments.' };
  if (count > 1) return { problem: `The text has ${count} operations, and one is run at a time: keep one of them.` };
  try {
    const refusal = refusalOf(document, account.tier);
    if (refusal !== null) return { problem: refusal };
    const [problem] = graph.problemsOf(document, operation, variables);
    if (problem !== undefined) return { problem: placed(problem) };
    const fields = coordinatesOf(document, operation, graph);
    return {
      value: {
        points: graph.pointsOf(document, operation, variables),
        units: graph.unitsOf(document, operation, variables, account),
        refused: fields.filter((field) => !account.allows(field)),
      },
    };
  } catch (error) {
    if (error instanceof RangeError) return { problem: TOO_DEEP };
    if (error instanceof Error) return { problem: error.message };
    throw error;
  }
}

/**
 * What the address keeps of an operation that is run, by name. Variables and strings of a mutation can be passwords and
 * credentials: it keeps neither them nor a text that has such strings.
 */
export function keptOf(
  text: string,
  variables: string,
  document: DocumentNode,
): { readonly query: string; readonly variables: string } {
  if (operationOf(document)?.operation !== OperationTypeNode.MUTATION) return { query: text, variables };
  const strings: string[] = [];
  visit(document, { StringValue: ({ value }) => void strings.push(value) });
  return { query: strings.length > 0 ? '' : text, variables: '' };
}
