import { GraphQLError, Kind, visit, type DocumentNode } from 'graphql';
import { isConflictAlias } from './conflict-aliases.js';

const PLANNER_ALIAS = /^_internal_qp_alias_/;

/** Names that a client may not choose because the plans and their answers use them: the planner would mix them up. */
export function findReservedNames(document: DocumentNode): GraphQLError[] {
  const errors: GraphQLError[] = [];
  visit(document, {
    Field(node) {
      const alias = node.alias?.value;
      if (alias !== undefined && (alias.startsWith('__') || PLANNER_ALIAS.test(alias) || isConflictAlias(alias))) {
        errors.push(new GraphQLError(`The alias "${alias}" is reserved.`, { nodes: node }));
      }
      return undefined;
    },
    VariableDefinition(node) {
      const name = node.variable.name.value;
      if (name === 'representations' || name.startsWith('__')) {
        errors.push(new GraphQLError(`The variable "$${name}" is reserved.`, { nodes: node }));
      }
      return false;
    },
    Directive: () => false,
    [Kind.ARGUMENT]: () => false,
  });
  return errors;
}
