/*
 * Account numbers without check digits: digits beside the name of an account, where the text is about a bank.
 */

const NEAR = 45;
const ACCOUNT =
  /(?<!\p{L})(?:accounts?|acct|acc|a\/c|konto(?:nummer|nr)?|kto|comptes?|rib|cuenta|cta|conta|conto|rekening(?:nummer)?|rachun\w*|konta|счет\p{L}*|р\/с|hesap\w*|kontonummer|口座\p{L}*|账号|账户|账户号码|계좌\p{L}*|الحساب)(?!\p{L})|口座|账号|账户|계좌|الحساب/u;
const BANK =
  /(?<!\p{L})(?:bank\p{L}*|routing|aba|sort ?code|swift|bic|bsb|ifsc|clabe|wires?|wired|ach|direct deposit|deposit|payee|beneficiary|transit|institution number|blz|bankleitzahl|uberweis\w*|virement\w*|banque\w*|banco|banca\w*|transferencia\w*|agencia|ag|pix|bonifico|coordinate|overboeking|overmaken|przelew\w*|перевод\p{L}*|банк\p{L}*|бик|havale|eft|sube|clearing\w*|bankgiro|reg\.? ?(?:nr|nummer)|支店\p{L}*|振込\p{L}*|银行|开户\p{L}*|转账|은행|송금|입금|بنك|البنك)(?!\p{L})|銀行|振込|银行|开户|은행|송금|입금|بنك/u;
const DIGITS = /(?<![\p{L}\p{N}#])\d(?:[ .\-/]?\d){5,19}(?![\p{L}\p{N}])/gu;
const SORT_CODE = /(?<!\d)\d{2}[- ]\d{2}[- ]\d{2}(?!\d)|sort ?codes?(?: is| was|:|=| -)? ?\d{6}(?!\d)/u;
const ROUTING = /(?<![\d])\d{9}(?!\d)/gu;

/** The number of a bank of the United States, by its check digit. */
function isRouting(digits: string): boolean {
  const sum = Array.from(digits).reduce(
    (total, digit, place) => total + Number(digit) * ([3, 7, 1][place % 3] ?? 0),
    0,
  );
  return /^(?:0[1-9]|1[0-2]|2[1-9]|3[0-2]|6[1-9]|7[0-2]|80)/.test(digits) && sum % 10 === 0;
}

const DATE = /^(?:19|20)\d{2}[-./]?\d{2}[-./]?\d{2}$|^\d{1,2}[-./]\d{1,2}[-./](?:19|20)?\d{2}$/;

/** Whether folded text has the number of a bank account, or a bank's number beside its name. */
export function hasBankAccount(text: string): boolean {
  for (const { 0: found, index } of text.matchAll(DIGITS)) {
    if (DATE.test(found)) continue;
    const before = text.slice(Math.max(0, index - NEAR), index);
    const after = text.slice(index + found.length, index + found.length + NEAR);
    const wide = text.slice(Math.max(0, index - NEAR * 4), index + found.length + NEAR * 4);
    if ((ACCOUNT.test(before) || ACCOUNT.test(after.slice(0, NEAR / 2))) && BANK.test(wide)) return true;
    if (/(?<!\p{L})(?:clabe|bsb|pix)(?!\p{L})/u.test(before)) return true;
  }
  for (const { 0: found, index } of text.matchAll(ROUTING))
    if (
      isRouting(found) &&
      /(?<!\p{L})(?:routing|aba|rtn|transit)(?!\p{L})/u.test(
        text.slice(Math.max(0, index - NEAR), index + found.length + NEAR / 2),
      )
    )
      return true;
  const sort = /(?<!\p{L})sort ?codes?(?!\p{L})/u.exec(text);
  return sort !== null && SORT_CODE.test(text.slice(Math.max(0, sort.index - NEAR), sort.index + NEAR));
}
