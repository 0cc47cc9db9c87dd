import { ERRORS } from '../../access/errors.js';
import { pascal } from '../../rest-compat/openapi/names.js';
import type { Schema } from '../../rest-compat/openapi/schema.js';
import { referredName, type ClientModel, type EndpointModel, type ParameterModel } from './endpoint-model.js';

/** Words that Python keeps for itself; a name that is one gets an underscore. */
const KEYWORDS = new Set([
  'from',
  'class',
  'def',
  'import',
  'is',
  'in',
  'not',
  'or',
  'and',
  'lambda',
  'global',
  'pass',
  'return',
  'self',
]);
const TYPES: Readonly<Record<string, string>> = {
  string: 'str',
  integer: 'int',
  number: 'float',
  boolean: 'bool',
  null: 'None',
};
const LONGEST_LINE = 120;

const argument = (name: string): string => (KEYWORDS.has(name) ? `${name}_` : name);
const text = (value: unknown): string => JSON.stringify(value);
const snake = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const asSchemas = (value: unknown): readonly Schema[] => (Array.isArray(value) ? (value as Schema[]) : []);

function union(types: readonly string[]): string {
  const known = [...new Set(types)];
  const others = known.filter((type) => type !== 'None');
  const [only = 'Any'] = others;
  const joined = others.length > 1 ? `Union[${others.join(', ')}]` : only;
  return known.includes('None') ? `Optional[${joined}]` : joined;
}

/** The type of what a schema describes; lists and objects of arguments may be any that are read. */
function typeOf(schema: Schema, isArgument: boolean): string {
  const name = referredName(schema);
  if (name !== undefined) return name;
  const { anyOf, oneOf, type, items, enum: options, const: constant } = schema;
  const alternatives = anyOf ?? oneOf;
  if (alternatives !== undefined) return union(asSchemas(alternatives).map((each) => typeOf(each, isArgument)));
  if (Array.isArray(options)) {
    const literals = options.filter((option) => option !== null).map(text);
    return union([`Literal[${literals.join(', ')}]`, ...(options.includes(null) ? ['None'] : [])]);
  }
  if (typeof constant === 'string') return `Literal[${text(constant)}]`;
  const types = (Array.isArray(type) ? type : [type]) as readonly unknown[];
  return union(
    types.map((one) => {
      if (one === 'array') return `${isArgument ? 'Sequence' : 'List'}[${typeOf((items ?? {}) as Schema, isArgument)}]`;
      if (one === 'object') return isArgument ? 'Mapping[str, Any]' : 'Dict[str, Any]';
      return TYPES[String(one)] ?? 'Any';
    }),
  );
}

/** A type as `TypedDict` writes it by a call, because keys such as `from` cannot be written as those of a class. */
function typedDict(name: string, schema: Schema): string {
  const alternatives = asSchemas(schema['oneOf']);
  if (alternatives.length > 0) {
    const parts = alternatives.map((each, i) => typedDict(`${name}${i + 1}`, each));
    return `${parts.join('\n')}\n${name} = Union[${alternatives.map((_, i) => `${name}${i + 1}`).join(', ')}]`;
  }
  const required = new Set(Array.isArray(schema['required']) ? (schema['required'] as unknown[]) : []);
  const entries = Object.entries((schema['properties'] ?? {}) as Record<string, Schema>);
  const of = (named: string, own: typeof entries, suffix: string): string =>
    `${named} = TypedDict(\n    "${named}",\n    {\n${own.map(([key, property]) => `        ${text(key)}: ${text(typeOf(property, false)).replaceAll('\\"', "'")},\n`).join('')}    },${suffix}\n)`;
  const optional = entries.filter(([key]) => !required.has(key));
  if (optional.length === 0) return of(name, entries, '');
  const [whole, parts] = [entries.filter(([key]) => required.has(key)), optional];
  return `${of(`_${name}Required`, whole, '')}\n${of(`_${name}Optional`, parts, '\n    total=False,')}\n\n\nclass ${name}(_${name}Required, _${name}Optional):\n    pass\n\n`;
}

const signature = ({ name, schema, isRequired }: ParameterModel): string =>
  isRequired
    ? `${argument(name)}: ${typeOf(schema, true)}`
    : `${argument(name)}: Optional[${typeOf(schema, true)}] = None`;

function dictOf(entries: readonly (readonly [string, string])[]): string {
  return `{${entries.map(([key, value]) => `${text(key)}: ${value}`).join(', ')}}`;
}

