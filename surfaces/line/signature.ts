const MARK = '-- \n';

/** What every outgoing message says of who wrote it. */
function signatureOf({ assistantName, address }: { readonly assistantName: string; readonly address: string }): string {
  return `${MARK}${assistantName} is an AI assistant. This message was sent by its assistant line, ${address}.`;
}

/** A text with the signature after it. */
export function signed(text: string, line: Parameters<typeof signatureOf>[0]): string {
  return `${text.trimEnd()}\n\n${signatureOf(line)}\n`;
}
