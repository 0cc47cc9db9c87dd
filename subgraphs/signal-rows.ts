import type { SignalInput } from '../engines/signal/signal.js';
import { fundamentalsRows, type FundamentalsRow } from './fundamentals-rows.js';
import { ALL_OPTION_ROWS, optionRows, type OptionsRow } from './option-rows.js';
import { bothRows, type SeriesRows, type SourcedRow } from './series-field.js';
import type { Services } from './services.js';

/** What a signal reads besides prices. */
export type SignalRow = FundamentalsRow | OptionsRow;

/** Reports and option chains of each security, of chains the newest. */
export function signalRows(services: Pick<Services, 'store'>): SeriesRows<SignalRow> {
  return bothRows(fundamentalsRows(services), optionRows(services));
}

/** As `signalRows`, of chains all. */
export function signalRowsOfAllTime(services: Pick<Services, 'store'>): SeriesRows<SignalRow> {
  return bothRows(fundamentalsRows(services), ALL_OPTION_ROWS);
}

/** A signal's inputs in rows of its security. */
export function signalInputsOf(rows: readonly SourcedRow[]): Pick<SignalInput, 'fundamentals' | 'optionsFlow'> {
  const reports = rows.find((row): row is FundamentalsRow => 'history' in row);
  const chains = rows.find((row): row is OptionsRow => 'readings' in row);
  return { fundamentals: reports?.history ?? null, optionsFlow: chains?.readings ?? null };
}
