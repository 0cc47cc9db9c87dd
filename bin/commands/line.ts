import type { Line } from '../../store/lines.js';
import { Failure } from '../failure.js';
import type { Command, CommandInput, Options } from './command.js';
import { required } from './values.js';

const OPTIONS: Options = { account: { type: 'string' }, json: { type: 'boolean' } };

function print(
  { values, output }: CommandInput,
  { accountId, address, assistantName, status, createdAt, activatedAt }: Line,
): void {
  const row = {
    account_id: accountId,
    address,
    assistant_name: assistantName,
    status,
    created_at: createdAt,
    activated_at: activatedAt,
  };
  output.print(values['json'] === true ? JSON.stringify(row) : `${accountId}  ${address}  ${status}`);
}

const NONE = 'The account has no line; its owner sets one up in the web app (setUpLine).';

function found(line: Line | undefined): Line {
  if (line === undefined) throw new Failure(NONE);
  return line;
}

/** Assistant lines. */
export const LINE_COMMANDS: Readonly<Record<string, Command>> = {
  'line confirm-payment': {
    usage: 'line confirm-payment --account ID [--json]',
    description: "Confirms the payment of an account's assistant line, which is then in use.",
    options: OPTIONS,
    async run(input) {
      const {
        runtime: { store, clock },
        values,
      } = input;
      print(input, found(await store.lines.activate(required(values, 'account'), new Date(clock()))));
      return 0;
    },
  },
  'line show': {
    usage: 'line show --account ID [--json]',
    description: "Shows an account's assistant line.",
    options: OPTIONS,
    async run(input) {
      print(input, found(await input.runtime.store.lines.get(required(input.values, 'account'))));
      return 0;
    },
  },
};
