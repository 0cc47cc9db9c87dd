import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { z } from 'zod';

const VALUE = z.union([
  z.object({ stringValue: z.string() }),
  z.object({ intValue: z.number() }),
  z.object({ doubleValue: z.number() }),
]);
const ATTRIBUTES = z.array(z.object({ key: z.string(), value: VALUE }));
const SPAN = z.object({
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.string().optional(),
  name: z.string(),
  kind: z.int(),
  attributes: ATTRIBUTES,
  status: z.object({ code: z.int().optional() }),
});
const BODY = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes: ATTRIBUTES }),
      scopeSpans: z.array(z.object({ spans: z.array(SPAN) })),
    }),
  ),
});

export interface CollectedSpan extends Omit<z.infer<typeof SPAN>, 'attributes'> {
  readonly attributes: Readonly<Record<string, string | number>>;
}

const valuesOf = (attributes: z.infer<typeof ATTRIBUTES>): CollectedSpan['attributes'] =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0] ?? '']));

export interface Collector {
  readonly url: string;
  readonly spans: CollectedSpan[];
  readonly resources: CollectedSpan['attributes'][];
  /** All that was received, as text. */
  text(): string;
  readonly requests: () => number;
  close(): void;
}

/** Takes spans by OTLP over HTTP with JSON, or accepts requests and never answers them. */
export async function startCollector({ answers = true }: { readonly answers?: boolean } = {}): Promise<Collector> {
  const spans: CollectedSpan[] = [];
  const resources: CollectedSpan['attributes'][] = [];
  const texts: string[] = [];
  let requests = 0;
  const take = (body: Buffer, response: ServerResponse): void => {
    texts.push(body.toString());
    for (const { resource, scopeSpans } of BODY.parse(JSON.parse(body.toString())).resourceSpans) {
      resources.push(valuesOf(resource.attributes));
      for (const span of scopeSpans.flatMap((each) => each.spans))
        spans.push({ ...span, attributes: valuesOf(span.attributes) });
    }
    response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}');
  };
  const server = createServer((request, response) => {
    requests += 1;
    if (!answers) return;
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const body = Buffer.concat(parts);
      take(request.headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body, response);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    resources,
    text: () => texts.join('\n'),
    requests: () => requests,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
