import { once } from 'node:events';
import { Agent, createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Balancer {
  readonly url: string;
  /** Why requests could not be passed on. */
  readonly failures: readonly string[];
  /** Whether a server was ready when it was last asked. */
  isReady(target: string): boolean;
  close(): void;
}

const ASK_EVERY_MS = 50;

/**
 * A load balancer: asks `/readyz` of its servers, passes each request on once to one that is ready, and keeps
 * connections.
 */
export async function startBalancer(targets: readonly string[]): Promise<Balancer> {
  const agent = new Agent({ keepAlive: true });
  const ready = new Set<string>();
  const failures: string[] = [];
  let turn = 0;
  const ask = (target: string): void => {
    const probe = request(`${target}/readyz`, { agent: false, timeout: 1_000 }, (response) => {
      response.resume();
      if (response.statusCode === 200) ready.add(target);
      else ready.delete(target);
    });
    probe.on('error', () => ready.delete(target)).end();
  };
  const asking = setInterval(() => targets.forEach(ask), ASK_EVERY_MS);
  const server = createServer((incoming, outgoing) => {
    const list = [...ready];
    const target = list[(turn += 1) % list.length];
    const fail = (reason: string): void => {
      failures.push(reason);
      if (!outgoing.headersSent) outgoing.writeHead(502);
      outgoing.end();
    };
    if (target === undefined) return fail('no server is ready');
    const passed = request(target + (incoming.url ?? ''), {
      agent,
      method: incoming.method,
      headers: { ...incoming.headers, connection: 'keep-alive' },
    });
    passed.on('error', (error) => fail(`${target}: ${error.message}`));
    passed.on('response', (response) => {
      outgoing.writeHead(response.statusCode ?? 502);
      response.on('error', (error) => fail(`${target}: ${error.message}`)).pipe(outgoing);
    });
    incoming.pipe(passed);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    failures,
    isReady: (target) => ready.has(target),
    close() {
      clearInterval(asking);
      agent.destroy();
      server.close();
      server.closeAllConnections();
    },
  };
}
