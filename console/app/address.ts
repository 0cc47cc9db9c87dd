export const BASE = '/console';

/** The address of a page of the console, from its steps. */
export function addressOf(...steps: readonly string[]): string {
  return [BASE, ...steps.filter((step) => step !== '').map(encodeURIComponent)].join('/');
}
