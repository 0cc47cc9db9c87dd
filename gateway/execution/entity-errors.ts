import type { EntityField, EntityRequest } from './entity-request.js';
import { pathToFirstList } from './entity-path.js';
import type { ErrorLog } from './error-log.js';
import type { SubgraphError, SubgraphResponse } from './subgraph.js';
import type { ObjectValue, ResponsePath } from './values.js';

/** Finds the response paths of the entities of an `_entities` field. */
export type Locate = (field: EntityField) => ReadonlyMap<ObjectValue, ResponsePath>;

/**
 * Logs the errors of an entity fetch under their paths in the fetched data. An error below a representation is reported
 * at every entity that shares it; any other error concerns the whole fetch and is reported once, at the path up to the
 * first list.
 */
export function reportEntityErrors(
  requests: readonly EntityRequest[],
  response: SubgraphResponse,
  log: ErrorLog,
  locate: Locate,
): void {
  const located = new Map<EntityField, ReadonlyMap<ObjectValue, ResponsePath>>();
  const pathsOf = (field: EntityField): ReadonlyMap<ObjectValue, ResponsePath> => {
    const known = located.get(field) ?? locate(field);
    located.set(field, known);
    return known;
  };
  for (const error of response.errors ?? []) {
    const request = requests.find(({ field }) => field.alias === error.path?.[0]);
    const slot = error.path?.[1];
    if (request !== undefined && typeof slot === 'number') {
      reportSlot(request, slot, error, response, log, pathsOf(request.field));
    } else {
      const field = request?.field ?? requests[0]?.field;
      log.add(error, field?.toDataPath(pathToFirstList(field.paths[0] ?? [])));
    }
  }
  for (const { field } of requests) {
    if (Array.isArray(response.data?.[field.alias])) continue;
    for (const path of field.paths) log.explain(field.toDataPath(pathToFirstList(path)));
  }
}

function reportSlot(
  request: EntityRequest,
  slot: number,
  error: SubgraphError,
  response: SubgraphResponse,
  log: ErrorLog,
  paths: ReadonlyMap<ObjectValue, ResponsePath>,
): void {
  const { field, entities, slots } = request;
  const answers = response.data?.[field.alias];
  const isMissing = !Array.isArray(answers) || answers[slot] === null;
  entities.forEach((entity, index) => {
    const path = slots[index] === slot ? paths.get(entity) : undefined;
    if (path === undefined) return;
    const dataPath = field.toDataPath([...path, ...(error.path ?? []).slice(2)]);
    if (!isMissing) {
      log.add(error, dataPath);
      return;
    }
    log.add(error, dataPath, path);
    // The error removed the whole entity, so it explains every field of this fetch.
    for (const { key } of field.shape.fields) log.explain(field.toDataPath([...path, key]));
  });
}
