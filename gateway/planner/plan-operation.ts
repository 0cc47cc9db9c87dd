import type { BatchFetchNode, FetchNode, FlattenNode, PlanNode, QueryPlan } from '@graphql-hive/router-query-planner';
import { Kind, parse, print, type DocumentNode, type SelectionNode } from 'graphql';
import { isPromise } from '../execution/values.js';
import { cutAtEntities, type CutOperation, type EntityPart } from './entity-cuts.js';
import { withOwnKeys } from './own-keys.js';
import { mapFetches, type PlanPath } from './plan-walk.js';
import type { Planner } from './planner.js';
import { PLANNING_NAME } from './planning-supergraph.js';
import { PlannerBusy, PlannerLost } from './planning-errors.js';
import { withPossibleFragments } from './possible-fragments.js';
import { shallowDocument } from './shallow-document.js';
import { splitByType } from './split-by-type.js';
import { withUnionMembers } from './union-members.js';

/** Plans a document without conditions: at once, or later in another process. Throws or rejects where there is no plan. */
export type PlanDocument = (source: string) => QueryPlan | Promise<QueryPlan>;

type PlanningTarget = Pick<Planner, 'planningSchema' | 'planning' | 'supergraph' | 'requiredCalls'>;

/** A plan, or undefined where there is nothing to fetch. */
type Planned = PlanNode | undefined;

/** Calls of the native planner for one operation, so that a hopeless one costs no more. */
const MAX_PLANS = 200;
/** Planner processes that one operation may take down before it is refused. */
const MAX_LOSSES = 2;

/**
 * Plans operations without conditions whose aliases are data keys, one after the other, so that they take one place in the
 * planner's queue. What the native planner finds no way for is planned in parts that begin and end at entities, with more
 * requests than a whole plan would need.
 */
export function planOperations(documents: readonly DocumentNode[], target: PlanningTarget, plan: PlanDocument): readonly PlanNode[] | Promise<readonly PlanNode[]> {
  const finish = (planned: readonly Planned[]): readonly PlanNode[] =>
    planned.flatMap((node) => (node === undefined ? [] : (mapFetches(node, (fetch) => withService(fetch, target)) ?? [])));
  return inOrder(documents, (document) => new OperationPlanner(target, plan).plan(document), finish);
}

class OperationPlanner {
  readonly #target: PlanningTarget;
  readonly #plan: PlanDocument;
  #plans = 0;
  #losses = 0;

  constructor(target: PlanningTarget, plan: PlanDocument) {
    this.#target = target;
    this.#plan = plan;
  }

  plan(document: DocumentNode): Planned | Promise<Planned> {
    return recovered(() => this.#planWhole(document), (error) => this.#planInParts(document, error, 0));
  }

  #planWhole(document: DocumentNode): Planned | Promise<Planned> {
    const { planningSchema, planning, supergraph, requiredCalls } = this.#target;
    this.#plans += 1;
    const finish = ({ node }: QueryPlan): Planned => {
      if (node === undefined) return undefined;
      const knowledge = { schema: planningSchema, supergraph, graphOf: planning.graphOf };
      const complete = withUnionMembers(requiredCalls.rename(node, planning.graphOf), document, knowledge);
      if (!planning.hasInterfaceObjects) return complete;
      return splitByType(withOwnKeys(withPossibleFragments(complete, planningSchema), knowledge), document, planningSchema, planning.isInterfaceObject);
    };
    const planned = this.#plan(print(shallowDocument(document, planningSchema)));
    return isPromise(planned) ? planned.then(finish) : finish(planned);
  }

