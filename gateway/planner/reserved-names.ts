import { GraphQLError, Kind, visit, type DocumentNode, type FieldNode, type VariableDefinitionNode } from 'graphql';

/** Begins the aliases that plans give to fields of one fetch, which are renamed in its answer. */
export const PLAN_ALIAS = '_gw_alias';
/** Begins the keys under which the fetched data holds what only the plan needs. */
export const PLAN_KEY = '_gw_key';
const RESERVED = '_gw_';
const NEEDED = new RegExp(`^${PLAN_KEY}\\d+_`);

/** The name that clients know of a key: without what a plan put before it. */
export function clientKeyOf(key: string): string {
  return key.replace(NEEDED, '');
}

/** Names that a client may not choose because plans and their answers use them. */
export function findReservedNames(document: DocumentNode): GraphQLError[] {
  const errors: GraphQLError[] = [];
  visit(document, {
    Field(node) {
      const alias = node.alias?.value;
      if (alias !== undefined && isReserved(alias, node.name.value)) errors.push(refusal(`The alias "${alias}" is reserved; choose another.`, node));
      return undefined;
    },
    VariableDefinition(node) {
      const name = node.variable.name.value;
      if (name === 'representations' || name.startsWith('__')) {
        errors.push(refusal(`The variable "$${name}" is reserved; choose another name.`, node));
      }
      return false;
    },
    Directive: () => false,
    [Kind.ARGUMENT]: () => false,
  });
  return errors;
}

/** Other aliases with two underscores are Relay's, as `__isNode`. */
function isReserved(alias: string, fieldName: string): boolean {
  return (alias === '__typename' && fieldName !== alias) || alias === '__proto__' || alias.startsWith(RESERVED);
}

function refusal(message: string, node: FieldNode | VariableDefinitionNode): GraphQLError {
  return new GraphQLError(message, { nodes: node, extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } });
}
