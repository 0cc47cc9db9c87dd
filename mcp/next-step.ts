import { ERRORS, isErrorCode, type ErrorCode } from '../access/errors.js';

const SET_KEY =
  'Ask the user to put an API key into the settings of this server in their MCP host: the header X-API-Key, or MARKETGRAPH_KEY of the program.';
const WAIT = 'Wait as many seconds as the answer says, or else 10, then call again. Do not call again before.';
const SCHEMA = 'Correct the parameter and call again; read_schema says what each of a capability must be.';

/** What to do about a query that is refused. */
export const QUERY_STEP =
  'Correct the query, its variables or operationName; read_schema tells the fields of a type, such as Security or Query.';

/** What an agent does next, where the message for programmers is not enough. */
const BY_CODE: Partial<Readonly<Record<ErrorCode, string>>> = {
  missing_key: SET_KEY,
  invalid_key: SET_KEY,
  missing_parameter: SCHEMA,
  invalid_parameter: SCHEMA,
  unknown_endpoint: 'Call search_capabilities for the right name.',
  tier_required: 'Tell the user which tier this needs. search_capabilities shows the tier of each capability.',
  ticker_not_found: 'Check the ticker with the user; do not guess another one.',
  monthly_limit_reached: 'Stop calling; tell the user that the quota of the month is used up.',
  operation_too_large: 'Split the query into several calls of query_graph.',
  operation_too_deep: 'Ask for the inner fields by a query of their own.',
  operation_too_complex: 'Ask for shorter lists or fewer fields, in several calls of query_graph.',
  run_in_progress: 'Read the run by listRuns; start another when it has ended.',
  session_required: 'This is for the signed-in user in the web app; tell them.',
  publishable_key: SET_KEY,
};

const BY_STATUS: Readonly<Record<number, string>> = {
  404: 'Call the capability that lists what there is, and take an id or slug from it.',
  429: WAIT,
  500: 'Try once more; if it fails again, tell the user the request_id.',
  502: WAIT,
  503: WAIT,
  504: WAIT,
};

/** What to do about an error; undefined where its message says all. */
export function nextStep(code: string): string | undefined {
  // The codes of GraphQL for queries that it cannot read.
  if (code.startsWith('graphql_') || code === 'bad_user_input') return QUERY_STEP;
  if (!isErrorCode(code)) return undefined;
  return BY_CODE[code] ?? BY_STATUS[ERRORS[code].status];
}
