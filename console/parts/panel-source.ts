import type { PANELS as OPERATOR_PANELS } from '../generated/operator/panels.js';
import type { PANELS } from '../generated/panels.js';

/** The operation behind a panel, with the variables that it was asked with. */
export interface PanelSource {
  readonly panel: keyof typeof PANELS | keyof typeof OPERATOR_PANELS;
  readonly variables?: object;
  /** Path and query of the REST endpoint with the same answer, below `/api/v1`. */
  readonly rest?: string;
}
