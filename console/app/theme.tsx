import { painted } from './painted.js';
import { createStore, useStore } from './store.js';

const REMEMBERED = 'marketgraph:theme';
const THEMES = ['system', 'light', 'dark'] as const;
type Theme = (typeof THEMES)[number];

const NAMES: Readonly<Record<Theme, string>> = { system: 'System', light: 'Light', dark: 'Dark' };

const theme = createStore<Theme>(THEMES.find((each) => each === localStorage.getItem(REMEMBERED)) ?? 'system');

function paint(): void {
  document.documentElement.dataset['theme'] = theme.value;
}

/** Applies the theme, now and when the system's changes. */
export function startTheme(): void {
  paint();
  const changed = (): void => {
    paint();
    painted.set(painted.value + 1);
  };
  theme.subscribe(changed);
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', changed);
}

export function ThemeSwitch() {
  const current = useStore(theme);
  const next = THEMES[(THEMES.indexOf(current) + 1) % THEMES.length] ?? 'system';
  const change = (): void => {
    localStorage.setItem(REMEMBERED, next);
    theme.set(next);
  };
  return (
    <button
      type="button"
      class="quiet theme"
      onClick={change}
      aria-label={`Colours: ${NAMES[current]}. Change to ${NAMES[next]}.`}
      title={`Colours: ${NAMES[current]}`}
    >
      <span aria-hidden="true">{current === 'system' ? '◐' : current === 'light' ? '○' : '●'}</span>
    </button>
  );
}
