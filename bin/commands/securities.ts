import { SECURITY_KINDS, type Security } from '../../store/securities.js';
import { readTicker } from '../../subgraphs/tickers.js';
import { Failure } from '../failure.js';
import type { Command, CommandInput } from './command.js';
import { oneLine } from './terminal.js';
import { oneOf, text } from './values.js';

const PER_PAGE = 1_000;

type Profile = Pick<Security, 'symbol' | 'name' | 'kind' | 'exchange' | 'sector' | 'industry'>;

function print({ values, output }: CommandInput, { symbol, name, kind, exchange, sector, industry }: Profile): void {
  const asJson = (): string => JSON.stringify({ ticker: symbol, name, kind, exchange, sector, industry });
  const line = `${symbol}  ${kind}  ${name}${sector === null ? '' : `  ${sector}`}`;
  output.print(values['json'] === true ? asJson() : oneLine(line));
}

async function list(input: CommandInput): Promise<number> {
  const {
    runtime: { store },
    values,
  } = input;
  const kind = oneOf(values, 'kind', SECURITY_KINDS);
  let after: string | undefined;
  do {
    const page = await store.securities.list({ after, kind, limit: PER_PAGE });
    for (const security of page.securities) print(input, security);
    after = page.nextCursor ?? undefined;
  } while (after !== undefined);
  return 0;
}

async function set(input: CommandInput): Promise<number> {
  const {
    runtime: { store },
    values,
    positionals: [given, ...rest],
  } = input;
  const changes = {
    kind: oneOf(values, 'kind', SECURITY_KINDS),
    name: text(values, 'name'),
    exchange: text(values, 'exchange'),
    sector: text(values, 'sector'),
    industry: text(values, 'industry'),
  };
  if (given === undefined || rest.length > 0 || Object.values(changes).every((value) => value === undefined)) {
    throw new Failure('Give one ticker and what to change: securities set TICKER --kind etf.');
  }
  const symbol = readTicker(given);
  const stored = symbol === null ? undefined : (await store.securities.bySymbols([symbol])).get(symbol);
  if (stored === undefined)
    throw new Failure(`No security is stored for ${JSON.stringify(given)}; import its bars or a list of securities.`);
  const { name, kind, exchange, sector, industry, currency, source } = stored;
  const security = {
    symbol: stored.symbol,
    name: changes.name ?? name,
    kind: changes.kind ?? kind,
    exchange: changes.exchange ?? exchange,
    sector: changes.sector ?? sector,
    industry: changes.industry ?? industry,
    currency,
    source,
  };
  await store.db.transaction().execute((tx) => store.securities.upsert(tx, [security]));
  print(input, security);
  return 0;
}

/** Kinds, names and classification of securities. */
export const SECURITY_COMMANDS: Readonly<Record<string, Command>> = {
  'securities list': {
    usage: `securities list [--kind ${SECURITY_KINDS.join('|')}] [--json]`,
    description: 'Lists all securities, or those of a kind.',
    options: { kind: { type: 'string' }, json: { type: 'boolean' } },
    run: list,
  },
  'securities set': {
    usage: `securities set TICKER [--kind ${SECURITY_KINDS.join('|')}] [--name NAME] [--exchange NAME] [--sector NAME] [--industry NAME] [--json]`,
    description: 'Sets the kind, name or classification of a security; measures of the market count equities alone.',
    options: {
      kind: { type: 'string' },
      name: { type: 'string' },
      exchange: { type: 'string' },
      sector: { type: 'string' },
      industry: { type: 'string' },
      json: { type: 'boolean' },
    },
    run: set,
  },
};
