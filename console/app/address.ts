export const BASE = '/console';

/** The address of a page of the console, from its steps. */
export function addressOf(...steps: readonly string[]): string {
  return [BASE, ...steps.filter((step) => step !== '').map(encodeURIComponent)].join('/');
}

/** A step of a path, decoded; as it is if it cannot be. */
export function decodedStep(step: string): string {
  try {
    return decodeURIComponent(step);
  } catch (error) {
    if (error instanceof URIError) return step;
    throw error;
  }
}
