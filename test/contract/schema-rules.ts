import {
  getNamedType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isNonNullType,
  isObjectType,
  isSpecifiedScalarType,
  type ConstDirectiveNode,
  type GraphQLEnumType,
  type GraphQLObjectType,
  type GraphQLSchema,
  type GraphQLType,
} from 'graphql';

/** A rule of the public schema. It tells the coordinates (`Type.field(argument)`) that break it. */
export interface Rule {
  readonly name: string;
  readonly faults: (schema: GraphQLSchema) => readonly string[];
  /** What breaks it knowingly, with the reason. */
  readonly exceptions?: Readonly<Record<string, string>>;
}

/** A field of an object type, its types as the SDL spells them. */
interface Field {
  readonly at: string;
  readonly name: string;
  readonly owner: string;
  readonly type: string;
  /** Name of the type, without lists and bangs. */
  readonly of: string;
  readonly isObject: boolean;
  /** Whether it gives objects that implement Node. */
  readonly isEntity: boolean;
  readonly args: readonly { readonly name: string; readonly type: string }[];
  readonly directives: readonly string[];
}

/** A field, an argument or an input field, as graphql-js has it. */
interface Source {
  readonly name: string;
  readonly description?: string | null | undefined;
  readonly type: GraphQLType;
  readonly args?: readonly Source[];
}

/** The same, as the rules read it. */
interface Part {
  readonly at: string;
  readonly name: string;
  readonly description: string;
  /** Name of the type, without lists and bangs. */
  readonly of: string;
  readonly isEnum: boolean;
  /** Whether a client gives the value. */
  readonly isInput: boolean;
  readonly isArgument: boolean;
  readonly owner: string;
}

/**
 * Types and fields that say when they are null: where nothing is known, where nothing is set, or only with an error.
 */
const SAYS_NULL = /\bnull\b|where known|if any/i;

/** Roots are null with an error alone, as docs/graphql.md says. */
const ROOTS: ReadonlySet<string> = new Set(['Query', 'Mutation', 'Subscription']);

function unexplainedNulls(schema: GraphQLSchema): readonly string[] {
  return objectsOf(schema)
    .filter(({ name }) => !ROOTS.has(name))
    .flatMap((type) =>
      Object.values(type.getFields())
        .filter(
          (field) =>
            !isNonNullType(field.type) && !SAYS_NULL.test(`${field.description ?? ''} ${type.description ?? ''}`),
        )
        .map((field) => `${type.name}.${field.name}`),
    );
}

interface Described {
  readonly at: string;
  readonly name: string;
  readonly description: string;
}

const ownTypes = (schema: GraphQLSchema) =>
  Object.values(schema.getTypeMap()).filter((type) => !type.name.startsWith('__') && !isSpecifiedScalarType(type));
const objectsOf = (schema: GraphQLSchema): readonly GraphQLObjectType[] => ownTypes(schema).filter(isObjectType);
const enumsOf = (schema: GraphQLSchema): readonly GraphQLEnumType[] => ownTypes(schema).filter(isEnumType);
const isNode = (type: GraphQLType): boolean =>
  isObjectType(type) && type.getInterfaces().some(({ name }) => name === 'Node');

function directivesOf({ astNode }: { readonly astNode?: unknown }): readonly string[] {
  const { directives = [] } = (astNode ?? {}) as { readonly directives?: readonly ConstDirectiveNode[] };
  return directives.map(({ name }) => name.value);
}

function fieldsOf(type: GraphQLObjectType): readonly Field[] {
  return Object.values(type.getFields()).map((field) => {
    const named = getNamedType(field.type);
    return {
      at: `${type.name}.${field.name}`,
      name: field.name,
      owner: type.name,
      type: String(field.type),
      of: named.name,
      isObject: isObjectType(named),
      isEntity: isNode(named),
      directives: directivesOf(field),
      args: field.args.map((argument) => ({ name: argument.name, type: String(argument.type) })),
    };
  });
}

