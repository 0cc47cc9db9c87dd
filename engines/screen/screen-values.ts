import { signal, type SignalInput } from '../signal/signal.js';

/** The values that securities are screened by, and how many decimals of each are shown. */
export const SHOWN_DECIMALS = {
  score: 1,
  technical: 1,
  momentum: 1,
  fundamentals: 1,
  microstructure: 1,
  optionsFlow: 1,
  changePct: 4,
  volume: 0,
  volumeRatio: 6,
} as const;

export type ScreenField = keyof typeof SHOWN_DECIMALS;

export const SCREEN_FIELDS = Object.keys(SHOWN_DECIMALS) as readonly ScreenField[];

/** Scores 0 to 100, change in percent, volume in shares; null where a security has no data. */
export type ScreenValues = Readonly<Record<ScreenField, number | null>>;

const NO_VALUES: ScreenValues = {
  score: null,
  technical: null,
  momentum: null,
  fundamentals: null,
  microstructure: null,
  optionsFlow: null,
  changePct: null,
  volume: null,
  volumeRatio: null,
};

/** The values of a security at its newest data, as {@link signal} and its quote have them. */
export function screenValues(input: SignalInput): ScreenValues {
  const read = signal(input);
  if (read === null) return NO_VALUES;
  const { scores, quote } = read;
  return {
    score: read.compositeScore,
    technical: scores.technical?.score ?? null,
    momentum: scores.momentum?.score ?? null,
    fundamentals: scores.fundamentals?.score ?? null,
    microstructure: scores.microstructure?.score ?? null,
    optionsFlow: scores.optionsFlow?.score ?? null,
    changePct: quote.changePct,
    volume: quote.volume,
    volumeRatio: scores.momentum?.details.volumeRatio ?? null,
  };
}
