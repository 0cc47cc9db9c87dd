import { addressOf } from '../app/address.js';
import { DASH, oneDecimal, signedPercent, signedShare, words } from '../app/format.js';
import type { SecurityKind, SignalLabel } from '../generated/types.js';

const toneOf = (value: number | null | undefined): string =>
  value === null || value === undefined || value === 0 ? '' : value > 0 ? 'up' : 'down';

/** A change in percent: its sign, not its colour alone, tells the direction. */
export function Change({ percent }: { readonly percent: number | null | undefined }) {
  return <span class={toneOf(percent)}>{signedPercent(percent)}</span>;
}

/** A return as a fraction, in percent. */
export function Return({ of }: { readonly of: number | null | undefined }) {
  return <span class={toneOf(of)}>{signedShare(of)}</span>;
}

/** A ticker, as a link to its page if its security is stored. */
export function TickerLink({ ticker, isStored = true }: { readonly ticker: string; readonly isStored?: boolean }) {
  if (!isStored) return <span class="ticker">{ticker}</span>;
  return (
    <a class="ticker" href={addressOf('security', ticker)}>
      {ticker}
    </a>
  );
}

/** The sector of a security, or what it is instead: funds and indices have none. */
export function sectorWords({ sector, kind }: { readonly sector: string | null; readonly kind: SecurityKind }): string {
  return sector ?? SECTORLESS[kind] ?? DASH;
}

const SECTORLESS: Partial<Record<SecurityKind, string>> = { ETF: 'Fund', INDEX: 'Index' };

/** What happens, and whether its day is an estimate, which some titles say themselves. */
export function EventTitle({ title, isEstimate }: { readonly title: string; readonly isEstimate: boolean }) {
  return (
    <>
      {isEstimate ? title.replace(/ \(estimate\)$/, '') : title}
      {isEstimate && <span class="tag">estimate</span>}
    </>
  );
}

/** The label of a signal; its shade follows the label. */
export function Label({ label }: { readonly label: SignalLabel | null | undefined }) {
  if (label === null || label === undefined) return <span class="faint">No signal</span>;
  return <span class={`label ${label.toLowerCase().replace('_', '-')}`}>{words(label)}</span>;
}

/** A score of 0 to 100 with a bar from its middle. */
export function Score({ score }: { readonly score: number | null | undefined }) {
  if (score === null || score === undefined) return <span class="faint">–</span>;
  return (
    <span class="score">
      <ScoreBar score={score} />
      <span>{oneDecimal(score)}</span>
    </span>
  );
}

/** From 50, to the right above it and to the left below. */
export function ScoreBar({ score }: { readonly score: number }) {
  const from = Math.min(50, score);
  return (
    <svg class="score-bar" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
      <rect class="track" width="100" height="10" />
      <rect
        class={score >= 50 ? 'fill-up' : 'fill-down'}
        x={from}
        width={Math.max(0.8, Math.abs(score - 50))}
        height="10"
      />
      <rect class="middle" x="49.5" width="1" height="10" />
    </svg>
  );
}

/** A level of 0 to 100 with a bar from 0. */
export function Level({ level }: { readonly level: number | null | undefined }) {
  if (level === null || level === undefined) return <span class="faint">–</span>;
  return (
    <span class="score">
      <LevelBar level={level} />
      <span>{oneDecimal(level)}</span>
    </span>
  );
}

/** From 0, which says nothing about good or bad. */
export function LevelBar({ level }: { readonly level: number }) {
  return (
    <svg class="score-bar" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
      <rect class="track" width="100" height="10" />
      <rect class="fill" width={Math.max(0.8, level)} height="10" />
    </svg>
  );
}

/** Steps of a diverging scale, −4 to 4, for heat maps. */
export function heatStep(value: number, full: number): number {
  return Math.max(-4, Math.min(4, Math.round((4 * value) / full)));
}
