import { PANELS as OPERATOR_PANELS } from '../generated/operator/panels.js';
import { PANELS } from '../generated/panels.js';
import type { PanelSource } from './panel-source.js';

/** A text in single quotes for a shell. */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

function indented(text: string, by: string): string {
  return text.replaceAll('\n', `\n${by}`);
}

function curl({ text, variables, rest, graph: { url, key } }: Parts): string {
  const origin = location.origin;
  const rested =
    rest === undefined
      ? ''
      : `# The same over REST\ncurl ${quoted(`${origin}/api/v1/${rest}`)} -H "X-API-Key: $MARKETGRAPH_KEY"\n\n# Over GraphQL\n`;
  const body = JSON.stringify({ query: text.replace(/\s+/g, ' '), variables });
  return `${rested}curl ${url}/graphql \\
  -H "X-API-Key: $${key}" -H 'Content-Type: application/json' \\
  -d ${quoted(body)}
`;
}

function typescript({ text, variables, graph: { url, key } }: Parts): string {
  return `// npm install ${location.origin}/client.tgz
import { createClient, textDocument } from '@marketgraph/client';

const client = createClient({ url: '${url}', key: process.env.${key} ?? '' });
const document = textDocument<Record<string, unknown>, object>(\`
  ${indented(text, '  ')}
\`);
console.log(await client.query(document, ${JSON.stringify(variables)}));
`;
}

/** JSON as a literal of Python, whose constants have other names. */
function pythonLiteral(value: unknown): string {
  if (value === null || value === undefined) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (Array.isArray(value)) return `[${value.map(pythonLiteral).join(', ')}]`;
  if (typeof value !== 'object') return JSON.stringify(value);
  return `{${Object.entries(value)
    .map(([name, each]) => `${JSON.stringify(name)}: ${pythonLiteral(each)}`)
    .join(', ')}}`;
}

function python({ text, variables, graph: { url, key } }: Parts): string {
  return `import json, os, urllib.request

query = """
${text}
"""
request = urllib.request.Request(
    "${url}/graphql",
    json.dumps({"query": query, "variables": ${pythonLiteral(variables)}}).encode(),
    {"Content-Type": "application/json", "X-API-Key": os.environ["${key}"]},
)
with urllib.request.urlopen(request) as response:
    print(json.dumps(json.load(response)["data"], indent=2))
`;
}

interface Parts {
  readonly text: string;
  readonly variables: object;
  readonly rest: string | undefined;
  readonly graph: Graph;
}

/** Where a graph is served, and the variable of the environment that has the key. */
interface Graph {
  readonly url: string;
  readonly key: string;
}

const GRAPHS = {
  customers: { url: location.origin, key: 'MARKETGRAPH_KEY' },
  operators: { url: `${location.origin}/admin`, key: 'MARKETGRAPH_OPERATOR_KEY' },
} as const;

const isOfOperators = (panel: string): panel is keyof typeof OPERATOR_PANELS => Object.hasOwn(OPERATOR_PANELS, panel);

/** What a panel rests on, ready to run; the key is read from the environment, never written out. */
export function samplesOf({
  panel,
  variables = {},
  rest,
}: PanelSource): readonly (readonly [language: string, code: string])[] {
  const [text, graph] = isOfOperators(panel)
    ? [OPERATOR_PANELS[panel], GRAPHS.operators]
    : [PANELS[panel], GRAPHS.customers];
  const [head = ''] = text.split('{', 1);
  const used = Object.fromEntries(Object.entries(variables).filter(([name]) => new RegExp(`\\$${name}\\b`).test(head)));
  const parts: Parts = { text, variables: used, rest, graph };
  const shown = Object.keys(used).length === 0 ? text : `# Variables: ${JSON.stringify(used)}\n${text}`;
  return [
    ['GraphQL', shown],
    ['curl', curl(parts)],
    ['TypeScript', typescript(parts)],
    ['Python', python(parts)],
  ];
}
