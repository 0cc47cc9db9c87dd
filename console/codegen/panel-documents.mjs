/**
 * Codegen plugin: an operation of its own for each fragment whose name ends in `Panel`, with the fields that the panel
 * shows, so that a reader can run what a panel rests on. A panel is a fragment of Query, or of a type that `PARENTS`
 * reaches; its variables are declared as by the operations of the pages that spread it.
 */
import { Kind, parse, print, visit } from 'graphql';

/** How to reach the type of a fragment from the root: the field, its arguments and their types. */
const PARENTS = {
  Query: undefined,
  Security: ['security(ticker: $ticker)', '$ticker: Ticker!'],
  PrivateCompany: ['privateCompany(slug: $slug)', '$slug: String!'],
  Investor: ['investor(slug: $slug)', '$slug: String!'],
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

/** Names of the fragments that an operation spreads, directly or through others. */
function spreadIn(node, fragments, found = new Set()) {
  visit(node, {
    FragmentSpread(spread) {
      if (found.has(named(spread))) return;
      found.add(named(spread));
      spreadIn(fragments.get(named(spread)), fragments, found);
    },
  });
  return found;
}

/** A variable's definition in the operations that spread the panel. Throws unless they agree on one. */
function definitionOf(variable, panel, operations) {
  const texts = new Set(
    operations
      .flatMap(({ variableDefinitions = [] }) => variableDefinitions)
      .filter((definition) => definition.variable.name.value === variable)
      .map((definition) => print(definition)),
  );
  const [text] = texts;
  if (texts.size !== 1)
    throw new Error(`${panel}: its operations declare $${variable} as ${[...texts].join(' and ') || 'nothing'}.`);
  return text;
}

function textOf(fragment, fragments, operations) {
  const type = fragment.typeCondition.name.value;
  if (!Object.hasOwn(PARENTS, type))
    throw new Error(`${named(fragment)}: add how to reach ${type} to console/codegen/panel-documents.mjs.`);
  const selectionSet = unconditional(inlined(fragment.selectionSet, fragments));
  const [field, own] = PARENTS[type] ?? [];
  const declared = operations.filter((operation) => spreadIn(operation, fragments).has(named(fragment)));
  const variables = [
    ...(own === undefined ? [] : [own]),
    ...[...variablesIn(selectionSet)].map((name) => definitionOf(name, named(fragment), declared)),
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
  const operations = all.filter(({ kind }) => kind === Kind.OPERATION_DEFINITION);
  const panels = [...fragments.values()]
    .filter((node) => named(node).endsWith('Panel'))
    .sort((one, other) => named(one).localeCompare(named(other)));
  const rows = panels.map((node) => `  ${named(node)}: ${JSON.stringify(textOf(node, fragments, operations))},`);
  return {
    prepend: [],
    content: ['/** The operation behind each panel. */', 'export const PANELS = {', ...rows, '} as const;', ''].join(
      '\n',
    ),
  };
}
