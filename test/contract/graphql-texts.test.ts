import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import {
  buildSchema,
  getDirectiveValues,
  getNamedType,
  GraphQLDirective,
  isEnumType,
  isInputObjectType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  type GraphQLArgument,
  type GraphQLInputField,
  type GraphQLInputType,
  type GraphQLNamedType,
} from 'graphql';
import { read } from '../support/http.js';
import { serverForFile } from '../support/in-process.js';

const server = await serverForFile();
const schema = buildSchema(readFileSync(new URL('../../schema/public.graphql', import.meta.url), 'utf8'));

/** Each is refused wherever a client may send text. */
const REFUSED: readonly string[] = ['a\u0000b', 'a\u001fb', 'a\tb', 'a\nb', 'a\rb', 'a\u007fb', 'a\ud800b', '\udfff'];
/** Fields whose texts may have several lines, and tabs. */
const LINES: ReadonlySet<string> = new Set(['taskPrompt', 'context', 'text', 'standingInstructions', 'body']);
const TEXTS: ReadonlySet<string> = new Set(['String', 'ID', 'YearMonth', 'Ticker']);
/** Of fields that not every text is right for. */
const NAMED: Readonly<Record<string, unknown>> = { recipient: 'orders@supplier.example' };
const SAMPLES: Readonly<Record<string, unknown>> = {
  String: 'x',
  ID: 'x',
  YearMonth: '2026-01',
  Ticker: 'AAPL',
  LocalDate: '2026-01-02',
  DateTime: '2026-01-02T00:00:00Z',
  Boolean: true,
};

type Input = GraphQLArgument | GraphQLInputField;
const isRequired = ({ type, defaultValue }: Input): boolean => isNonNullType(type) && defaultValue === undefined;

/** The least value that the schema allows for a number. */
function least({ astNode }: Input): unknown {
  const range = schema.getDirective('range');
  return range instanceof GraphQLDirective && astNode ? getDirectiveValues(range, astNode)?.['min'] : undefined;
}

/** A valid value of an input, with `text` in place of the text at `path`. */
function valueOf(input: Input, type: GraphQLInputType, path: readonly string[] | null, text: string): unknown {
  if (isNonNullType(type)) return valueOf(input, type.ofType, path, text);
  if (isListType(type)) return [valueOf(input, type.ofType, path, text)];
  if (isInputObjectType(type)) {
    const fields = Object.values(type.getFields()).filter((field) => isRequired(field) || field.name === path?.[0]);
    return Object.fromEntries(
      fields.map((field) => [
        field.name,
        valueOf(field, field.type, field.name === path?.[0] ? path.slice(1) : null, text),
      ]),
    );
  }
  if (path !== null && isLeafType(type) && TEXTS.has(type.name)) return text;
  if (isEnumType(type)) return type.getValues()[0]?.name;
  return NAMED[input.name] ?? SAMPLES[type.name] ?? least(input) ?? 1;
}

/** Paths of the texts in an input: `[]` for a text or a list of them, `['ticker']` in an input object. */
function textsIn({ type }: Input): readonly (readonly string[])[] {
  const named = getNamedType(type);
  if (isInputObjectType(named))
    return Object.values(named.getFields()).flatMap((field) => textsIn(field).map((path) => [field.name, ...path]));
  return TEXTS.has(named.name) ? [[]] : [];
}

type Above = readonly (readonly [name: string, field: string])[];
const placesOf = (kind: string, root: GraphQLNamedType | null | undefined, above: Above = []) =>
  (isObjectType(root) ? Object.values(root.getFields()) : []).flatMap((field) =>
    field.args.flatMap((argument) =>
      textsIn(argument).map((path) => ({
        place: `${[...above.map(([name]) => name), field.name].join('.')}(${[argument.name, ...path].join('.')})`,
        kind,
        above,
        field,
        argument,
        path,
      })),
    ),
  );
const PLACES = [
  ...placesOf('query', schema.getQueryType()),
  ...placesOf('mutation', schema.getMutationType()),
  ...placesOf('query', schema.getType('Viewer'), [['viewer', 'viewer']]),
  ...placesOf('query', schema.getType('Security'), [['security', 'security(ticker: "AAPL")']]),
];

describe('text with control characters or lone surrogates', () => {
  it('can be sent in many places', () => expect(PLACES.length).toBeGreaterThan(25));

  it.each(PLACES)(
    'is INVALID_PARAMETER with param and path, and costs nothing: $place',
    async ({ kind, above, field, argument, path }) => {
      const args = field.args.filter((arg) => isRequired(arg) || arg === argument);
      const selection = isLeafType(getNamedType(field.type)) ? '' : '{ __typename }';
      const source = `${kind} (${args.map(({ name, type }) => `$${name}: ${String(type)}`).join(' ')}) ${above.map(([, text]) => `{ ${text}`).join(' ')} { ${field.name}(${args.map(({ name }) => `${name}: $${name}`).join(' ')}) ${selection} }${' }'.repeat(above.length)}`;
      const owner = await server.newKey('institutional', { perMinute: 1_000 });
      // A session may send all of them; a key is refused some fields.
      const { secret } = await server.runtime.access.sessions.create(owner.accountId);
      const isLines = LINES.has(path.at(-1) ?? '');
      for (const text of REFUSED.filter((each) => !isLines || !/^[\w\t\n\r]*$/.test(each))) {
        const variables = Object.fromEntries(
          args.map((arg) => [arg.name, valueOf(arg, arg.type, arg === argument ? path : null, text)]),
        );
        const answer = await server.call('/graphql', {
          method: 'POST',
          headers: { Authorization: `Bearer ${secret}` },
          body: { query: source, variables },
        });
        const error = (...keys: readonly string[]): unknown => read(answer, 'errors', 0, ...keys);
        const steps = [argument.name, ...path];
        const indexes = /\[\d+\]/g;
        // With the place in a list or an input object: `holdings[0].ticker`; without the `input` of a mutation.
        expect([
          JSON.stringify(text),
          error('path'),
          error('extensions', 'code'),
          String(error('extensions', 'param')).replace(indexes, ''),
        ]).toEqual([
          JSON.stringify(text),
          [...above.map(([name]) => name), field.name],
          'INVALID_PARAMETER',
          steps.filter((step) => step !== 'input').join('.'),
        ]);
        const given = error('extensions', 'path') as readonly unknown[] | undefined;
        if (path.length > 0) expect(given?.filter((step) => typeof step === 'string')).toEqual(steps);
      }
      expect(await server.used(owner)).toBe(0);
    },
  );
});