/** A call in one line, or with one argument in each. */
function wrapped(indent: string, start: string, parts: readonly string[], end: string): string {
  const line = `${indent}${start}${parts.join(', ')}${end}`;
  if (line.length <= LONGEST_LINE) return line;
  return `${indent}${start}\n${parts.map((part) => `${indent}    ${part},\n`).join('')}${indent}${end}`;
}

function method({
  name,
  method: verb,
  path,
  summary,
  tier,
  parameters,
  selecting,
  answer,
  rows,
}: EndpointModel): string {
  const required = parameters.filter(({ isRequired }) => isRequired);
  const optional = parameters.filter(({ isRequired }) => !isRequired);
  const given = [
    'self',
    ...required.map(signature),
    ...(optional.length === 0 ? [] : ['*']),
    ...optional.map(signature),
  ];
  const of = (place: ParameterModel['place']): readonly (readonly [string, string])[] =>
    parameters.filter((each) => each.place === place).map((each) => [each.header ?? each.name, argument(each.name)]);
  const fixed = Object.entries(selecting).map(([key, value]) => [key, value === true ? 'True' : text(value)] as const);
  const hasBody = verb === 'POST' || verb === 'PATCH';
  const url = `f${text(path.replaceAll(/:(\w+)/g, (_, part: string) => `{_in_path(${argument(part)})}`))}`;
  const headers = of('header');
  const sent = [
    text(verb),
    path.includes(':') ? url : text(path),
    dictOf(hasBody ? of('query') : [...of('query'), ...fixed]),
    ...(hasBody ? [dictOf([...of('body'), ...fixed])] : []),
    ...(headers.length === 0 ? [] : [`headers=${dictOf(headers)}`]),
  ];
  const lines = [
    wrapped('    ', `def ${snake(name)}(`, given, `) -> ${answer}:`),
    `        """${summary}. Lowest tier: ${tier}."""`,
    wrapped('        ', 'return self._send(', sent, ')'),
  ];
  if (rows === undefined) return lines.join('\n');
  const others = optional.filter(({ name: each }) => each !== 'cursor');
  const inner = [
    ...required.map((each) => argument(each.name)),
    ...others.map((each) => `${argument(each.name)}=${argument(each.name)}`),
    'cursor=cursor',
  ];
  const iterated = ['self', ...required.map(signature), '*', ...others.map(signature), 'cursor: Optional[str] = None'];
  return [
    ...lines,
    '',
    wrapped(
      '    ',
      `def iter_${snake(name).replace(/^(get|list)_/, '')}(`,
      iterated,
      `) -> Iterator[${typeOf(rows.items, false)}]:`,
    ),
    `        """The ${rows.name} of all pages of ${snake(name)}, each page when it is needed."""`,
    wrapped(
      '        ',
      'return self._pages(',
      [
        wrapped('', `lambda cursor: self.${snake(name)}(`, inner, ')').replaceAll('\n', '\n            '),
        text(rows.name),
        'cursor',
      ],
      ')',
    ),
  ].join('\n');
}

function errorClasses(): string {
  const rows = Object.entries(ERRORS).filter(([, { status }]) => status >= 400);
  const classes = rows.map(([code, { status, message }]) => {
    const words = `${status}: ${message}`.replaceAll('"', "'");
    const doc = words.length > 105 ? `${words.slice(0, 104)}…` : words;
    return `class ${pascal(code.replaceAll('_', '-'))}Error(MarketgraphError):\n    """${doc}"""\n\n    code = "${code}"`;
  });
  const table = rows.map(([code]) => `    "${code}": ${pascal(code.replaceAll('_', '-'))}Error,`).join('\n');
  return `${classes.join('\n\n\n')}\n\n\nERRORS: Dict[str, Type[MarketgraphError]] = {\n${table}\n}`;
}

/** Schemas after those that they refer to are not needed: references are texts. */
function types({ schemas }: ClientModel): string {
  return Object.entries(schemas)
    .map(([name, schema]) => typedDict(name, schema))
    .join('\n');
}

/** The Python client: the template with errors, types and methods of the table of endpoints. */
export function pythonClient(template: string, model: ClientModel): string {
  const fill = (whole: string, part: string, filled: string): string =>
    whole.replace(`# <${part}>\n`, () => `${filled}\n`);
  const methods = `\n${model.endpoints.map(method).join('\n\n')}`;
  return fill(fill(fill(template, 'errors', errorClasses()), 'types', types(model)), 'methods', methods)
    .replace(/\n{4,}/g, '\n\n\n')
    .replace(/\n+$/, '\n');
}
