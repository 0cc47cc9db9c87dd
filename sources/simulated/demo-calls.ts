import { dayOf } from '../../calendar/days.js';
import type { TranscriptFields } from '../../store/transcripts.js';
import { inventedCalls, type InventedCompany, type ReportedFigures } from './calls.js';

/** Exists nowhere, so that nobody takes its ledger for a company's. */
export const DEMO_COMPANY: InventedCompany = { ticker: 'DEMO', name: 'Lanternfish Instruments (fictional)' };

const FIRST_YEAR = 2022;
const QUARTERS = 16;
const DAYS_TO_CALL = 30;
/** Revenue in million USD of each quarter, and earnings per share in cents. */
const REVENUES = [410, 428, 433, 470, 446, 462, 475, 509, 480, 509, 505, 561, 527, 540, 549, 610];
const EARNINGS = [61, 64, 66, 74, 68, 71, 72, 81, 75, 80, 78, 90, 84, 85, 87, 99];

const REPORTED: readonly ReportedFigures[] = Array.from({ length: QUARTERS }, (_, index) => {
  const [fiscalYear, fiscalQuarter] = [FIRST_YEAR + Math.floor(index / 4), (index % 4) + 1];
  const periodEnd =
    dayOf(fiscalYear + (fiscalQuarter === 4 ? 1 : 0), fiscalQuarter === 4 ? 1 : fiscalQuarter * 3 + 1, 1) - 1;
  const [revenue, epsDiluted] = [(REVENUES[index] ?? 0) * 1e6, (EARNINGS[index] ?? 0) / 100];
  return { fiscalYear, fiscalQuarter, periodEnd, callDay: periodEnd + DAYS_TO_CALL, revenue, epsDiluted };
});

/** The newest calls of the fictional company, oldest first. */
export function demoCalls(count: number): readonly TranscriptFields[] {
  return inventedCalls(DEMO_COMPANY, REPORTED, count);
}
