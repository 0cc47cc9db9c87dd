const HEAD_BYTES = 200;
const HEADER_CHARSET = /charset\s*=\s*"?([\w-]+)/i;
const DECLARED = /^\s*<\?xml[^>]*encoding\s*=\s*["']([\w-]+)["']/i;

/** The text of an XML document: in the encoding of its header or its declaration, else UTF-8. */
export function feedText(body: Uint8Array, contentType: string): string {
  const head = new TextDecoder('latin1').decode(body.subarray(0, HEAD_BYTES));
  const label = HEADER_CHARSET.exec(contentType)?.[1] ?? DECLARED.exec(head)?.[1] ?? 'utf-8';
  return decoderOf(label).decode(body);
}

function decoderOf(label: string): TextDecoder {
  try {
    return new TextDecoder(label);
  } catch {
    return new TextDecoder();
  }
}
