import { race } from './gateway-race.js';

/** Throughput of gateways over HTTP, each in a process of its own with its subgraphs: ours as `npm run gateway` serves it, all but Hive's besides by Apollo Server on Express. */

await race(['ours', 'ours-express', 'merged', 'apollo', 'hive', 'hive-native']);
