import type { CreditPurchase } from '../../store/token-ledger.js';
import { Failure } from '../failure.js';
import type { Command, CommandInput, Options } from './command.js';
import { oneLine } from './terminal.js';
import { required, text, wholeNumber } from './values.js';

const OPTIONS: Options = { account: { type: 'string' }, json: { type: 'boolean' } };

function print({ values, output }: CommandInput, { id, accountId, tokens, note, createdAt }: CreditPurchase): void {
  const row = { credit_id: id, account_id: accountId, tokens, note, created_at: createdAt };
  output.print(values['json'] === true ? JSON.stringify(row) : `${id}  ${tokens}  ${oneLine(note ?? '')}`);
}

async function creditsAdd(input: CommandInput): Promise<number> {
  const {
    runtime: { access },
    values,
  } = input;
  const tokens = wholeNumber(values, 'tokens');
  if (tokens === undefined) throw new Failure('--tokens is missing: credits add --account ID --tokens N.');
  print(input, await access.tokens.addCredits(required(values, 'account'), tokens, text(values, 'note') ?? null));
  return 0;
}

async function creditsList(input: CommandInput): Promise<number> {
  const {
    runtime: { access },
    values,
  } = input;
  for (const purchase of await access.tokens.purchases(required(values, 'account'))) print(input, purchase);
  return 0;
}

/** Purchased AI tokens. */
export const CREDIT_COMMANDS: Readonly<Record<string, Command>> = {
  'credits add': {
    usage: 'credits add --account ID --tokens N [--note TEXT] [--json]',
    description: 'Adds purchased AI tokens, which are spent after those of the plan and do not expire.',
    options: { ...OPTIONS, tokens: { type: 'string' }, note: { type: 'string' } },
    run: creditsAdd,
  },
  'credits list': {
    usage: 'credits list --account ID [--json]',
    description: "Lists an account's purchases of AI tokens.",
    options: OPTIONS,
    run: creditsList,
  },
};
