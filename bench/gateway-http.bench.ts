import { race } from './gateway-race.js';

/**
 * Throughput of gateways over HTTP, each in its own process with its subgraphs: ours as in `npm run gateway`, and all
 * except Hive's also behind Apollo Server on Express.
 */

await race(['ours', 'ours-express', 'merged', 'apollo', 'hive', 'hive-native']);
