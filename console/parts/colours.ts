/** Colours of the stylesheet, resolved for canvases, which know no variables. */
export interface Colours {
  readonly text: string;
  readonly faint: string;
  readonly grid: string;
  readonly surface: string;
  readonly accent: string;
  readonly up: string;
  readonly down: string;
  readonly third: string;
}

const VARIABLES: Readonly<Record<keyof Colours, string>> = {
  text: '--text',
  faint: '--faint',
  grid: '--line',
  surface: '--surface',
  accent: '--accent',
  up: '--up',
  down: '--down',
  third: '--third',
};

export function readColours(): Colours {
  const probe = document.createElement('span');
  document.body.append(probe);
  const resolved = (variable: string): string => {
    probe.style.color = `var(${variable})`;
    return getComputedStyle(probe).color;
  };
  const { text, faint, grid, surface, accent, up, down, third } = VARIABLES;
  const colours = {
    text: resolved(text),
    faint: resolved(faint),
    grid: resolved(grid),
    surface: resolved(surface),
    accent: resolved(accent),
    up: resolved(up),
    down: resolved(down),
    third: resolved(third),
  };
  probe.remove();
  return colours;
}

/** The colour with an opacity of 0 to 1. */
export function faded(colour: string, opacity: number): string {
  const [red = '0', green = '0', blue = '0'] = colour.match(/[\d.]+/g) ?? [];
  return `rgba(${red}, ${green}, ${blue}, ${opacity})`;
}
