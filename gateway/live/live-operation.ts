import {
  GraphQLError,
  Kind,
  OperationTypeNode,
  parseType,
  specifiedRules,
  visit,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql';
import type { Identity } from '../../access/identity.js';
import { coerceVariables, readArguments } from '../execution/input-errors.js';
import { tierRefusals } from '../execution/tier-refusals.js';
import { validateDocument } from '../planner/validate-document.js';
import type { RefusedOperation } from '../gateway.js';
import { countSelections } from '../planner/operation-size.js';
import type { LiveField } from './live-fields.js';

type Variables = Readonly<Record<string, unknown>>;

/** The mutation that a stream begins with. */
export interface LiveStart {
  /** Takes the client's variables. */
  readonly document: DocumentNode;
  /** Where its result has the key of the stream. */
  readonly keyPath: readonly string[];
}

/** A valid subscription: what it follows, and the query that resolves each of its events. */
export interface LiveOperation {
  readonly field: LiveField;
  readonly query: DocumentNode;
  /** The response name of the stream's field. */
  readonly name: string;
  /** What the stream begins with; null if it follows what others do. */
  readonly start: LiveStart | null;
  /** The query's variable for an event's key. */
  readonly keyVariable: string;
  /** The stream's arguments with the client's variables applied, or the coercion errors. */
  readonly argumentsOf: (
    variables: Variables,
    caller: Pick<Identity, 'tier'>,
  ) => { readonly values: Variables } | RefusedOperation;
}

/** Reads a subscription of a parsed document. The result is cached with the document. */
export type ReadLiveOperation = (
  document: DocumentNode,
  operation: OperationDefinitionNode,
) => LiveOperation | RefusedOperation;

const MAX_SELECTIONS = 10_000;
/** Directives that validation rejects. */
const UNKNOWN_DIRECTIVES: ReadonlySet<string> = new Set(['defer', 'stream']);

function refused(messages: readonly string[]): RefusedOperation {
  return {
    errors: messages.map((message) => new GraphQLError(message, { extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } })),
  };
}

function fragmentsOf(document: DocumentNode): readonly FragmentDefinitionNode[] {
  return document.definitions.filter((node) => node.kind === Kind.FRAGMENT_DEFINITION);
}

/**
 * The root fields with each fragment expanded once; null if one of them has a directive, which streams do not support.
 */
function rootFields(
  { selections }: SelectionSetNode,
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
  opened: Set<unknown> = new Set(),
): readonly FieldNode[] | null {
  const fields: FieldNode[] = [];
  for (const selection of selections) {
    if (selection.directives?.some(({ name }) => !UNKNOWN_DIRECTIVES.has(name.value)) === true) return null;
    if (selection.kind === Kind.FIELD) {
      fields.push(selection);
      continue;
    }
    const fragment = selection.kind === Kind.INLINE_FRAGMENT ? selection : fragments.get(selection.name.value);
    if (fragment === undefined || opened.has(fragment)) continue;
    opened.add(fragment);
    const inner = rootFields(fragment.selectionSet, fragments, opened);
    if (inner === null) return null;
    fields.push(...inner);
  }
  return fields;
}

function usedNames(
  fields: readonly FieldNode[],
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
): { readonly variables: ReadonlySet<string>; readonly fragments: ReadonlySet<string> } {
  const used = { variables: new Set<string>(), fragments: new Set<string>() };
  const use = (node: FieldNode | FragmentDefinitionNode): void => {
    visit(node, {
      Variable: ({ name }) => void used.variables.add(name.value),
      FragmentSpread({ name: { value } }) {
        const fragment = fragments.get(value);
        if (fragment === undefined || used.fragments.has(value)) return;
        used.fragments.add(value);
        use(fragment);
      },
    });
  };
  fields.forEach(use);
  return used;
}

function freeName(operation: OperationDefinitionNode): string {
  const taken = new Set((operation.variableDefinitions ?? []).map(({ variable }) => variable.name.value));
  let name = 'liveKey';
  while (taken.has(name)) name += '_';
  return name;
}

/** The name under which an event's query reads whether the stream is over; the client does not get it. */
export const UNTIL = '_liveUntil';

function fieldNamed(value: string, selections: readonly FieldNode[] = []): FieldNode {
  const selectionSet =
    selections.length === 0 ? {} : { selectionSet: { kind: Kind.SELECTION_SET, selections } as const };
  return { kind: Kind.FIELD, name: { kind: Kind.NAME, value }, ...selectionSet };
}

function withField({ kind, selections }: SelectionSetNode, field: FieldNode): SelectionSetNode {
  return { kind, selections: [...selections, field] };
}

