const CIK = /^\d{1,10}$/;

/** The ten digits of a number with the SEC; null for another text. */
export function cikOf(text: string): string | null {
  const digits = text.trim();
  return CIK.test(digits) ? digits.padStart(10, '0') : null;
}
