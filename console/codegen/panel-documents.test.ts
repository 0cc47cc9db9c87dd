import { describe, expect, it } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import {
  buildSchema,
  concatAST,
  Kind,
  parse,
  print,
  separateOperations,
  validate,
  type DocumentNode,
  type OperationDefinitionNode,
} from 'graphql';
import { PANELS as OPERATOR_PANELS } from '../generated/operator/panels.js';
import { PANELS } from '../generated/panels.js';

const CONSOLE = path.join(import.meta.dirname, '..');
const SCHEMAS = path.join(CONSOLE, '..', 'schema');

/** The operations of a folder, each with the fragments that it uses. */
function pagesOf(folder: string): readonly DocumentNode[] {
  const files = readdirSync(folder).filter((file) => file.endsWith('.graphql'));
  const all = concatAST(files.map((file) => parse(readFileSync(path.join(folder, file), 'utf8'))));
  return Object.values(separateOperations(all));
}

function operationIn(document: DocumentNode): OperationDefinitionNode {
  const operation = document.definitions.find((each) => each.kind === Kind.OPERATION_DEFINITION);
  if (operation === undefined) throw new Error('The document has no operation.');
  return operation;
}

/** `$days: Int!` of each variable that an operation declares. */
const declaredIn = (document: DocumentNode): readonly string[] =>
  (operationIn(document).variableDefinitions ?? []).map((definition) => print(definition));

describe.each([
  ['customers', 'operations', 'public.graphql', PANELS],
  ['operators', path.join('operations', 'operator'), 'admin-supergraph.graphql', OPERATOR_PANELS],
])('the code of the panels of %s', (_, folder, file, panels) => {
  const schema = buildSchema(readFileSync(path.join(SCHEMAS, file), 'utf8'), { assumeValidSDL: true });
  const pages = pagesOf(path.join(CONSOLE, folder));

  it.each(Object.entries(panels))('%s is valid, with the variables that its pages declare', (name, text) => {
    const panel = parse(text);
    expect(validate(schema, panel).map(({ message }) => message)).toEqual([]);
    const own = pages.filter(({ definitions }) =>
      definitions.some((each) => each.kind === Kind.FRAGMENT_DEFINITION && each.name.value === name),
    );
    expect(own.length).toBeGreaterThan(0);
    for (const page of own) expect(declaredIn(page)).toEqual(expect.arrayContaining([...declaredIn(panel)]));
  });
});
