import type { Capability } from '../capability.js';
import { BASE_PATH, selectingFields } from '../route.js';
import type { Schema } from './schema.js';

/** The request of a row's sample. */
interface SampleRequest {
  readonly method: string;
  readonly url: string;
  /** JSON; undefined if the request has no body. */
  readonly body: string | undefined;
}

const LOCAL_URL = 'http://127.0.0.1:4000';

function requestOf({ route }: Capability, publicUrl: string): SampleRequest {
  const { method, path, sample, urlForm } = route;
  const hasBody = method === 'POST' || method === 'PATCH';
  const inPath = new Set(path.split('/').flatMap((part) => (part.startsWith(':') ? [part.slice(1)] : [])));
  const isFormed = urlForm?.parameters.some(({ name }) => name in sample.parameters) ?? true;
  const [formed] = hasBody || isFormed ? [] : (urlForm?.parameters ?? []);
  const values: Readonly<Record<string, unknown>> = {
    ...selectingFields(route),
    ...sample.parameters,
    ...(formed === undefined ? {} : { [formed.name]: formed.example }),
  };
  const rest = Object.entries(values).filter(([name]) => !inPath.has(name));
  const address = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(sample.parameters[name])));
  const search = new URLSearchParams(hasBody ? [] : rest.map(([name, value]) => [name, String(value)])).toString();
  const base = publicUrl.startsWith('http') ? publicUrl.replace(/\/$/, '') : LOCAL_URL;
  return {
    method,
    url: `${base}${BASE_PATH}${address}${search === '' ? '' : `?${search}`}`,
    body: hasBody ? JSON.stringify(Object.fromEntries(rest)) : undefined,
  };
}

function curl({ method, url, body }: SampleRequest): string {
  const parts = [`curl ${method === 'GET' ? '' : `-X ${method} `}-H "X-API-Key: $MARKETGRAPH_KEY"`];
  if (body !== undefined) parts.push("-H 'Content-Type: application/json'", `-d '${body.replaceAll("'", "'\\''")}'`);
  return [...parts, `'${url}'`].join(' \\\n  ');
}

function javascript({ method, url, body }: SampleRequest): string {
  const headers = `{ 'X-API-Key': process.env.MARKETGRAPH_KEY${body === undefined ? '' : ", 'Content-Type': 'application/json'"} }`;
  const options = [
    ...(method === 'GET' ? [] : [`method: '${method}'`]),
    `headers: ${headers}`,
    ...(body === undefined ? [] : [`body: JSON.stringify(${body})`]),
  ];
  return `const response = await fetch('${url}', {\n${options.map((option) => `  ${option},\n`).join('')}});\nif (!response.ok) throw new Error((await response.json()).message);\nconsole.log(await response.json());`;
}

/** A JSON value as a Python literal. */
function python(value: unknown): string {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (Array.isArray(value)) return `[${value.map(python).join(', ')}]`;
  if (typeof value === 'object')
    return `{${Object.entries(value)
      .map(([key, entry]) => `${JSON.stringify(key)}: ${python(entry)}`)
      .join(', ')}}`;
  return JSON.stringify(value);
}

function pythonRequest({ method, url, body }: SampleRequest): string {
  const json = body === undefined ? '' : `\n    json=${python(JSON.parse(body))},`;
  return `import os\n\nimport requests\n\nresponse = requests.request(\n    "${method}",\n    "${url}",\n    headers={"X-API-Key": os.environ["MARKETGRAPH_KEY"]},${json}\n    timeout=30,\n)\nresponse.raise_for_status()\nprint(response.json())`;
}

const LANGUAGES: readonly (readonly [lang: string, label: string, write: (request: SampleRequest) => string])[] = [
  ['Shell', 'curl', curl],
  ['JavaScript', 'JavaScript', javascript],
  ['Python', 'Python', pythonRequest],
];

/** Request samples as `x-codeSamples`, which reference pages show. */
export function codeSamples(capability: Capability, publicUrl: string): readonly Schema[] {
  const request = requestOf(capability, publicUrl);
  return LANGUAGES.map(([lang, label, write]) => ({ lang, label, source: write(request) }));
}