const allFields = (schema: GraphQLSchema): readonly Field[] => objectsOf(schema).flatMap(fieldsOf);

function partOf(
  { name, description, type }: Source,
  place: Pick<Part, 'at' | 'owner' | 'isInput' | 'isArgument'>,
): Part {
  const named = getNamedType(type);
  return { ...place, name, description: description ?? '', of: named.name, isEnum: isEnumType(named) };
}

function partsOf(schema: GraphQLSchema): readonly Part[] {
  return ownTypes(schema).flatMap((type) => {
    if (!isObjectType(type) && !isInterfaceType(type) && !isInputObjectType(type)) return [];
    const owner = type.name;
    const fields: readonly Source[] = Object.values(type.getFields());
    return fields.flatMap((field) => {
      const at = `${owner}.${field.name}`;
      const args = (field.args ?? []).map((argument) =>
        partOf(argument, { at: `${at}(${argument.name})`, owner, isInput: true, isArgument: true }),
      );
      return [partOf(field, { at, owner, isInput: isInputObjectType(type), isArgument: false }), ...args];
    });
  });
}

function namesOf(schema: GraphQLSchema): readonly Described[] {
  const types = ownTypes(schema).flatMap((type): Described[] => {
    const own = { at: type.name, name: type.name, description: type.description ?? '' };
    return isEnumType(type)
      ? [
          own,
          ...type
            .getValues()
            .map(({ name, description }) => ({ at: `${type.name}.${name}`, name, description: description ?? '' })),
        ]
      : [own];
  });
  return [...types, ...partsOf(schema)];
}

const isList = (type: string): boolean => type.startsWith('[');
const atsOf = (parts: readonly { readonly at: string }[]): readonly string[] => parts.map(({ at }) => at);
const isPaging = (name: string): boolean => /(?:Connection|Edge)$/.test(name);
const isPayload = (name: string): boolean => name.endsWith('Payload');

/** The words of a name, in lower case: `meanOpenClose`, `RSI_MEAN_REVERSION`. */
const wordsOf = (name: string): readonly string[] =>
  (name.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d+/g) ?? []).map((word) => word.toLowerCase());

const ABBREVIATIONS = new Set([
  'n',
  'i',
  't',
  'avg',
  'dn',
  'ret',
  'bh',
  'strat',
  'dir',
  'hq',
  'prev',
  'curr',
  'cur',
  'num',
  'cnt',
  'dd',
  'qty',
  'amt',
  'vol',
  'idx',
  'var',
  'cvar',
  'prob',
  'desc',
  'cfg',
  'ts',
  'tx',
  'msg',
  'err',
  'req',
  'sym',
  'sig',
  'pos',
  'chg',
  'mkt',
  'val',
  'freq',
  'std',
  'dev',
  'px',
  'mo',
  'yr',
  'hhi',
  'max',
  'min',
]);
/** What stands for something else than what it shortens. */
const TERMS = new Set(['SERIES_I', 'tStatistic', 'maxDrawdown', 'maxDrawdownPct', 'DESC', 'STUDENT_T']);

function abbreviated({ name }: Described): boolean {
  return !TERMS.has(name) && (name.toLowerCase() === 'pct' || wordsOf(name).some((word) => ABBREVIATIONS.has(word)));
}

/** The bounds of a range are named by what has the range: `changePct: PercentRange`. */
function isMisnamedPercentage({ name, of, owner }: Part): boolean {
  return owner !== 'PercentRange' && name.endsWith('Pct') !== /^Percent(?:Range)?$/.test(of);
}

const KEYS = ['id', 'ticker', 'slug'];

/**
 * Whether a field gives an object that has an identity: one looked up by a key, on a page, or changed by a mutation.
 */
