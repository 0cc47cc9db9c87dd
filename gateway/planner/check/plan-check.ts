import type { BatchFetchNode, EntityBatchAlias, FetchNode, PlanNode } from '@graphql-hive/router-query-planner';
import { Kind, OperationTypeNode, parse, type DocumentNode, type GraphQLSchema, type SelectionSetNode } from 'graphql';
import { entityAliasesOf } from '../entity-aliases.js';
import { operationWithoutSpreads } from '../open-fragments.js';
import type { Path } from '../own/fetch-tree.js';
import { namedTypeOf, type Joins } from '../own/joins.js';
import { callText, wantedOfDocument } from '../own/wanted.js';
import { dataPathOf, type ToDataPath } from '../plan-rewrites.js';
import { findUnanswered } from './answer-check.js';
import { isKnownAt, KnownValue, typenameAt, type KnownType, type Moment } from './known-data.js';
import { checkRepresentation, PlanHole } from './representation-check.js';

export interface PlanCheckTarget {
  readonly joins: Joins;
  readonly publicSchema: GraphQLSchema;
}

/** Values that are looked at for one plan; a plan of more is taken for one with a hole. */
const MAX_STEPS = 50_000;

/**
 * Follows a plan as it will be executed, without data: what is known of values of every type that they can have, before and
 * after each fetch. Answers the first hole that it finds, undefined if there is none: something that was asked and is not
 * fetched, that is fetched by another call, a key or requirement that is not known when it is sent, a type that nobody
 * tells, something that a subgraph does not have, something that nobody asked of a type and nobody needs, or a mutation that
 * would be done twice.
 *
 * The document has no conditions, and its aliases are the keys of the data.
 */
export function findPlanHole(plan: PlanNode | undefined, document: DocumentNode, target: PlanCheckTarget): string | undefined {
  const operation = document.definitions.find((node) => node.kind === Kind.OPERATION_DEFINITION);
  if (operation === undefined) throw new Error('The document has no operation.');
  const { joins, publicSchema } = target;
  const rootName = joins.rootOf(operation.operation);
  const root = new KnownValue();
  try {
    if (plan !== undefined) new PlanFollower(root, rootName, target).follow(plan, []);
    if (operation.operation === OperationTypeNode.MUTATION) {
      for (const [key, { moments }] of root.ofType(rootName).fields) if (new Set(moments).size > 1) return `"${key}" would be done more than once.`;
    }
    return findUnanswered(root, rootName, wantedOfDocument(document, operation, joins, publicSchema), joins);
  } catch (error) {
    if (error instanceof PlanHole) return error.message;
    throw error;
  }
}

/** A part of a fetch's answer: its types, and what the subgraph takes it for. */
interface Part {
  readonly value: KnownValue;
  readonly types: readonly string[];
  /** The type in the subgraph. */
  readonly typeName: string;
}

interface Fetch {
  readonly graph: string;
  readonly moment: Moment;
  readonly toDataPath: ToDataPath;
}

class PlanFollower {
  readonly #root: KnownValue;
  readonly #rootName: string;
  readonly #target: PlanCheckTarget;
  #steps = 0;

  constructor(root: KnownValue, rootName: string, target: PlanCheckTarget) {
    this.#root = root;
    this.#rootName = rootName;
    this.#target = target;
  }

  follow(node: PlanNode, moment: Moment): void {
    switch (node.kind) {
      case 'Sequence':
      case 'Parallel':
        node.nodes.forEach((child, index) => this.follow(child, [...moment, { index, isOrdered: node.kind === 'Sequence' }]));
        break;
      case 'Fetch':
        this.#select({ value: this.#root, types: [this.#rootName], typeName: this.#rootName }, selectionOf(node), { graph: this.#graphOf(node), moment, toDataPath: dataPathOf(node.outputRewrites) });
        break;
      case 'Flatten':
        if (node.node.kind !== 'Fetch') throw new PlanHole(`A Flatten over "${node.node.kind}".`);
        this.#fetchEntities(node.node, entityAliasesOf(node), moment);
        break;
      case 'BatchFetch':
        this.#fetchEntities(node, node.entityBatch.aliases, moment);
        break;
      default:
        throw new PlanHole(`A step of kind "${node.kind}".`);
    }
  }

