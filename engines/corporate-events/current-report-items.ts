import type { EventGroup, EventKind } from './event.js';

export interface CurrentReportItem {
  readonly group: Extract<EventGroup, 'earnings' | 'conferences' | 'corporate'>;
  readonly kind: EventKind;
  /** The item's heading, in words. */
  readonly title: string;
}

const corporate = (kind: EventKind, title: string): CurrentReportItem => ({ group: 'corporate', kind, title });
const RESULTS: CurrentReportItem = {
  group: 'earnings',
  kind: 'earnings_release',
  title: 'Results of operations and financial condition',
};
const DISCLOSURE: CurrentReportItem = {
  group: 'conferences',
  kind: 'regulation_fd',
  title: 'Regulation FD disclosure',
};
const OFFICERS = 'Departure, election or appointment of directors or officers';

/**
 * The items of form 8-K (SEC, form 8-K, general instructions, section B) and the group of each; those that only list
 * exhibits (9.01, and 7 until 2004) have none. Whole numbers are the items until August 2004.
 */
const ITEMS: ReadonlyMap<string, CurrentReportItem> = new Map(
  Object.entries<CurrentReportItem>({
    '1.01': corporate('agreement', 'Entry into a material definitive agreement'),
    '1.02': corporate('agreement_ended', 'Termination of a material definitive agreement'),
    '1.03': corporate('bankruptcy', 'Bankruptcy or receivership'),
    '1.04': corporate('other', 'Mine safety: shutdowns and patterns of violations'),
    '1.05': corporate('cybersecurity_incident', 'Material cybersecurity incident'),
    '2.01': corporate('acquisition_or_disposition', 'Completion of an acquisition or disposition of assets'),
    '2.02': RESULTS,
    '2.03': corporate('financing', 'Creation of a direct financial obligation'),
    '2.04': corporate('financing', 'Event that accelerates or increases a financial obligation'),
    '2.05': corporate('restructuring', 'Costs of exit or disposal activities'),
    '2.06': corporate('impairment', 'Material impairments'),
    '3.01': corporate('listing', 'Notice of delisting, failure to meet a listing rule, or transfer of listing'),
    '3.02': corporate('financing', 'Unregistered sale of equity securities'),
    '3.03': corporate('shareholder_rights', 'Material modification of the rights of security holders'),
    '4.01': corporate('auditor_change', "Change of the company's certifying accountant"),
    '4.02': corporate('restatement', 'Earlier financial statements should no longer be relied on'),
    '5.01': corporate('control_change', 'Change in control of the company'),
    '5.02': corporate('officer_change', OFFICERS),
    '5.03': corporate('bylaws_or_name', 'Amendment of articles or bylaws, such as the name, or change of fiscal year'),
    '5.04': corporate('other', "Trading suspended under the company's employee benefit plans"),
    '5.05': corporate('other', 'Amendment of the code of ethics, or a waiver of it'),
    '5.06': corporate('control_change', 'Change in shell company status'),
    '5.07': corporate('shareholder_vote', 'Matters put to a vote of security holders'),
    '5.08': corporate('shareholder_vote', 'Shareholder director nominations'),
    '6.01': corporate('other', 'Asset-backed securities: informational and computational material'),
    '6.02': corporate('other', 'Asset-backed securities: change of servicer or trustee'),
    '6.03': corporate('other', 'Asset-backed securities: change in credit enhancement'),
    '6.04': corporate('other', 'Asset-backed securities: failure to make a required distribution'),
    '6.05': corporate('other', 'Asset-backed securities: updating disclosure'),
    '6.06': corporate('other', 'Asset-backed securities: static pool'),
    '7.01': DISCLOSURE,
    '8.01': corporate('other', 'Other events'),
    '1': corporate('control_change', 'Change in control of the company'),
    '2': corporate('acquisition_or_disposition', 'Acquisition or disposition of assets'),
    '3': corporate('bankruptcy', 'Bankruptcy or receivership'),
    '4': corporate('auditor_change', "Change of the company's certifying accountant"),
    '5': corporate('other', 'Other events'),
    '6': corporate('officer_change', 'Resignation of directors'),
    '8': corporate('bylaws_or_name', 'Change of fiscal year'),
    '9': DISCLOSURE,
    '10': corporate('other', 'Amendment of the code of ethics, or a waiver of it'),
    '11': corporate('other', "Trading suspended under the company's employee benefit plans"),
    '12': RESULTS,
  }),
);

const EXHIBITS = new Set(['9.01', '7']);
export const EXHIBITS_TITLE = 'Financial statements and exhibits';

/** What an item is; undefined for exhibits. An unknown number is an event of its own. */
export function currentReportItem(number: string): CurrentReportItem | undefined {
  return EXHIBITS.has(number) ? undefined : (ITEMS.get(number) ?? corporate('other', `Item ${number}`));
}
