/** Follows a subscription over WebSocket for ever: node socket-client.mjs <url> <key> <query> <variables>. */
import { createClient } from 'graphql-ws';
import { WebSocket } from 'ws';

const [, , url, key, query, variables] = process.argv;
const client = createClient({ url, connectionParams: { 'X-API-Key': key }, webSocketImpl: WebSocket });
for await (const { data } of client.iterate({ query, variables: JSON.parse(variables) }))
  process.stdout.write(`${JSON.stringify(data)}\n`);
