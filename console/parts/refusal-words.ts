import { words } from '../app/format.js';

/** What an error says of the argument that it is about. */
interface About {
  readonly path?: unknown;
  readonly param?: unknown;
}

/** Labels of the fields of forms, by the last name of the argument that they fill in. */
const LABELS: Readonly<Record<string, string>> = {
  taskPrompt: 'Task',
  lookbackYears: 'Years of history',
  horizonSessions: 'Horizon',
  costBasisPoints: 'Cost of a trade',
  monthlyAmount: 'USD a month',
  raisingUsd: 'Round',
  geography: 'Country or region',
  url: 'Address',
};

/** Names that hold others, and say nothing of their own. */
const HOLDERS = new Set(['filter', 'input', 'factors']);

/** The names of the argument, such as `filter`, `score`, `atLeast`; without places in lists. */
function namesOf({ path, param }: About): readonly string[] {
  const names = Array.isArray(path) ? path.filter((step): step is string => typeof step === 'string') : [];
  if (names.length > 0) return names;
  return typeof param === 'string' ? param.replaceAll(/\[\d+\]/g, '').split('.') : [];
}

/** The argument that an error is about, as a form calls it: `filter.score.atLeast` is "Score at least". */
export function fieldWords(about: About): string | null {
  const names = namesOf(about).filter((name) => !HOLDERS.has(name));
  const last = names.at(-1);
  if (last === undefined) return null;
  return LABELS[last] ?? words(names.join(' ').replaceAll(/([A-Z])/g, ' $1'));
}

/** The server's message without names that only programs use: of the argument, and of what lists the like. */
export function messageFor({ message, about }: { readonly message: string; readonly about: About }): string {
  const own = namesOf(about).join('.');
  const spoken = own !== '' && message.startsWith(`${own} must `) ? `This${message.slice(own.length)}` : message;
  return spoken.replace(/; GET \/\S+ and \w+ list .*\.$/, '.');
}
