import { newId, systemRandom } from '../../access/secrets.js';
import { EVENT_TYPES } from '../../jobs/queue/event-types.js';
import { Failure } from '../failure.js';
import type { Command, CommandInput } from './command.js';
import { text } from './values.js';

function dataOf(given: string | undefined): object {
  if (given === undefined) return {};
  try {
    const data: unknown = JSON.parse(given);
    if (typeof data === 'object' && data !== null && !Array.isArray(data)) return data;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw new Failure("--data takes one JSON object, such as --data '{\"ticker\":\"AAPL\"}'.");
}

async function emit({ runtime: { store, access, clock }, values, positionals: [given], output }: CommandInput): Promise<number> {
  const type = EVENT_TYPES.find((known) => known === given);
  if (type === undefined) throw new Failure(`Name the event's type: one of ${EVENT_TYPES.join(', ')}.`);
  const accountId = text(values, 'account') ?? null;
  if (accountId !== null && (await access.accounts.get(accountId)) === undefined) throw new Failure(`There is no account ${JSON.stringify(accountId)}; accounts list shows them.`);
  const event = { id: newId('evt', systemRandom), type, accountId, data: dataOf(text(values, 'data')), at: new Date(clock()) };
  await store.db.transaction().execute((tx) => store.outbox.emit(tx, event));
  output.print(values['json'] === true ? JSON.stringify({ event_id: event.id, type }) : event.id);
  return 0;
}

/** Events, for development: real ones are emitted by what they tell of. */
export const EVENT_COMMANDS: Readonly<Record<string, Command>> = {
  'events emit': {
    usage: 'events emit TYPE [--data JSON] [--account ID] [--json]',
    description: 'Emits an event of the given data to one account, or to all that subscribed.',
    options: { data: { type: 'string' }, account: { type: 'string' }, json: { type: 'boolean' } },
    run: emit,
  },
};