  #planInParts(document: DocumentNode, error: unknown, keyIndex: number): Planned | Promise<Planned> {
    const { planningSchema, planning } = this.#target;
    let hasMoreKeys = false;
    const cut = cutAtEntities(document, planningSchema, (typeName) => {
      const entries = planning.entriesOf(typeName);
      if (entries.length > keyIndex + 1) hasMoreKeys = true;
      return entries[keyIndex] ?? entries.at(-1);
    });
    if (cut.parts.length === 0 || this.#plans >= MAX_PLANS) throw error;
    if (error instanceof PlannerLost) this.#losses += 1;
    if (this.#losses > MAX_LOSSES) throw error;
    return recovered(
      () => inOrder(cut.parts, (part) => this.plan(part.document), (plans) => this.#join(cut, plans)),
      (last) => {
        if (!hasMoreKeys) throw last;
        return this.#planInParts(document, error, keyIndex + 1);
      },
    );
  }

  #join(cut: CutOperation, plans: readonly Planned[]): Planned | Promise<Planned> {
    const begun = cut.parts.map((part, index) => begin(part, plans[index]));
    const selections = new Map(begun.map(({ part, selections: known }) => [part, known]));
    const outer = this.#planWhole(cut.write((part) => selections.get(part) ?? []));
    const join = (first: Planned): Planned => {
      const after = begun.flatMap(({ rest }) => rest ?? []);
      if (first === undefined || after.length === 0) return first;
      return { kind: 'Sequence', nodes: [first, { kind: 'Parallel', nodes: after }] };
    };
    return isPromise(outer) ? outer.then(join) : join(outer);
  }
}

interface BegunPart {
  readonly part: EntityPart;
  /** What has to be known of the entities before. */
  readonly selections: readonly SelectionNode[];
  readonly rest: Planned;
}

/** Takes the fetch of the entry out of a part's plan, and puts the rest at the part's place. */
function begin(part: EntityPart, plan: Planned): BegunPart {
  let selections: readonly SelectionNode[] = [];
  const rest = plan && mapFetches(plan, (fetch) => {
    if (fetch.kind === 'Flatten') return { ...fetch, path: moved(fetch.path, part) };
    if (fetch.kind === 'BatchFetch') {
      const aliases = fetch.entityBatch.aliases.map((alias) => ({ ...alias, paths: alias.paths.map((path) => moved(path, part)) }));
      return { ...fetch, entityBatch: { aliases } };
    }
    selections = entrySelections(fetch);
    return undefined;
  });
  return { part, selections, rest };
}

function moved([first, ...rest]: PlanPath, { path, rootField }: EntityPart) {
  if (first === undefined || first === '@' || !('Field' in first) || first.Field !== rootField) throw new Error('A part of a plan does not begin at its entities.');
  return [...path, ...rest];
}

function entrySelections({ operation, outputRewrites = [] }: FetchNode): readonly SelectionNode[] {
  // Its aliases would stand in the data under names that another plan gives too.
  if (outputRewrites.length > 0) throw new Error('An entity of a plan’s part needs one key twice.');
  const [definition] = parse(operation, { noLocation: true }).definitions;
  const root = definition?.kind === Kind.OPERATION_DEFINITION ? definition.selectionSet.selections : [];
  const [field] = root;
  if (root.length !== 1 || field?.kind !== Kind.FIELD || !PLANNING_NAME.test(field.name.value)) throw new Error('A part of a plan begins elsewhere.');
  return field.selectionSet?.selections ?? [];
}

/** The fetch under its subgraph's own name. */
function withService(fetch: FetchNode | FlattenNode | BatchFetchNode, target: PlanningTarget): PlanNode {
  if (fetch.kind === 'Flatten') return { ...fetch, node: fetch.node.kind === 'Fetch' ? withService(fetch.node, target) : fetch.node };
  const serviceName = target.planning.serviceOf(fetch.serviceName);
  if (serviceName === undefined) throw new Error(`The plan asks "${fetch.serviceName}", which is no subgraph.`);
  return serviceName === fetch.serviceName ? fetch : { ...fetch, serviceName };
}

/** Tries another way where the first has no plan; a planner that is busy gets no more to do. */
function recovered<T>(first: () => T | Promise<T>, second: (error: unknown) => T | Promise<T>): T | Promise<T> {
  const recover = (error: unknown): T | Promise<T> => {
    if (error instanceof PlannerBusy) throw error;
    return second(error);
  };
  try {
    const planned = first();
    return isPromise(planned) ? planned.catch(recover) : planned;
  } catch (error) {
    return recover(error);
  }
}

function inOrder<T, R, F>(items: readonly T[], run: (item: T) => R | Promise<R>, then: (results: readonly R[]) => F | Promise<F>, done: readonly R[] = []): F | Promise<F> {
  const results = [...done];
  for (const item of items.slice(done.length)) {
    const result = run(item);
    if (isPromise(result)) return result.then((one) => inOrder(items, run, then, [...results, one]));
    results.push(result);
  }
  return then(results);
}