function givesEntity({ owner, args, type }: Field): boolean {
  const [argument, ...others] = args;
  const isLookup =
    argument !== undefined && others.length === 0 && KEYS.includes(argument.name) && /^\w+!$/.test(argument.type);
  return isLookup || owner.endsWith('Edge') || (isPayload(owner) && !isList(type));
}

/** Types of computed results: their ids are for caches, which merge what several operations read of them. */
function computedTypes(schema: GraphQLSchema): ReadonlySet<string> {
  const computed = allFields(schema).filter(({ type, directives }) => directives.includes('metered') && !isList(type));
  return new Set(computed.map(({ of }) => of));
}

function identityFaults(schema: GraphQLSchema): readonly string[] {
  const computed = computedTypes(schema);
  return objectsOf(schema).flatMap((owner) => {
    const fields = fieldsOf(owner);
    const hasId = fields.some(({ name, of }) => name === 'id' && of === 'ID');
    const lacking = fields.filter((field) => givesEntity(field) && field.isObject && !field.isEntity);
    return [...(hasId && !isNode(owner) && !computed.has(owner.name) ? [owner.name] : []), ...atsOf(lacking)];
  });
}

const ENVELOPE = new Set(['ok', 'success', 'message', 'apiVersion', 'requestId']);

function isOfEnvelope({ name, isEnum, owner, isInput }: Part): boolean {
  if (isInput) return false;
  return ENVELOPE.has(name) || (name === 'status' && (isPayload(owner) || !isEnum));
}

function equalEnums(schema: GraphQLSchema): readonly string[] {
  const bySet = new Map<string, string[]>();
  for (const type of enumsOf(schema)) {
    const key = type
      .getValues()
      .map(({ name }) => name)
      .sort()
      .join();
    bySet.set(key, [...(bySet.get(key) ?? []), type.name]);
  }
  return [...bySet.values()].filter(({ length }) => length > 1).map((names) => names.sort().join(' = '));
}

const PAGE_ARGUMENTS = ['first', 'after', 'filter', 'orderBy'];

/** Types of the fields of the schema, by their coordinates. */
const typesOf = (schema: GraphQLSchema): ReadonlyMap<string, string> =>
  new Map(allFields(schema).map(({ at, type }) => [at, type]));

function pageFaults(schema: GraphQLSchema): readonly string[] {
  const types = typesOf(schema);
  const isPage = ({ of, args }: Field): boolean => {
    const edge = of.replace(/Connection$/, 'Edge');
    const names = args.map(({ name }) => name);
    const [, entry = ''] = /^\[(\w+)!\]!$/.exec(types.get(`${of}.nodes`) ?? '') ?? [];
    return (
      of.endsWith('Connection') &&
      types.get(`${of}.edges`) === `[${edge}!]!` &&
      types.get(`${of}.pageInfo`) === 'PageInfo!' &&
      types.get(`${edge}.cursor`) === 'String!' &&
      types.get(`${edge}.node`) === `${entry}!` &&
      names.includes('after') &&
      names.every((name) => PAGE_ARGUMENTS.includes(name))
    );
  };
  return atsOf(allFields(schema).filter((field) => field.args.some(({ name }) => name === 'first') && !isPage(field)));
}

/** A list of objects whose length no one knows costs nothing, or too much, before it runs. */
function unsizedLists(schema: GraphQLSchema): readonly string[] {
  return atsOf(
    allFields(schema).filter(
      ({ owner, type, isObject, directives }) =>
        !isPaging(owner) && isList(type) && isObject && !directives.includes('listSize'),
    ),
  );
}

function mutationFaults(schema: GraphQLSchema): readonly string[] {
  const types = typesOf(schema);
  const isSound = ({ name, args, type }: Field): boolean => {
    const title = name.charAt(0).toUpperCase() + name.slice(1);
    return (
      wordsOf(name).length >= 2 &&
      args.length === 1 &&
      args[0]?.name === 'input' &&
      args[0].type === `${title}Input!` &&
      type === `${title}Payload` &&
      types.get(`${type}.viewer`) === 'Viewer!'
    );
  };
  return atsOf(allFields(schema).filter((field) => field.owner === schema.getMutationType()?.name && !isSound(field)));
}

