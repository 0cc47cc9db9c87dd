import {
  Kind,
  valueFromASTUntyped,
  type ConstDirectiveNode,
  type FieldDefinitionNode,
  type InputValueDefinitionNode,
  type StringValueNode,
  type TypeNode,
} from 'graphql';

type Values = Readonly<Record<string, unknown>>;
type Directives = readonly ConstDirectiveNode[] | undefined;

function directive(directives: Directives, name: string): Values | undefined {
  const node = directives?.find((candidate) => candidate.name.value === name);
  return (
    node &&
    Object.fromEntries(
      (node.arguments ?? []).map((argument) => [argument.name.value, valueFromASTUntyped(argument.value)]),
    )
  );
}

function capitalised(value: unknown): string {
  const text = String(value).toLowerCase();
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
}

function isList(type: TypeNode): boolean {
  return type.kind === Kind.LIST_TYPE || (type.kind === Kind.NON_NULL_TYPE && isList(type.type));
}

function number(value: unknown): string {
  return typeof value === 'number' ? value.toLocaleString('en-US', { maximumFractionDigits: 20 }) : String(value);
}

/** Tier and price of a field in words: `Pro tier. One unit.` */
function priceOf({ directives }: FieldDefinitionNode): string {
  const [tier, batch, page, screen] = [
    directive(directives, 'tier'),
    directive(directives, 'batch'),
    directive(directives, 'pageBatch'),
    directive(directives, 'screen'),
  ];
  const isMetered = directive(directives, 'metered') !== undefined;
  const many = batch?.['manyAtLeast'] === undefined ? '' : `${capitalised(batch['manyAtLeast'])}, `;
  const sentences = [
    directive(directives, 'session') === undefined ? '' : 'Requires a signed-in session.',
    tier === undefined ? '' : `${capitalised(tier['atLeast'])} tier.`,
    isMetered ? 'One unit.' : '',
    batch === undefined
      ? ''
      : `At most ${number(batch['max'])} ${String(batch['over'])}${isMetered ? '' : `; more than one: ${many}one unit together`}.`,
    page === undefined
      ? ''
      : `A page is one unit on ${capitalised(page['atLeast'])} and above, with all fields read below it.`,
    screen === undefined ? '' : `A screen: ${capitalised(screen['atLeast'])}, one unit with all fields read below it.`,
  ];
  return sentences.filter((sentence) => sentence !== '').join(' ');
}

/** `1 to 30 entries.` */
function lengthNote({ min, max }: Values, what: string): string {
  if (max === undefined || max === null)
    return `At least ${number(min)} ${min === 1 ? what.replace(/ie?s$/, (end) => (end === 'ies' ? 'y' : '')) : what}.`;
  return `${min === undefined || min === null ? 'At most' : `${number(min)} to`} ${number(max)} ${what}.`;
}

/** Bounds of an argument or input field in words, and whether it makes a list a screen: `1 to 15.` */
function boundsOf({ directives, type }: InputValueDefinitionNode): string {
  const [range, length] = [directive(directives, 'range'), directive(directives, 'length')];
  const sentences = [
    range === undefined ? '' : `${number(range['min'])} to ${number(range['max'])}.`,
    length === undefined ? '' : lengthNote(length, isList(type) ? 'entries' : 'characters'),
    directive(directives, 'computed') === undefined ? '' : 'Makes the list a screen.',
  ];
  return sentences.filter((sentence) => sentence !== '').join(' ');
}

interface Described {
  readonly description?: StringValueNode | undefined;
}

function withNote<Node extends Described>(node: Node, note: string): Node {
  const text = node.description?.value ?? '';
  // Many descriptions name the bound themselves.
  const plain = text.replace(/\s+/g, ' ').toLowerCase();
  const numbers = note.match(/\d[\d,.]*\d|\d/g) ?? [];
  const isNamed =
    numbers.length > 0 && numbers.every((each) => plain.includes(each) || plain.includes(each.replaceAll(',', '')));
  if (note === '' || isNamed || plain.includes(note.toLowerCase().replace(/\.$/, ''))) return node;
  const separator = text === '' ? '' : text.includes('\n') ? '\n\n' : ' ';
  const description: StringValueNode = {
    kind: Kind.STRING,
    block: false,
    ...node.description,
    value: `${text}${separator}${note}`,
  };
  return { ...node, description };
}

/** A field with its tier and price, and its arguments with their bounds, in the descriptions. */
export function fieldWithNotes(node: FieldDefinitionNode): FieldDefinitionNode {
  return withNote({ ...node, arguments: (node.arguments ?? []).map(inputWithNotes) }, priceOf(node));
}

/** An argument or input field with its bounds in the description. */
export function inputWithNotes(node: InputValueDefinitionNode): InputValueDefinitionNode {
  return withNote(node, boundsOf(node));
}
