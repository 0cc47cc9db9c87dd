import { startChild, type Child } from './child.js';
import { race } from './gateway-race.js';
import { SUBGRAPH_NAMES } from './gateway-world.js';

/**
 * The same over subgraphs behind HTTP, each in a process of its own. First every request asks the subgraphs; then gateways
 * that can ask once for what several requests ask alike at once, which all of this load does.
 */

const subgraphs = new Map<string, Child>();
try {
  for (const name of SUBGRAPH_NAMES) subgraphs.set(name, await startChild('bench/peers/subgraph-server.js', { SUBGRAPH: name, NODE_ENV: 'production' }));
  const SUBGRAPH_URLS = JSON.stringify(Object.fromEntries([...subgraphs].map(([name, { url }]) => [name, `${url}/graphql`])));
  await race(['ours', 'apollo', 'hive', 'hive-native'], { SUBGRAPH_URLS });
  console.log('\nQueries shared while they are under way');
  await race(['ours', 'hive', 'hive-native'], { SUBGRAPH_URLS, SHARING: 'true' });
} finally {
  for (const child of subgraphs.values()) await child.stop();
}
