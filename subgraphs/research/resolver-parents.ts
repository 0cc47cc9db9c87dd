import type { Overlay } from '../../engines/portfolio/overlay.js';
import type { NoSignals, RollUp } from '../../engines/portfolio/roll-up.js';
import type { RegimeReading } from '../../engines/simulation/regime.js';

/** A roll-up, the parent of its fields; absent ones are null. */
export type PortfolioParent = (RollUp | NoSignals) & { readonly apiVersion: string };

/** An overlay, the parent of its fields; absent ones are null. */
export type OverlayParent = (Overlay | NoSignals) & { readonly apiVersion: string; readonly regime: RegimeReading | null };
