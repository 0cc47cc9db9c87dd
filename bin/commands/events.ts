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
  throw new Failure('--data must be a JSON object, for example --data \'{"ticker":"AAPL"}\'.');
}

async function emit({
  runtime: { store, access, clock },
  values,
  positionals: [given],
  output,
}: CommandInput): Promise<number> {
  const type = EVENT_TYPES.find((known) => known === given);
  if (type === undefined) throw new Failure(`Give the event type, one of ${EVENT_TYPES.join(', ')}.`);
  const accountId = text(values, 'account') ?? null;
  if (accountId !== null && (await access.accounts.get(accountId)) === undefined) {
    throw new Failure(`No account has the id ${JSON.stringify(accountId)}; accounts list lists all accounts.`);
  }
  const event = {
    id: newId('evt', systemRandom),
    type,
    accountId,
    data: dataOf(text(values, 'data')),
    at: new Date(clock()),
  };
  await store.db.transaction().execute((tx) => store.outbox.emit(tx, event));
  output.print(values['json'] === true ? JSON.stringify({ event_id: event.id, type }) : event.id);
  return 0;
}

/** Test events for development; the modules that detect real events emit them. */
export const EVENT_COMMANDS: Readonly<Record<string, Command>> = {
  'events emit': {
    usage: 'events emit TYPE [--data JSON] [--account ID] [--json]',
    description: 'Emits an event with the given data to one account, or to all subscribed accounts.',
    options: { data: { type: 'string' }, account: { type: 'string' }, json: { type: 'boolean' } },
    run: emit,
  },
};
