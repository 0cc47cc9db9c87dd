import type { EntityBatchAlias, RequiresSelection } from '@graphql-hive/router-query-planner';
import { Kind, type SelectionSetNode } from 'graphql';
import { selectionOf, type Joins } from '../own/joins.js';
import { callText } from '../own/wanted.js';
import { readRewrite } from '../plan-rewrites.js';
import { isKnownAt, typenameAt, type KnownType, type KnownValue, type Moment } from './known-data.js';

/** What a plan lacks, by which it must not be executed. */
export class PlanHole extends Error {}

export interface RepresentationOptions {
  readonly alias: EntityBatchAlias;
  /** What the fetch selects of its entities. */
  readonly selectionSet: SelectionSetNode;
  /** The type of the values. */
  readonly type: string;
  readonly known: KnownType;
  readonly graph: string;
  readonly moment: Moment;
  readonly joins: Joins;
}

/** What is sent of one field: the calls that it stands for, by type below. */
interface Sent {
  readonly call: string;
  readonly below: SentByType | undefined;
}

type SentByType = ReadonlyMap<string, ReadonlyMap<string, Sent>>;

/**
 * Holds what a subgraph is told of values of one type to its keys, and to what its fields require. Answers the type as which
 * the subgraph takes them; undefined where it is not asked for them. Throws `PlanHole`.
 */
export function checkRepresentation(options: RepresentationOptions): string | undefined {
  const { alias, selectionSet, type, known, graph, moment, joins } = options;
  const setters = (alias.inputRewrites ?? []).flatMap((rewrite) => readRewrite(rewrite).valueSetter ?? []);
  const typename = typenameAt(known, type, moment);
  const matches = (condition: string): boolean =>
    typename !== undefined &&
    (joins.isSubtype(typename, condition) || setters.some(({ setValueTo }) => joins.isSubtype(condition, setValueTo) && joins.isSubtype(typename, setValueTo)));
  const fields = flatten(alias.requires, matches);
  if (fields.length === 0) return undefined;
  const as = setters.at(-1)?.setValueTo ?? typename;
  if (as === undefined) throw new PlanHole(`${graph} is not told the type of a ${type}.`);
  const sent = sentOf(fields, known, options);
  const keys = joins.keys(as, graph).filter(({ typeName }) => typeName === as);
  if (!keys.some((key) => covers(sent, key.selectionSet, type, joins))) throw new PlanHole(`${graph} is asked for a ${type} without a key.`);
  const own = joins.nameIn(type, graph) ?? type;
  for (const field of fieldsFor(selectionSet, own, type, joins)) {
    const requires = joins.field(own, field, graph)?.requires;
    if (requires !== undefined && !covers(sent, selectionOf(requires), type, joins)) throw new PlanHole(`${graph} is asked for ${type}.${field} without what it requires.`);
  }
  return as;
}

type RequiredField = Extract<RequiresSelection, { readonly kind: 'Field' }>;

function flatten(selections: readonly RequiresSelection[], matches: (condition: string) => boolean): readonly RequiredField[] {
  return selections.flatMap((selection) => {
    if (selection.kind === 'Field') return [selection];
    return selection.kind === 'InlineFragment' && matches(selection.typeCondition) ? flatten(selection.selections, matches) : [];
  });
}

function sentOf(fields: readonly RequiredField[], known: KnownType, options: RepresentationOptions): ReadonlyMap<string, Sent> {
  const { moment, graph, type } = options;
  const sent = new Map<string, Sent>();
  for (const { name, alias = name, selections } of fields) {
    if (alias === '__typename') continue;
    const field = known.fields.get(name) ?? known.fields.get(alias);
    if (field === undefined || !isKnownAt(field.moments, moment)) throw new PlanHole(`${graph} is to be told ${name} of a ${type}, which is not known by then.`);
    field.isNeeded = true;
    const below = selections === undefined || field.below === undefined ? undefined : sentBelow(selections, field.below, options);
    const before = sent.get(alias)?.below;
    sent.set(alias, { call: field.call, below: before === undefined || below === undefined ? (below ?? before) : merged(before, below) });
  }
  return sent;
}

function sentBelow(selections: readonly RequiresSelection[], value: KnownValue, options: RepresentationOptions): SentByType {
  return new Map([...value.types].map(([type, known]) => {
    const isTold = isKnownAt(known.told, options.moment);
    return [type, sentOf(flatten(selections, (condition) => isTold && options.joins.isSubtype(type, condition)), known, { ...options, type })];
  }));
}

function merged(one: SentByType, other: SentByType): SentByType {
  return new Map([...one].map(([type, sent]) => [type, new Map([...sent, ...(other.get(type) ?? [])])]));
}

/** True if everything that a directive selects is sent. */
function covers(sent: ReadonlyMap<string, Sent>, { selections }: SelectionSetNode, type: string, joins: Joins): boolean {
  return selections.every((selection) => {
    if (selection.kind === Kind.INLINE_FRAGMENT) {
      const condition = selection.typeCondition?.name.value;
      return (condition !== undefined && !joins.isSubtype(type, condition)) || covers(sent, selection.selectionSet, type, joins);
    }
    if (selection.kind !== Kind.FIELD || selection.name.value === '__typename') return true;
    const field = sent.get(selection.name.value);
    if (field?.call !== callText(selection)) return false;
    const { selectionSet } = selection;
    return selectionSet === undefined || [...(field.below ?? [])].every(([below, inner]) => covers(inner, selectionSet, below, joins));
  });
}

/** The fields that a fetch selects of its entities of one type. */
function fieldsFor({ selections }: SelectionSetNode, own: string, type: string, joins: Joins): readonly string[] {
  return selections.flatMap((selection) => {
    if (selection.kind === Kind.FIELD) return selection.name.value === '__typename' ? [] : [selection.name.value];
    if (selection.kind !== Kind.INLINE_FRAGMENT) return [];
    const condition = selection.typeCondition?.name.value;
    return condition === undefined || condition === own || joins.isSubtype(type, condition) ? fieldsFor(selection.selectionSet, own, type, joins) : [];
  });
}
