import { GraphQLError, Kind, visit, type DocumentNode, type FieldNode, type VariableDefinitionNode } from 'graphql';

/** Prefix of the aliases that plans give to fields of one fetch; they are renamed in its response. */
export const PLAN_ALIAS = '_gw_alias';
/** Prefix of the keys of fetched data that only the plan needs. */
export const PLAN_KEY = '_gw_key';
const RESERVED = '_gw_';
const NEEDED = new RegExp(`^${PLAN_KEY}\\d+_`);

/** The client's name for a key: without a plan's prefix. */
export function clientKeyOf(key: string): string {
  return key.replace(NEEDED, '');
}

/** Reports names that clients must not use because plans and their responses use them. */
export function findReservedNames(document: DocumentNode): GraphQLError[] {
  const errors: GraphQLError[] = [];
  visit(document, {
    Field(node) {
      const alias = node.alias?.value;
      if (alias !== undefined && isReserved(alias, node.name.value)) {
        errors.push(refusal(`The alias "${alias}" is reserved; choose another alias.`, node));
      }
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

/** Other aliases with two underscores are allowed: Relay uses them, for example `__isNode`. */
function isReserved(alias: string, fieldName: string): boolean {
  return (alias === '__typename' && fieldName !== alias) || alias === '__proto__' || alias.startsWith(RESERVED);
}

function refusal(message: string, node: FieldNode | VariableDefinitionNode): GraphQLError {
  return new GraphQLError(message, { nodes: node, extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } });
}
