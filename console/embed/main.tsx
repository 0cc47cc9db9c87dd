import { render, type VNode } from 'preact';
import { setLocale } from '../app/format.js';
import { painted } from '../app/painted.js';
import { Refusal } from '../parts/states.js';
import { Frame } from './frame.js';
import { readOptions, refused, type EmbedOptions } from './options.js';

type Load = (options: EmbedOptions) => Promise<VNode>;

/** By the first step of the address below /embed. */
const KINDS: ReadonlyMap<string, Load> = new Map<string, Load>([
  ['signal', (options) => import('./kinds/signal.js').then(({ SIGNAL }) => <Frame kind={SIGNAL} options={options} />)],
  [
    'seasonality',
    (options) =>
      import('./kinds/seasonality.js').then(({ SEASONALITY }) => <Frame kind={SEASONALITY} options={options} />),
  ],
  ['dca', (options) => import('./kinds/dca.js').then(({ DCA }) => <Frame kind={DCA} options={options} />)],
  ['cone', (options) => import('./kinds/cone.js').then(({ CONE }) => <Frame kind={CONE} options={options} />)],
  ['mark', (options) => import('./kinds/mark.js').then(({ MARK }) => <Frame kind={MARK} options={options} />)],
]);

function unknown({ kind }: EmbedOptions): VNode {
  return (
    <main>
      <h1 class="sr-only">Marketgraph</h1>
      <Refusal
        error={refused('NOT_FOUND', `There is no embed named ${kind}; there are ${[...KINDS.keys()].join(', ')}.`)}
      />
    </main>
  );
}

/** `auto` follows the reader's system, whose change paints charts again. */
function startTheme(theme: EmbedOptions['theme']): void {
  document.documentElement.dataset['theme'] = theme;
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => painted.set(painted.value + 1));
}

async function start(): Promise<void> {
  const root = document.getElementById('root');
  if (root === null) throw new Error('The page has no #root.');
  const options = readOptions(new URL(location.href));
  startTheme(options.theme);
  setLocale(options.locale);
  const page = await (KINDS.get(options.kind) ?? ((given) => Promise.resolve(unknown(given))))(options);
  root.replaceChildren();
  render(page, root);
}

void start();
