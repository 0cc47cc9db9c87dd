import {
  Kind,
  parse,
  valueFromASTUntyped,
  type ConstDirectiveNode,
  type FieldDefinitionNode,
  type InputValueDefinitionNode,
  type TypeNode,
} from 'graphql';
import { isTier, type Tier } from '../../access/tiers.js';

/** The argument that lists the keys to follow. */
export interface KeysArgument {
  readonly name: string;
  /** Type name of one key. */
  readonly type: string;
  readonly max: number;
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

function tierOf(field: FieldDefinitionNode): Tier {
  const atLeast = directive(field.directives, 'tier')?.['atLeast'];
  const tier = typeof atLeast === 'string' ? atLeast.toLowerCase() : 'free';
  if (!isTier(tier)) throw new Error(`${field.name.value} has the unknown tier ${tier}.`);
  return tier;
}

/** The streams of a supergraph by name. Throws if an `@live` names a field or argument that does not exist. */
export function readLiveFields(supergraphSdl: string): ReadonlyMap<string, LiveField> {
  const document = parse(supergraphSdl, { noLocation: true });
  const fieldsOf = (name: string): readonly FieldDefinitionNode[] =>
    document.definitions.flatMap((node) =>
      node.kind === Kind.OBJECT_TYPE_DEFINITION && node.name.value === name ? (node.fields ?? []) : [],
    );
  const queries = new Map(fieldsOf('Query').map((field) => [field.name.value, field]));
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
        tier: tierOf(field),
      },
    ];
  });
  return new Map(fields.map((field) => [field.name, field]));
}
