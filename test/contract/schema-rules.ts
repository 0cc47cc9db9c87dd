import {
  getNamedType, getNullableType, isEnumType, isInputObjectType, isInterfaceType, isListType, isNonNullType, isObjectType, isSpecifiedScalarType, Kind,
  type ConstDirectiveNode, type GraphQLEnumType, type GraphQLField, type GraphQLObjectType, type GraphQLSchema, type GraphQLType,
} from 'graphql';

/** A rule of the public schema. It tells the coordinates (`Type.field(argument)`) that break it. */
export interface Rule {
  readonly name: string;
  readonly faults: (schema: GraphQLSchema) => readonly string[];
  /** What breaks it knowingly, with the reason. */
  readonly exceptions?: Readonly<Record<string, string>>;
}

type Field = GraphQLField<unknown, unknown>;

/** A field, an argument or an input field. */
interface Part {
  readonly at: string;
  readonly name: string;
  readonly type: GraphQLType;
  readonly description: string;
  /** Whether a client gives the value. */
  readonly isInput: boolean;
  readonly isArgument: boolean;
  readonly owner: string;
}

interface Described {
  readonly at: string;
  readonly name: string;
  readonly description: string;
}

const ownTypes = (schema: GraphQLSchema) => Object.values(schema.getTypeMap()).filter((type) => !type.name.startsWith('__') && !isSpecifiedScalarType(type));
const objectsOf = (schema: GraphQLSchema): readonly GraphQLObjectType[] => ownTypes(schema).filter(isObjectType);
const enumsOf = (schema: GraphQLSchema): readonly GraphQLEnumType[] => ownTypes(schema).filter(isEnumType);
const fieldsOf = (type: GraphQLObjectType): readonly Field[] => Object.values(type.getFields());

function partsOf(schema: GraphQLSchema): readonly Part[] {
  return ownTypes(schema).flatMap((owner) => {
    if (!isObjectType(owner) && !isInterfaceType(owner) && !isInputObjectType(owner)) return [];
    return Object.values(owner.getFields()).flatMap((field) => {
      const at = `${owner.name}.${field.name}`;
      const shared = { owner: owner.name, name: field.name, type: field.type, description: field.description ?? '' };
      const own: Part = { ...shared, at, isInput: isInputObjectType(owner), isArgument: false };
      const args = 'args' in field ? field.args : [];
      return [own, ...args.map((argument): Part => ({ owner: owner.name, at: `${at}(${argument.name})`, name: argument.name, type: argument.type, description: argument.description ?? '', isInput: true, isArgument: true }))];
    });
  });
}

function namesOf(schema: GraphQLSchema): readonly Described[] {
  const types = ownTypes(schema).flatMap((type): Described[] => {
    const own = { at: type.name, name: type.name, description: type.description ?? '' };
    return isEnumType(type) ? [own, ...type.getValues().map(({ name, description }) => ({ at: `${type.name}.${name}`, name, description: description ?? '' }))] : [own];
  });
  return [...types, ...partsOf(schema)];
}

function hasDirective({ astNode }: { readonly astNode?: unknown }, name: string): boolean {
  const { directives = [] } = (astNode ?? {}) as { readonly directives?: readonly ConstDirectiveNode[] };
  return directives.some((directive) => directive.kind === Kind.DIRECTIVE && directive.name.value === name);
}

const isEntity = (type: GraphQLType): boolean => isObjectType(type) && type.getInterfaces().some(({ name }) => name === 'Node');
const isList = (type: GraphQLType): boolean => isListType(getNullableType(type));
const isOf = (type: GraphQLType, scalar: string): boolean => getNamedType(type).name === scalar;
const atsOf = (parts: readonly { readonly at: string }[]): readonly string[] => parts.map(({ at }) => at);
const isPaging = ({ name }: { readonly name: string }): boolean => /(?:Connection|Edge)$/.test(name);
const isPayload = (name: string): boolean => name.endsWith('Payload');

/** The words of a name, in lower case: `meanOpenClose`, `RSI_MEAN_REVERSION`. */
const wordsOf = (name: string): readonly string[] => (name.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d+/g) ?? []).map((word) => word.toLowerCase());

const ABBREVIATIONS = new Set([
  'n', 'i', 't', 'avg', 'dn', 'ret', 'bh', 'strat', 'dir', 'hq', 'prev', 'curr', 'cur', 'num', 'cnt', 'dd', 'qty', 'amt', 'vol', 'idx', 'var', 'cvar', 'prob',
  'desc', 'cfg', 'ts', 'tx', 'msg', 'err', 'req', 'sym', 'sig', 'pos', 'chg', 'mkt', 'val', 'freq', 'std', 'dev', 'px', 'mo', 'yr', 'hhi', 'max', 'min',
]);
/** What stands for something else than what it shortens. */
const TERMS = new Set(['maxDrawdown', 'maxDrawdownPct', 'DESC', 'STUDENT_T']);

