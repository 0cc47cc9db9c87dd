import {
  getNamedType,
  GraphQLError,
  isInterfaceType,
  isObjectType,
  Kind,
  valueFromASTUntyped,
  visit,
  type ASTNode,
  type DirectiveNode,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql';
import type { ApiError } from '../../access/errors.js';
import { fieldTiers, tierRefusal, type FieldTiers } from '../../access/field-tiers.js';
import { directiveReader } from '../../access/parameters/directives.js';
import { isTier, type Tier } from '../../access/tiers.js';

type Values = Readonly<Record<string, unknown>>;

/** One selected field, and why the caller may not read it or what it is below; null if the caller may. */
interface Usage {
  readonly node: FieldNode;
  readonly refusal: ApiError | null;
}

/**
 * The tier refusals that precede an operation's errors of input: a tier is checked before parameters, and a variable
 * that cannot be read ends the operation before any field's own check.
 */
export interface TierRefusals {
  /** Refusals of the fields whose arguments use the variable. */
  ofVariable(name: string): readonly GraphQLError[];
  /** The refusal of the field that an error about an argument is about. */
  ofNodes(nodes: readonly ASTNode[] | undefined): GraphQLError | undefined;
}

/** The tier of a context that has one. */
function callerTier(context: unknown): Tier | null {
  const tier: unknown = typeof context === 'object' && context !== null && 'tier' in context ? context.tier : undefined;
  return typeof tier === 'string' && isTier(tier) ? tier : null;
}

const known = new WeakMap<GraphQLField<unknown, unknown>, FieldTiers>();

function tiersOf(schema: GraphQLSchema, field: GraphQLField<unknown, unknown>): FieldTiers {
  let tiers = known.get(field);
  if (tiers === undefined) {
    tiers = fieldTiers(field, directiveReader(schema));
    known.set(field, tiers);
  }
  return tiers;
}

function asGraphQLError({ code, message, extra }: ApiError): GraphQLError {
  return new GraphQLError(message, { extensions: { code: code.toUpperCase(), ...extra } });
}

/** A field's arguments as they were sent, which may not be valid. */
function sentArguments({ arguments: nodes = [] }: FieldNode, variables: Values): Values {
  return Object.fromEntries(nodes.map(({ name, value }) => [name.value, valueFromASTUntyped(value, { ...variables })]));
}

/** Why the caller may not read the field with these arguments, valid or not; undefined if it may. */
function fieldRefusal(
  schema: GraphQLSchema,
  typeName: string,
  field: GraphQLField<unknown, unknown>,
  node: FieldNode,
  variables: Values,
  tier: Tier,
): ApiError | null {
  return tierRefusal(tiersOf(schema, field), tier, sentArguments(node, variables), `${typeName}.${field.name}`);
}

/** The field's refusal as an error; undefined if a caller with this context may read it. */
export function refusalOfField(
  schema: GraphQLSchema,
  typeName: string,
  field: GraphQLField<unknown, unknown>,
  node: FieldNode,
  variables: Values,
  context: unknown,
): GraphQLError | undefined {
  const tier = callerTier(context);
  const refusal = tier === null ? null : fieldRefusal(schema, typeName, field, node, variables, tier);
  return refusal === null ? undefined : asGraphQLError(refusal);
}

function isLeftOut(directives: readonly DirectiveNode[] | undefined, variables: Values): boolean {
  return (directives ?? []).some(({ name, arguments: [condition] = [] }) => {
    if (condition === undefined) return false;
    const value = valueFromASTUntyped(condition.value, { ...variables });
    return (name.value === 'skip' && value === true) || (name.value === 'include' && value === false);
  });
}

function usesVariable(node: FieldNode, variable: string): boolean {
  let found = false;
  for (const argument of node.arguments ?? []) {
    visit(argument, { Variable: ({ name }) => void (found ||= name.value === variable) });
  }
  return found;
}

/** All fields that an operation would resolve. */
function usagesOf(schema: GraphQLSchema, document: DocumentNode, variables: Values, tier: Tier): readonly Usage[] {
  const usages: Usage[] = [];
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const node of document.definitions)
    if (node.kind === Kind.FRAGMENT_DEFINITION) fragments.set(node.name.value, node);
  const collect = (type: GraphQLNamedType | undefined, selections: SelectionSetNode, above: ApiError | null): void => {
    for (const selection of selections.selections) {
      if (isLeftOut(selection.directives, variables)) continue;
      if (selection.kind === Kind.FIELD) {
        const field = isObjectType(type) || isInterfaceType(type) ? type.getFields()[selection.name.value] : undefined;
        if (type === undefined || field === undefined) continue;
        const refusal = above ?? fieldRefusal(schema, type.name, field, selection, variables, tier);
        usages.push({ node: selection, refusal });
        if (selection.selectionSet !== undefined) collect(getNamedType(field.type), selection.selectionSet, refusal);
      } else {
        const part = selection.kind === Kind.INLINE_FRAGMENT ? selection : fragments.get(selection.name.value);
        const condition = part?.typeCondition;
        const on = condition === undefined ? type : schema.getType(condition.name.value);
        if (part !== undefined) collect(on, part.selectionSet, above);
      }
    }
  };
  for (const node of document.definitions) {
    if (node.kind === Kind.OPERATION_DEFINITION)
      collect(schema.getRootType(node.operation) ?? undefined, node.selectionSet, null);
  }
  return usages;
}

function defaultsOf({ variableDefinitions = [] }: OperationDefinitionNode): Values {
  return Object.fromEntries(
    variableDefinitions.flatMap(({ variable, defaultValue }) =>
      defaultValue === undefined ? [] : [[variable.name.value, valueFromASTUntyped(defaultValue)]],
    ),
  );
}

/** The refusals of one request; `document` is valid and holds one operation. */
export function tierRefusals(
  schema: GraphQLSchema,
  document: DocumentNode,
  inputs: Values,
  context: unknown,
): TierRefusals | undefined {
  const tier = callerTier(context);
  if (tier === null) return undefined;
  let usages: readonly Usage[] | undefined;
  const all = (): readonly Usage[] => {
    const operation = document.definitions.find((node) => node.kind === Kind.OPERATION_DEFINITION);
    const variables = { ...(operation === undefined ? {} : defaultsOf(operation)), ...inputs };
    return (usages ??= usagesOf(schema, document, variables, tier));
  };
  return {
    ofVariable(name) {
      const refused = all().flatMap(({ node, refusal }) =>
        refusal !== null && usesVariable(node, name) ? [refusal] : [],
      );
      return [...new Map(refused.map((refusal) => [refusal.message, refusal])).values()].map(asGraphQLError);
    },
    ofNodes(nodes = []) {
      const isAbout = ({ node }: Usage): boolean =>
        nodes.some((each) => each === node || node.arguments?.some((argument) => argument.value === each) === true);
      const refusal = all().find(isAbout)?.refusal;
      return refusal === null || refusal === undefined ? undefined : asGraphQLError(refusal);
    },
  };
}