function certainFields(schema: GraphQLSchema): readonly string[] {
  const roots = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()].map(
    (type) => type?.name,
  );
  const mayFail = ({ owner, type, isEntity, directives, args }: Field): boolean =>
    roots.includes(owner) ||
    args.length > 0 ||
    directives.includes('metered') ||
    (isEntity && !isList(type) && !isPayload(owner) && !isPaging(owner));
  return atsOf(allFields(schema).filter((field) => field.type.endsWith('!') && mayFail(field)));
}

/** Of a field without null, the refusal would take the whole object from a caller below its tier. */
const certainBelowTier = (schema: GraphQLSchema): readonly string[] =>
  atsOf(allFields(schema).filter(({ type, directives }) => type.endsWith('!') && directives.includes('tier')));

const CHOICE = /`[^`]+`(?:, `[^`]+`)*,? or `[^`]+`/;

export const RULES: readonly Rule[] = [
  {
    name: 'what has an id, is looked up by a key, stands on a page or is in a payload is a Node, or the result of a metered field',
    faults: identityFaults,
    exceptions: {
      NewsArticle:
        'It is read in pages of a metered field alone; its id is for caches, and by its id it would cost nothing.',
      'NewsEdge.node': 'As NewsArticle.',
      'PrivateStakeEdge.node': 'A row of a metered list, which a slug and a ticker identify.',
      'StakeHolderEdge.node': 'A row of a metered list, which its ticker identifies.',
      StartupArticle: 'As NewsArticle.',
      'StartupNewsEdge.node': 'As NewsArticle.',
      PrivateNewsArticle: 'As NewsArticle.',
      'PrivateNewsEdge.node': 'As NewsArticle.',
      InstitutionalHolding: 'As NewsArticle.',
      'InstitutionalHoldingEdge.node': 'As NewsArticle.',
      'AskQuestionPayload.answer': 'An answer is not kept; what it was read from has an identity.',
      'AskQuestionPayload.grounding': 'As AskQuestionPayload.answer.',
      'AskQuestionPayload.usage': 'As AskQuestionPayload.answer.',
      'CommunityLeaderboardEdge.node': 'A place changes; the member on it is a Node.',
      'ArenaPlaceEdge.node': 'A place changes; the portfolio on it is a Node.',
      'SetUpLinePayload.line': 'An account has one at most, which its viewer identifies.',
      'UpdateLinePayload.line': 'As SetUpLinePayload.line.',
      'SendVaultRequestPayload.response': 'A response is not kept; the use that it came from has an identity.',
      InstitutionalReport: 'As NewsArticle: it is read below a metered manager alone.',
      'InstitutionalReportEdge.node': 'As InstitutionalReport.',
      'PrivateLiquidityEdge.node': 'A computed result of a company, which is the node.',
      'PrivateCompanyEdge.standing': 'As InvestorFitEdge.axes: the object with an identity is the company.',
      'PrivateMarkEdge.node': 'As PrivateLiquidity; its id is for caches.',
      'SecondaryTapeEdge.node': 'As PrivateLiquidity.',
      'InvestorFitEdge.axes': 'A part of the ranking; the object with an identity is the firm.',
      'IpoReadinessEdge.readiness': 'As InvestorFitEdge.axes: the object with an identity is the company.',
      Quote: 'A computed result without a price; it is reached through its field alone.',
    },
  },
  { name: 'no name is abbreviated', faults: (schema) => atsOf(namesOf(schema).filter(abbreviated)) },
  {
    name: 'no name speaks of the program (svc), and a security is named by its ticker',
    faults: (schema) =>
      atsOf(
        namesOf(schema).filter(
          ({ name }) => /svc/i.test(name) || wordsOf(name).some((word) => /^symbols?$/.test(word)),
        ),
      ),
  },
  { name: 'no field belongs to the envelope of REST', faults: (schema) => atsOf(partsOf(schema).filter(isOfEnvelope)) },
  {
    name: 'names end in Pct exactly where the value is a percentage',
    faults: (schema) => atsOf(partsOf(schema).filter(isMisnamedPercentage)),
  },
  {
    name: 'fields and arguments are in camel case, enum values in UPPER_SNAKE',
    faults: (schema) => [
      ...atsOf(partsOf(schema).filter(({ name }) => !/^[a-z][A-Za-z0-9]*$/.test(name))),
      ...enumsOf(schema).flatMap((type) =>
        type
          .getValues()
          .filter(({ name }) => !/^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*$/.test(name))
          .map(({ name }) => `${type.name}.${name}`),
      ),
    ],
  },
  {
    name: 'no two enums have the same values',
    faults: equalEnums,
    exceptions: {
      'Bias = Posture':
        'The contract spells the side of a pressure in lower case, and the posture of a portfolio with a capital.',
      'CatalystImportance = ConfidenceLevel = MarkGrade':
        "The importance of an event, the confidence in a simulation and the grade of a mark are unlike things with the contract's three words.",
    },
  },
  {
    name: 'what takes `first` is a connection with edges, nodes and pageInfo, and takes nothing but a page, a filter and an order',
    faults: pageFaults,
  },
  { name: 'a list of objects says how long it is', faults: unsizedLists },
  {
    name: 'a mutation is verbNoun(input: VerbNounInput!): VerbNounPayload, with the viewer',
    faults: mutationFaults,
    exceptions: {
      'Mutation.signOut': 'It takes nothing, and the session that could read the account has ended.',
      'Mutation.lockVault': 'It takes nothing.',
      'Mutation.openPaperPortfolio': 'It takes nothing.',
      'Mutation.restartPaperPortfolio': 'It takes nothing.',
      'Mutation.revokeOtherSessions': 'It takes nothing.',
      'Mutation.signUp': 'The request has no session that could read the account; the payload starts one.',
      'Mutation.signIn': 'As Mutation.signUp.',
      'Mutation.resetPassword': 'As Mutation.signUp.',
      'Mutation.requestPasswordReset':
        'Nobody is signed in, and the payload must not tell whether there is an account.',
    },
  },
  {
    name: 'roots, metered fields, fields with arguments and references to entities are nullable',
    faults: certainFields,
  },
  {
    name: 'what a tier may not read may be null, so that its refusal leaves the rest of the answer',
    faults: certainBelowTier,
  },
  {
    name: 'a text is no choice of a few: that is an enum',
    faults: (schema) =>
      atsOf(partsOf(schema).filter(({ of, description }) => of === 'String' && CHOICE.test(description))),
  },
  {
    name: 'everything is described',
    faults: (schema) => atsOf(namesOf(schema).filter(({ description }) => description.trim() === '')),
  },
  { name: 'what may be null tells in which case', faults: unexplainedNulls },
  {
    name: 'a Boolean is a question that can be answered either way',
    faults: (schema) =>
      atsOf(
        partsOf(schema).filter(
          ({ name, of, description, isArgument }) =>
            of === 'Boolean' &&
            !isArgument &&
            (!/^(?:is|has)[A-Z]/.test(name) || /\balways (?:true|false)\b/i.test(description)),
        ),
      ),
  },
  {
    name: '`from` and `to` are dates, and a limit says when it `resetsAt`',
    faults: (schema) =>
      atsOf(
        partsOf(schema).filter(
          ({ name, of }) =>
            (/^(?:from|to)$/.test(name) && of !== 'LocalDate') ||
            (/^resets?(?![a-z])/.test(name) && (name !== 'resetsAt' || of !== 'DateTime')),
        ),
      ),
    exceptions: { 'Mutation.resetPassword': 'A verb: it sets a new password.' },
  },
];
