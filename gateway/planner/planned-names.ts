import { parse, visit } from 'graphql';
import { argumentOf, directivesOf, type SupergraphIndex } from './supergraph-index.js';

/** Names of the fields that plans read by themselves, to find entities and to tell subgraphs what they require. */
export function readPlannedNames(supergraph: SupergraphIndex): ReadonlySet<string> {
  const names = new Set<string>();
  const read = (selection: string | boolean | undefined): void => {
    if (typeof selection !== 'string') return;
    visit(parse(`{ ${selection} }`, { noLocation: true }), { Field: (field) => void names.add(field.name.value) });
  };
  for (const type of supergraph.types.values()) {
    for (const join of directivesOf(type, 'join__type')) read(argumentOf(join, 'key'));
    for (const field of type.fields ?? []) {
      for (const join of directivesOf(field, 'join__field')) read(argumentOf(join, 'requires'));
    }
  }
  return names;
}