  #graphOf({ serviceName }: FetchNode | BatchFetchNode): string {
    const graph = this.#target.joins.graphOf(serviceName);
    if (graph === undefined) throw new PlanHole(`There is no subgraph "${serviceName}".`);
    return graph;
  }

  #fetchEntities(node: FetchNode | BatchFetchNode, aliases: readonly EntityBatchAlias[], moment: Moment): void {
    const { selections } = selectionOf(node);
    const graph = this.#graphOf(node);
    for (const alias of aliases) {
      const field = selections.find((one) => one.kind === Kind.FIELD && (one.alias ?? one.name).value === alias.alias);
      if (field?.kind !== Kind.FIELD || field.selectionSet === undefined) throw new PlanHole(`A fetch does not select its own "${alias.alias}".`);
      const { selectionSet } = field;
      const fetch: Fetch = { graph, moment, toDataPath: dataPathOf(alias.outputRewrites) };
      for (const path of alias.paths) {
        for (const [value, types] of this.#valuesAt(path, moment)) {
          for (const type of types) {
            const typeName = checkRepresentation({ alias, selectionSet, type, known: value.ofType(type), graph, moment, joins: this.#target.joins });
            if (typeName !== undefined) this.#selectOfEntity({ value, types: [type], typeName }, selectionSet, fetch);
          }
        }
      }
    }
  }

  /** The values at a path whose types, where it names them, have been told before. */
  #valuesAt(path: Path, now: Moment): ReadonlyMap<KnownValue, ReadonlySet<string>> {
    let found = new Map<KnownValue, Set<string>>([[this.#root, new Set([this.#rootName])]]);
    for (const segment of path) {
      if (segment === '@') continue;
      const next = new Map<KnownValue, Set<string>>();
      for (const [value, types] of found) {
        for (const type of types) {
          const known = value.ofType(type);
          if ('TypeCondition' in segment) {
            const name = typenameAt(known, type, now);
            if (name !== undefined && segment.TypeCondition.some((condition) => this.#target.joins.isSubtype(name, condition))) next.set(value, (next.get(value) ?? new Set()).add(type));
            continue;
          }
          const field = known.fields.get(segment.Field);
          if (field?.below !== undefined && isKnownAt(field.moments, now)) next.set(field.below, new Set(field.below.types.keys()));
        }
      }
      found = next;
    }
    return found;
  }

  /** An entity is of any type that the fetch has a fragment for. */
  #selectOfEntity(part: Part, { selections }: SelectionSetNode, fetch: Fetch): void {
    const { joins } = this.#target;
    for (const selection of selections) {
      if (selection.kind !== Kind.INLINE_FRAGMENT) {
        this.#select(part, { kind: Kind.SELECTION_SET, selections: [selection] }, fetch);
        continue;
      }
      const condition = selection.typeCondition?.name.value ?? part.typeName;
      const isOf = joins.isSubtype(part.typeName, condition) || part.types.some((type) => joins.isSubtype(type, condition));
      if (isOf) this.#select({ ...part, typeName: joins.isSubtype(part.typeName, condition) ? part.typeName : condition }, selection.selectionSet, fetch);
    }
  }

  #select(part: Part, { selections }: SelectionSetNode, fetch: Fetch): void {
    const { joins } = this.#target;
    for (const selection of selections) {
      if (selection.kind === Kind.FRAGMENT_SPREAD) throw new PlanHole('A fragment that was not opened.');
      if (selection.kind === Kind.FIELD) {
        for (const type of part.types) this.#selectField(part, type, selection, fetch);
        continue;
      }
      const condition = selection.typeCondition?.name.value ?? part.typeName;
      if (!canBe(part.typeName, condition, fetch.graph, joins)) throw new PlanHole(`${fetch.graph} is asked for a ${part.typeName} that is a ${condition}.`);
      const types = part.types.filter((type) => joins.isSubtype(type, condition));
      // An interface stays one of which its values' own types are selected.
      const typeName = joins.isSubtype(part.typeName, condition) ? part.typeName : condition;
      if (types.length > 0) this.#select({ ...part, types, typeName }, selection.selectionSet, fetch);
    }
  }

  #selectField({ value, typeName }: Part, type: string, field: Extract<SelectionSetNode['selections'][number], { kind: Kind.FIELD }>, { graph, moment, toDataPath }: Fetch): void {
    this.#steps += 1;
    if (this.#steps > MAX_STEPS) throw new PlanHole(`The plan has more than ${MAX_STEPS} values.`);
    const { joins } = this.#target;
    const key = String(toDataPath([(field.alias ?? field.name).value])[0]);
    const known = value.ofType(type);
    if (field.name.value === '__typename') {
      const isOpen = joins.isInterfaceObject(typeName, graph);
      if (key === '__typename') tell(known, isOpen ? typeName : undefined, moment);
      else if (!isOpen) known.isNamed = true;
      return;
    }
    const own = joins.nameIn(type, graph) ?? type;
    const joined = joins.field(own, field.name.value, graph);
    if (joined === undefined) throw new PlanHole(`${graph} is asked for ${own}.${field.name.value}, which it does not have.`);
    const call = callText(field);
    const result = known.fields.get(key) ?? { call, moments: [], below: field.selectionSet === undefined ? undefined : new KnownValue(), isNeeded: false };
    if (result.call !== call) throw new PlanHole(`${type} gets ${result.call} and ${call} under one key "${key}".`);
    known.fields.set(key, result);
    result.moments.push(moment);
    if (field.selectionSet === undefined || result.below === undefined) return;
    const below = namedTypeOf(joined.type);
    const types = typesIn(below, graph, joins);
    for (const one of types) result.below.ofType(one);
    this.#select({ value: result.below, types, typeName: below }, field.selectionSet, { graph, moment, toDataPath });
  }
}

/** The object types that a value can have which a subgraph answers as one of a type. */
function typesIn(typeName: string, graph: string, joins: Joins): readonly string[] {
  if (joins.isInterfaceObject(typeName, graph)) return joins.possible(typeName);
  if (!joins.isAbstract(typeName)) return [typeName];
  return joins.members(typeName, graph).flatMap((member) => joins.possible(member));
}

function canBe(typeName: string, condition: string, graph: string, joins: Joins): boolean {
  if (joins.isSubtype(typeName, condition)) return true;
  const ofCondition = new Set(typesIn(condition, graph, joins));
  return !joins.isInterfaceObject(typeName, graph) && typesIn(typeName, graph, joins).some((type) => ofCondition.has(type));
}

function tell(known: KnownType, interfaceObject: string | undefined, moment: Moment): void {
  if (interfaceObject === undefined) known.told.push(moment);
  else known.interfaceObjects.set(interfaceObject, [...(known.interfaceObjects.get(interfaceObject) ?? []), moment]);
}

function selectionOf({ operation }: FetchNode | BatchFetchNode): SelectionSetNode {
  return operationWithoutSpreads(parse(operation, { noLocation: true })).selectionSet;
}
