import {
  Kind,
  valueFromASTUntyped,
  type ConstDirectiveNode,
  type FieldDefinitionNode,
  type InputValueDefinitionNode,
  type TypeNode,
} from 'graphql';
import { supergraphDocument } from '../supergraph-document.js';
import { isTier, type Tier } from '../../access/tiers.js';

/** The argument that lists the keys to follow. */
export interface KeysArgument {
  readonly name: string;
  /** Type name of one key. */
  readonly type: string;
  readonly max: number;
}

/** The mutation that a stream begins with. */
export interface StartedBy {
  /** A field of `Mutation` with the stream's arguments. */
  readonly mutation: string;
  /** The field of its payload that has the stream's key. */
  readonly as: string;
}

/** A field of `Subscription`, as declared by its `@live`. */
export interface LiveField {
  readonly name: string;
  readonly topic: string;
  /** The `Query` field that resolves each event. */
  readonly query: string;
  /** Its argument for the event's key, and the argument's type in SDL. */
  readonly by: string;
  readonly byType: string;
  /** Null if the stream follows all events of the account. */
  readonly over: KeysArgument | null;
  /** What begins with the stream and is followed by it; null if it follows what others do. */
  readonly start: StartedBy | null;
  /** The event's field that is no longer null when the stream is over; null if it has no end. */
  readonly until: string | null;
  readonly tier: Tier;
}

/** The most keys per stream if the SDL does not say. */
const MOST_KEYS = 100;

type Values = Readonly<Record<string, unknown>>;

function directive(directives: readonly ConstDirectiveNode[] | undefined, name: string): Values | undefined {
  const node = directives?.find((candidate) => candidate.name.value === name);
  return (
    node &&
    Object.fromEntries(
      (node.arguments ?? []).map((argument) => [argument.name.value, valueFromASTUntyped(argument.value)]),
    )
  );
}

function namedType(type: TypeNode): string {
  return type.kind === Kind.NAMED_TYPE ? type.name.value : namedType(type.type);
}

function printType(type: TypeNode): string {
  if (type.kind === Kind.NAMED_TYPE) return type.name.value;
  return type.kind === Kind.LIST_TYPE ? `[${printType(type.type)}]` : `${printType(type.type)}!`;
}

function argumentOf(field: FieldDefinitionNode | undefined, name: unknown, where: string): InputValueDefinitionNode {
  const argument = field?.arguments?.find((candidate) => candidate.name.value === name);
  if (argument === undefined) throw new Error(`@live on ${where} names an unknown argument: ${String(name)}.`);
  return argument;
}

function keysArgument(argument: InputValueDefinitionNode): KeysArgument {
  const max = directive(argument.directives, 'length')?.['max'];
  return { name: argument.name.value, type: namedType(argument.type), max: typeof max === 'number' ? max : MOST_KEYS };
}

function startOf({ start, startedAs }: Values, mutations: ReadonlySet<string>, where: string): StartedBy | null {
  if (typeof start !== 'string') return null;
  if (!mutations.has(start) || typeof startedAs !== 'string')
    throw new Error(`@live on ${where} names an unknown mutation, or no field of it: ${start}.`);
  return { mutation: start, as: startedAs };
}

function tierOf(field: FieldDefinitionNode): Tier {
  const atLeast = directive(field.directives, 'tier')?.['atLeast'];
  const tier = typeof atLeast === 'string' ? atLeast.toLowerCase() : 'free';
  if (!isTier(tier)) throw new Error(`${field.name.value} has the unknown tier ${tier}.`);
  return tier;
}

/** The streams of a supergraph by name. Throws if an `@live` names a field or argument that does not exist. */
export function readLiveFields(supergraphSdl: string): ReadonlyMap<string, LiveField> {
  const document = supergraphDocument(supergraphSdl);
  const fieldsOf = (name: string): readonly FieldDefinitionNode[] =>
    document.definitions.flatMap((node) =>
      node.kind === Kind.OBJECT_TYPE_DEFINITION && node.name.value === name ? (node.fields ?? []) : [],
    );
  const queries = new Map(fieldsOf('Query').map((field) => [field.name.value, field]));
  const mutations = new Set(fieldsOf('Mutation').map((field) => field.name.value));
  const fields = fieldsOf('Subscription').flatMap((field) => {
    const live = directive(field.directives, 'live');
    if (live === undefined) return [];
    const name = field.name.value;
    const by = argumentOf(queries.get(String(live['query'])), live['by'], `Subscription.${name}`);
    const over =
      live['over'] === undefined || live['over'] === null
        ? null
        : keysArgument(argumentOf(field, live['over'], `Subscription.${name}`));
    return [
      {
        name,
        topic: String(live['topic']),
        query: String(live['query']),
        by: by.name.value,
        byType: printType(by.type),
        over,
        start: startOf(live, mutations, `Subscription.${name}`),
        until: typeof live['until'] === 'string' ? live['until'] : null,
        tier: tierOf(field),
      },
    ];
  });
  return new Map(fields.map((field) => [field.name, field]));
}
