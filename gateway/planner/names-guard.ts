import { GraphQLError, Kind, visit, type DocumentNode, type FieldNode, type VariableDefinitionNode } from 'graphql';
import { isConflictAlias } from './conflict-aliases.js';

const PLANNER_ALIAS = /^_internal_qp_alias_/;

/** Names that a client may not choose because the plans and their answers use them: the planner would mix them up. */
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
  return (alias === '__typename' && fieldName !== alias) || alias === '__proto__' || PLANNER_ALIAS.test(alias) || isConflictAlias(alias);
}

function refusal(message: string, node: FieldNode | VariableDefinitionNode): GraphQLError {
  return new GraphQLError(message, { nodes: node, extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } });
}