/** The mutation that a stream begins with: the stream's arguments, and of its payload the key. */
function startOf(
  { start, by }: LiveField,
  operation: OperationDefinitionNode,
  { arguments: given = [] }: FieldNode,
): LiveStart | null {
  if (start === null) return null;
  const field = { ...fieldNamed(start.mutation, [fieldNamed(start.as, [fieldNamed(by)])]), arguments: given };
  const used = usedNames([field], new Map());
  const mutation: OperationDefinitionNode = {
    ...operation,
    operation: OperationTypeNode.MUTATION,
    variableDefinitions: (operation.variableDefinitions ?? []).filter(({ variable }) =>
      used.variables.has(variable.name.value),
    ),
    selectionSet: { kind: Kind.SELECTION_SET, selections: [field] },
  };
  return { document: { kind: Kind.DOCUMENT, definitions: [mutation] }, keyPath: [start.mutation, start.as, by] };
}

/** The query of one event: the stream's selections under the query field for one key, with the same response name. */
function queryOf(
  field: LiveField,
  operation: OperationDefinitionNode,
  roots: readonly FieldNode[],
  document: DocumentNode,
  keyVariable: string,
): DocumentNode {
  const name = (value: string) => ({ kind: Kind.NAME, value }) as const;
  const variable = { kind: Kind.VARIABLE, name: name(keyVariable) } as const;
  const eventFields = roots.map((root): FieldNode => ({
    ...root,
    alias: root.alias ?? root.name,
    name: name(field.query),
    arguments: [{ kind: Kind.ARGUMENT, name: name(field.by), value: variable }],
    ...(root.selectionSet === undefined || field.until === null
      ? {}
      : { selectionSet: withField(root.selectionSet, { ...fieldNamed(field.until), alias: name(UNTIL) }) }),
  }));
  const fragments = fragmentsOf(document);
  const used = usedNames(eventFields, new Map(fragments.map((node) => [node.name.value, node])));
  const query: OperationDefinitionNode = {
    ...operation,
    operation: OperationTypeNode.QUERY,
    variableDefinitions: [
      { kind: Kind.VARIABLE_DEFINITION, variable, type: parseType(field.byType, { noLocation: true }) },
      ...(operation.variableDefinitions ?? []).filter((definition) =>
        used.variables.has(definition.variable.name.value),
      ),
    ],
    selectionSet: { kind: Kind.SELECTION_SET, selections: eventFields },
  };
  return {
    kind: Kind.DOCUMENT,
    definitions: [query, ...fragments.filter((node) => used.fragments.has(node.name.value))],
  };
}

function compile(
  publicSchema: GraphQLSchema,
  fields: ReadonlyMap<string, LiveField>,
  document: DocumentNode,
  operation: OperationDefinitionNode,
): LiveOperation | RefusedOperation {
  if (countSelections(document) > MAX_SELECTIONS) {
    return refused([`The operation selects more than ${MAX_SELECTIONS} fields; request fewer fields.`]);
  }
  // Checked before validation, which would fail on a root condition that uses a variable.
  const roots = rootFields(
    operation.selectionSet,
    new Map(fragmentsOf(document).map((node) => [node.name.value, node])),
  );
  if (roots === null) return refused(['The root fields of a subscription cannot have directives.']);
  const errors = validateDocument(publicSchema, document, specifiedRules, { hideSuggestions: true });
  if (errors.length > 0) return refused(errors.map(({ message }) => message));
  const [first] = roots;
  const field = first && fields.get(first.name.value);
  const definition = field && publicSchema.getSubscriptionType()?.getFields()[field.name];
  if (first === undefined || field === undefined || definition === undefined) {
    return refused(['This subscription is not supported.']);
  }
  const keyVariable = freeName(operation);
  return {
    field,
    name: (first.alias ?? first.name).value,
    start: startOf(field, operation, first),
    query: queryOf(field, operation, roots, document, keyVariable),
    keyVariable,
    argumentsOf(variables, caller) {
      const given = coerceVariables(publicSchema, operation.variableDefinitions ?? [], variables, {
        hidesSuggestions: true,
        refusals: tierRefusals(publicSchema, document, variables, caller),
      });
      if ('errors' in given) return given;
      try {
        return { values: readArguments(definition, first, given.coerced) };
      } catch (error) {
        if (!(error instanceof GraphQLError)) throw error;
        return { errors: [new GraphQLError(error.message, { extensions: error.extensions })] };
      }
    },
  };
}

/** Turns subscriptions into queries. */
export function createLiveOperations(
  publicSchema: GraphQLSchema,
  fields: ReadonlyMap<string, LiveField>,
): ReadLiveOperation {
  const known = new WeakMap<OperationDefinitionNode, LiveOperation | RefusedOperation>();
  return (document, operation) => {
    let read = known.get(operation);
    if (read === undefined) {
      read = compile(
        publicSchema,
        fields,
        { ...document, definitions: [operation, ...fragmentsOf(document)] },
        operation,
      );
      known.set(operation, read);
    }
    return read;
  };
}
