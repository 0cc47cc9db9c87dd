import { GraphQLError, Kind, parse } from 'graphql';
import { z } from 'zod';
import { ApiError } from '../../access/errors.js';
import { bodyAnswer } from '../endpoint-answer.js';
import { nextStep, QUERY_STEP } from '../next-step.js';
import { DETAIL_PROPERTY, errorAnswer, readArguments, ToolError, type Tool, type ToolAnswer } from '../tool.js';

const NAME = 'query_graph';
/** Of path and query together. */
const LONGEST_URL = 16_384;
const MORE = 'For more: fewer entries and fields in the query, or detail: true.';
/** Errors that are told in a short answer, and in any; a list may have one for each entry. */
const [FEW_ERRORS, MOST_ERRORS] = [3, 100];
/** Of the path of an error: aliases are as long as the query makes them. */
const LONGEST_PATH = 200;

const ARGUMENTS = z.strictObject({
  query: z.string().min(1).max(LONGEST_URL),
  variables: z.record(z.string(), z.unknown()).optional(),
  operationName: z.string().max(200).optional(),
  detail: z.boolean().default(false),
});

const ANSWER = z.object({
  data: z.record(z.string(), z.unknown()).nullish(),
  errors: z
    .array(
      z.looseObject({
        message: z.string(),
        path: z.array(z.union([z.string(), z.number()])).optional(),
        extensions: z.looseObject({ code: z.string() }).optional(),
      }),
    )
    .optional(),
});
type GraphError = NonNullable<z.infer<typeof ANSWER>['errors']>[number];

/** Codes that REST has for its parameters, and the graph for a query, its variables and its name. */
const OF_QUERY: ReadonlySet<string> = new Set(['invalid_parameter', 'missing_parameter']);

const codeOf = ({ extensions }: GraphError): string => (extensions?.code ?? 'internal_error').toLowerCase();

function pathOf({ path = [] }: GraphError): string {
  const text = path.join('.');
  return text.length <= LONGEST_PATH ? text : `${text.slice(0, LONGEST_PATH)}…`;
}

/** Whether a text, which was refused, has operations and no query among them. */
function isOfChanges(query: string): boolean {
  try {
    const { definitions } = parse(query, { noLocation: true });
    const operations = definitions.filter((node) => node.kind === Kind.OPERATION_DEFINITION);
    return operations.length > 0 && operations.every(({ operation }) => operation !== 'query');
  } catch (error) {
    if (error instanceof GraphQLError) return false;
    throw error;
  }
}

/** Errors of single fields, beside the data of the others. */
function told(errors: readonly GraphError[], detail: boolean): ToolAnswer {
  if (errors.length === 0) return {};
  const shown = errors
    .slice(0, detail ? MOST_ERRORS : FEW_ERRORS)
    .map((error) => ({ path: pathOf(error), code: codeOf(error), message: error.message }));
  const next = shown[0] && nextStep(shown[0].code);
  return {
    errors: shown,
    ...(errors.length > shown.length ? { error_count: errors.length } : {}),
    ...(next === undefined ? {} : { next }),
  };
}

export const QUERY_GRAPH: Tool = {
  name: NAME,
  description:
    'Runs a GraphQL query, for what no capability has: screens, bars, watchlists, 13F holdings, many tickers at once. ' +
    'search_capabilities and read_schema tell its fields.',
  inputSchema: {
    type: 'object',
    properties: {
      query: { type: 'string', description: 'Such as {security(ticker:"AAPL"){bars(last:5){date close}}}.' },
      variables: { type: 'object', additionalProperties: true },
      operationName: { type: 'string' },
      detail: DETAIL_PROPERTY,
    },
    required: ['query'],
  },
  outputSchema: { type: 'object', properties: { answer: { type: 'object' }, errors: { type: 'array' } } },
  annotations: { readOnlyHint: true, destructiveHint: false, openWorldHint: false },
  async run(given, { send }) {
    const { query, variables, operationName, detail } = readArguments(ARGUMENTS, given);
    const parameters = new URLSearchParams({
      query,
      ...(variables === undefined ? {} : { variables: JSON.stringify(variables) }),
      ...(operationName === undefined ? {} : { operationName }),
    });
    const url = `/graphql?${parameters.toString()}`;
    if (url.length > LONGEST_URL)
      throw new ApiError(
        'invalid_parameter',
        `The query and its variables make a URL of more than ${LONGEST_URL} characters; split the query.`,
        { param: 'query' },
      );
    // A GET, by which the graph runs queries alone; /mcp has checked who may send it.
    const headers = { accept: 'application/json', 'apollo-require-preflight': 'true' };
    const local = await send({ method: 'GET', url, headers });
    const { data, errors = [] } = ANSWER.parse(JSON.parse(local.text));
    const [first] = errors;
    const isRefused = local.status >= 400 && data === undefined;
    if (local.status === 405 || first?.extensions?.['param'] === 'Accept' || (isRefused && isOfChanges(query)))
      throw new ToolError(
        'invalid_parameter',
        `${NAME} runs queries, and no mutations or subscriptions.`,
        'Look for a capability that changes it; watchlists are changed in the web app, or by GraphQL.',
        { param: 'query' },
      );
    if ((data === null || data === undefined) && first !== undefined) {
      const { code: _code, ...extra } = first.extensions ?? { code: '' };
      const code = codeOf(first);
      const next = OF_QUERY.has(code) ? { next: QUERY_STEP } : {};
      return errorAnswer({ ...extra, ...next, error: code, message: first.message }, local.status);
    }
    return bodyAnswer(NAME, local, data, { detail, fields: undefined, notes: [], more: MORE }, told(errors, detail));
  },
};
