/**
 * Codegen plugin: an operation of its own for each fragment whose name ends in `Panel`, with the fields that the panel
 * shows, so that a reader can run what a panel rests on. A panel is a fragment of Query, or of a type that `PARENTS`
 * reaches.
 */
import { Kind, parse, print, visit } from 'graphql';

/** How to reach the type of a fragment from the root: the field, its arguments and their types. */
const PARENTS = {
  Query: undefined,
  Security: ['security(ticker: $ticker)', '$ticker: Ticker!'],
  PrivateCompany: ['privateCompany(slug: $slug)', '$slug: String!'],
  Viewer: ['viewer', undefined],
};

const named = (node) => node.name.value;

/** Replaces each spread by the fields of its fragment, so that the text reads as one operation. */
function inlined(selectionSet, fragments) {
  const selections = selectionSet.selections.flatMap((selection) => {
    if (selection.kind === Kind.FRAGMENT_SPREAD)
      return inlined(fragments.get(named(selection)).selectionSet, fragments).selections;
    return [
      selection.selectionSet === undefined
        ? selection
        : { ...selection, selectionSet: inlined(selection.selectionSet, fragments) },
    ];
  });
  return { ...selectionSet, selections };
}

/** Without conditions, which only say what the page leaves out. */
function unconditional(node) {
  return visit(node, { Directive: ({ name }) => (['include', 'skip'].includes(name.value) ? null : undefined) });
}

function variablesIn(node) {
  const names = new Set();
  visit(node, { Variable: ({ name }) => void names.add(name.value) });
  return names;
}

/** The definitions of all variables, as the pages' operations declare them. */
function definitionsOf(operations) {
  return new Map(
    operations.flatMap(({ variableDefinitions = [] }) =>
      variableDefinitions.map((definition) => [definition.variable.name.value, print(definition)]),
    ),
  );
}

function textOf(fragment, fragments, definitions) {
  const type = fragment.typeCondition.name.value;
  if (!Object.hasOwn(PARENTS, type))
    throw new Error(`${named(fragment)}: add how to reach ${type} to console/codegen/panel-documents.mjs.`);
  const selectionSet = unconditional(inlined(fragment.selectionSet, fragments));
  const [field, own] = PARENTS[type] ?? [];
  const variables = [
    ...(own === undefined ? [] : [own]),
    ...[...variablesIn(selectionSet)].map((name) => definitions.get(name)),
  ];
  const head = `query ${named(fragment).replace(/Panel$/, '')}${variables.length === 0 ? '' : `(${variables.join(', ')})`}`;
  const body = print(selectionSet);
  return print(parse(field === undefined ? `${head} ${body}` : `${head} { ${field} ${body} }`));
}

export function plugin(_schema, files) {
  const all = files.flatMap(({ document }) => document.definitions);
  const fragments = new Map(
    all.filter(({ kind }) => kind === Kind.FRAGMENT_DEFINITION).map((node) => [named(node), node]),
  );
  const definitions = definitionsOf(all.filter(({ kind }) => kind === Kind.OPERATION_DEFINITION));
  const panels = [...fragments.values()]
    .filter((node) => named(node).endsWith('Panel'))
    .sort((one, other) => named(one).localeCompare(named(other)));
  const rows = panels.map((node) => `  ${named(node)}: ${JSON.stringify(textOf(node, fragments, definitions))},`);
  return {
    prepend: [],
    content: ['/** The operation behind each panel. */', 'export const PANELS = {', ...rows, '} as const;', ''].join(
      '\n',
    ),
  };
}
