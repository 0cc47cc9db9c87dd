import { startChild, type Child } from './child.js';
import { race } from './gateway-race.js';
import { SUBGRAPH_NAMES } from './gateway-world.js';

/**
 * The same with subgraphs behind HTTP, each in its own process. First without, then with deduplication of identical
 * concurrent subgraph queries for the gateways that support it; all requests of this load are identical.
 */

const subgraphs = new Map<string, Child>();
try {
  for (const name of SUBGRAPH_NAMES)
    subgraphs.set(name, await startChild('bench/peers/subgraph-server.js', { SUBGRAPH: name, NODE_ENV: 'production' }));
  const SUBGRAPH_URLS = JSON.stringify(
    Object.fromEntries([...subgraphs].map(([name, { url }]) => [name, `${url}/graphql`])),
  );
  await race(['ours', 'apollo', 'hive', 'hive-native'], { SUBGRAPH_URLS });
  console.log('\nQueries shared while they are under way');
  await race(['ours', 'hive', 'hive-native'], { SUBGRAPH_URLS, SHARING: 'true' });
} finally {
  for (const child of subgraphs.values()) await child.stop();
}