function abbreviated({ name }: Described): boolean {
  return !TERMS.has(name) && (name.toLowerCase() === 'pct' || wordsOf(name).some((word) => ABBREVIATIONS.has(word)));
}

/** Whether an argument names one object: `id`, a ticker, a slug. */
const isKey = ({ type, name }: { readonly type: GraphQLType; readonly name: string }): boolean => isNonNullType(type) && !isList(type) && ['id', 'ticker', 'slug', 'date'].includes(name);

function identityFaults(schema: GraphQLSchema): readonly string[] {
  const objects = objectsOf(schema).filter((type) => !isEntity(type));
  const fields = objectsOf(schema).flatMap((type) => fieldsOf(type).map((field) => ({ at: `${type.name}.${field.name}`, owner: type, field, of: getNamedType(field.type) })));
  const isNamed = ({ field: { args } }: { readonly field: Field }): boolean => args.length === 1 && args.some(isKey);
  const mustBe = fields.filter(({ owner, field, of }) => isObjectType(of) && !isPaging(of) && of.name !== 'Viewer' && (isNamed({ field }) || (isPayload(owner.name) && !isList(field.type)) || owner.name.endsWith('Edge')));
  return [
    ...objects.filter((type) => fieldsOf(type).some(({ name, type: of }) => name === 'id' && isOf(of, 'ID'))).map(({ name }) => name),
    ...mustBe.filter(({ of }) => !isEntity(of)).map(({ at }) => at),
  ];
}

const ENVELOPE = new Set(['ok', 'success', 'message', 'apiVersion', 'requestId']);

function isOfEnvelope({ name, type, owner, isInput }: Part): boolean {
  if (isInput) return false;
  return ENVELOPE.has(name) || (name === 'status' && (isPayload(owner) || !isEnumType(getNamedType(type))));
}

function equalEnums(schema: GraphQLSchema): readonly string[] {
  const bySet = new Map<string, string[]>();
  for (const type of enumsOf(schema)) {
    const key = type.getValues().map(({ name }) => name).sort().join();
    bySet.set(key, [...(bySet.get(key) ?? []), type.name]);
  }
  return [...bySet.values()].filter(({ length }) => length > 1).map((names) => names.sort().join(' = '));
}

const PAGE_ARGUMENTS = ['first', 'after', 'filter', 'orderBy'];

function pageFaults(schema: GraphQLSchema): readonly string[] {
  const paged = objectsOf(schema).flatMap((type) => fieldsOf(type).map((field) => ({ at: `${type.name}.${field.name}`, field }))).filter(({ field }) => field.args.some(({ name }) => name === 'first'));
  const isSound = ({ field }: { readonly field: Field }): boolean => {
    const of = getNamedType(field.type);
    const shapeOf = (type: GraphQLType, name: string): string => (isObjectType(type) ? String(type.getFields()[name]?.type) : '');
    const names = field.args.map(({ name }) => name);
    const [, entry = ''] = /^\[(\w+)!\]!$/.exec(shapeOf(of, 'nodes')) ?? [];
    const edge = schema.getType(`${of.name.replace(/Connection$/, '')}Edge`);
    return of.name.endsWith('Connection') && shapeOf(of, 'edges') === `[${String(edge)}!]!` && shapeOf(of, 'pageInfo') === 'PageInfo!'
      && edge !== undefined && shapeOf(edge, 'cursor') === 'String!' && shapeOf(edge, 'node') === `${entry}!`
      && names.includes('after') && names.every((name) => PAGE_ARGUMENTS.includes(name));
  };
  return atsOf(paged.filter((each) => !isSound(each)));
}

/** A list of objects whose length no one knows costs nothing, or too much, before it runs. */
function unsizedLists(schema: GraphQLSchema): readonly string[] {
  const lists = objectsOf(schema).filter((type) => !isPaging(type)).flatMap((type) => fieldsOf(type).filter(({ type: of }) => isList(of) && !isEnumType(getNamedType(of)) && isObjectType(getNamedType(of))).map((field) => ({ at: `${type.name}.${field.name}`, field })));
  return atsOf(lists.filter(({ field }) => !hasDirective(field, 'listSize')));
}

