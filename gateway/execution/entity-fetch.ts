import { BREAK, visit, type DocumentNode } from 'graphql';
import type { EntityRequirement } from '../planner/plan.js';
import type { TypeIndex } from '../planner/type-index.js';
import { readAnswerShape } from './answer-shape.js';
import { reportEntityErrors } from './entity-errors.js';
import { collectEntities, locateEntities } from './entity-path.js';
import type { EntityField, EntityRequest } from './entity-request.js';
import { compileMerge, copyAnswer } from './merge.js';
import { compileRenames, renamedPathOf } from './renames.js';
import { compileRepresentation, representationKey, type IsFailed } from './representations.js';
import type { Execution, Step } from './step.js';
import type { Call } from './subgraph-call.js';
import type { SubgraphResponse } from './subgraph.js';
import { isObject, type ObjectValue, type ResponsePath } from './values.js';

/**
 * Compiles an entity fetch: builds a representation for every object at the paths, sends equal ones once and merges
 * each result into its objects. With a metered field, equal ones are sent for each object, so that every position in
 * the response is charged, as it is where one subgraph resolves the whole operation.
 */
export function compileEntityFetch<C>(
  entities: readonly EntityRequirement[],
  document: DocumentNode,
  call: Call<C>,
  types: TypeIndex,
  isHot: boolean,
): Step<C> {
  const isMetered = selectsMetered(document, types);
  const fields = entities.map((entity) => compileEntityField(entity, document, types, isHot, isMetered));
  const [only, ...others] = fields;
  if (only !== undefined && others.length === 0) {
    const { variable } = only;
    return (execution) => {
      const entityRequest = request(only, execution, types);
      if (entityRequest.representations.length === 0) return undefined;
      return call(execution, { [variable]: entityRequest.representations }, (response) =>
        receive([entityRequest], response, execution, types),
      );
    };
  }
  return (execution) => {
    const requests = fields.map((field) => request(field, execution, types));
    const variables: Record<string, unknown> = {};
    let count = 0;
    for (const { field, representations } of requests) {
      variables[field.variable] = representations;
      count += representations.length;
    }
    if (count === 0) return undefined;
    return call(execution, variables, (response) => receive(requests, response, execution, types));
  };
}

function selectsMetered(document: DocumentNode, types: TypeIndex): boolean {
  let found = false;
  visit(document, {
    Field({ name }) {
      found = types.isMetered(name.value);
      return found ? BREAK : undefined;
    },
  });
  return found;
}

function compileEntityField(
  entity: EntityRequirement,
  document: DocumentNode,
  types: TypeIndex,
  isHot: boolean,
  isMetered: boolean,
): EntityField {
  const { alias, variable, paths, requires, renames, typeName } = entity;
  const shape = readAnswerShape(document, renames).fields.find((field) => field.key === alias)?.shape;
  if (shape === undefined) throw new Error(`A plan's fetch does not select its own alias "${alias}".`);
  return {
    alias,
    variable,
    paths,
    shape,
    merge: compileMerge(shape, types, isHot),
    toDataPath: renamedPathOf(renames),
    build: compileRepresentation(requires, typeName, types, isHot),
    rename: compileRenames(renames),
    isDeduplicated: !isMetered,
  };
}

function request<C>(field: EntityField, execution: Execution<C>, types: TypeIndex): EntityRequest {
  const found: ObjectValue[] = [];
  for (const path of field.paths) collectEntities(execution.data, path, 0, types, found);
  const entityRequest: EntityRequest = { field, representations: [], entities: [], slots: [] };
  const isFailed = execution.log.isEmpty ? undefined : failureTest(field, execution, types);
  // A single entity needs no deduplication.
  const slotsByKey = field.isDeduplicated && found.length > 1 ? new Map<string, number>() : undefined;
  for (const entity of found) {
    const representation = field.build(entity, isFailed);
    if (representation === undefined) continue;
    const key = slotsByKey === undefined ? '' : representationKey(representation);
    let slot = slotsByKey?.get(key);
    if (slot === undefined) {
      slot = entityRequest.representations.push(representation) - 1;
      slotsByKey?.set(key, slot);
    }
    entityRequest.entities.push(entity);
    entityRequest.slots.push(slot);
  }
  return entityRequest;
}

function failureTest<C>(field: EntityField, execution: Execution<C>, types: TypeIndex): IsFailed {
  let located: Map<ObjectValue, ResponsePath> | undefined;
  return (entity, key) => {
    located ??= locateAll(field, execution.data, types);
    const path = located.get(entity);
    return path !== undefined && execution.log.isExplained(field.toDataPath([...path, key]));
  };
}

function locateAll(field: EntityField, data: ObjectValue, types: TypeIndex): Map<ObjectValue, ResponsePath> {
  return new Map(field.paths.flatMap((path) => [...locateEntities(data, path, types)]));
}

function receive<C>(
  requests: readonly EntityRequest[],
  response: SubgraphResponse,
  execution: Execution<C>,
  types: TypeIndex,
): void {
  if ((response.errors !== undefined && response.errors.length > 0) || !isObject(response.data)) {
    reportEntityErrors(requests, response, execution.log, (field) => locateAll(field, execution.data, types));
  }
  for (const { field, entities, slots, representations } of requests) {
    const answers = response.data?.[field.alias];
    if (!Array.isArray(answers)) continue;
    field.rename?.(answers);
    const isTaken =
      field.shape.hasObjects && entities.length > representations.length
        ? new Uint8Array(representations.length)
        : undefined;
    for (let index = 0; index < entities.length; index++) {
      const entity = entities[index];
      const slot = slots[index];
      if (entity === undefined || slot === undefined) continue;
      const answer: unknown = answers[slot];
      if (!isObject(answer)) continue;
      field.merge(entity, isTaken?.[slot] === 1 ? copyAnswer(answer, field.shape) : answer);
      if (isTaken !== undefined) isTaken[slot] = 1;
    }
  }
}