function mutationFaults(schema: GraphQLSchema): readonly string[] {
  const isSound = ({ name, args, type }: Field): boolean => {
    const title = name.charAt(0).toUpperCase() + name.slice(1);
    const payload = getNamedType(type);
    return wordsOf(name).length >= 2 && args.length === 1 && args[0]?.name === 'input' && String(args[0].type) === `${title}Input!`
      && String(type) === `${title}Payload` && isObjectType(payload) && String(payload.getFields()['viewer']?.type) === 'Viewer!';
  };
  const mutations = schema.getMutationType();
  return mutations === null || mutations === undefined ? [] : fieldsOf(mutations).filter((field) => !isSound(field)).map(({ name }) => `Mutation.${name}`);
}

function rootsOf(schema: GraphQLSchema): readonly string[] {
  return [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()].flatMap((type) => (type === null || type === undefined ? [] : [type.name]));
}

function certainFields(schema: GraphQLSchema): readonly string[] {
  const roots = rootsOf(schema);
  return objectsOf(schema).flatMap((type) => fieldsOf(type).filter((field) => {
    if (!isNonNullType(field.type)) return false;
    const refersToEntity = isEntity(getNamedType(field.type)) && !isList(field.type) && !isPayload(type.name) && !isPaging(type);
    return roots.includes(type.name) || hasDirective(field, 'metered') || refersToEntity;
  }).map(({ name }) => `${type.name}.${name}`));
}

const CHOICE = /`[^`]+`(?:, `[^`]+`)*,? or `[^`]+`/;

export const RULES: readonly Rule[] = [
  { name: 'what has an id, is looked up by a key, stands on a page or is in a payload is a Node', faults: identityFaults },
  { name: 'no name is abbreviated', faults: (schema) => atsOf(namesOf(schema).filter(abbreviated)) },
  { name: 'no name speaks of the program (svc), and a security is named by its ticker', faults: (schema) => atsOf(namesOf(schema).filter(({ name }) => /svc/i.test(name) || wordsOf(name).some((word) => /^symbols?$/.test(word)))) },
  { name: 'no field belongs to the envelope of REST', faults: (schema) => atsOf(partsOf(schema).filter(isOfEnvelope)) },
  { name: 'names end in Pct exactly where the value is a percentage', faults: (schema) => atsOf(partsOf(schema).filter(({ name, type }) => name.endsWith('Pct') !== isOf(type, 'Percent'))) },
  { name: 'fields and arguments are in camel case, enum values in UPPER_SNAKE', faults: (schema) => [
    ...atsOf(partsOf(schema).filter(({ name }) => !/^[a-z][A-Za-z0-9]*$/.test(name))),
    ...enumsOf(schema).flatMap((type) => type.getValues().filter(({ name }) => !/^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*$/.test(name)).map(({ name }) => `${type.name}.${name}`)),
  ] },
  {
    name: 'no two enums have the same values',
    faults: equalEnums,
    exceptions: { 'Bias = Posture': 'The contract spells the side of a pressure in lower case, and the posture of a portfolio with a capital.' },
  },
  { name: 'what takes `first` is a connection with edges, nodes and pageInfo, and takes nothing but a page, a filter and an order', faults: pageFaults },
  { name: 'a list of objects says how long it is', faults: unsizedLists },
  {
    name: 'a mutation is verbNoun(input: VerbNounInput!): VerbNounPayload, with the viewer',
    faults: mutationFaults,
    exceptions: { 'Mutation.signOut': 'It takes nothing, and the session that could read the account has ended.' },
  },
  { name: 'roots, metered fields and references to entities are nullable', faults: certainFields },
  { name: 'a text is no choice of a few: that is an enum', faults: (schema) => atsOf(partsOf(schema).filter(({ type, description }) => isOf(type, 'String') && CHOICE.test(description))) },
  { name: 'everything is described', faults: (schema) => atsOf(namesOf(schema).filter(({ description }) => description.trim() === '')) },
  { name: 'a Boolean is a question that can be answered either way', faults: (schema) => atsOf(partsOf(schema).filter(({ name, type, description, isArgument }) => isOf(type, 'Boolean') && !isArgument && (!/^(?:is|has)[A-Z]/.test(name) || /\balways (?:true|false)\b/i.test(description)))) },
  { name: '`from` and `to` are dates, and a limit says when it `resetsAt`', faults: (schema) => atsOf(partsOf(schema).filter(({ name, type }) => (/^(?:from|to)$/.test(name) && !isOf(type, 'LocalDate')) || (/^resets?(?![a-z])/.test(name) && (name !== 'resetsAt' || !isOf(type, 'DateTime'))))) },
];
