import { describe, expect, it } from '@jest/globals';
import { feedText } from './feed-text.js';

const XML = '<?xml version="1.0" encoding="windows-1252"?><t>';
const withBytes = (...bytes: readonly number[]): Buffer => Buffer.concat([Buffer.from(XML), Buffer.from(bytes)]);

describe('the text of a feed', () => {
  it.each(['', 'text/xml; charset=windows-1252', 'text/xml; charset="ISO-8859-1"', 'text/xml; charset=us-ascii'])(
    'has the quotes, dashes and the euro of windows-1252 (%j)',
    (contentType) => {
      expect(feedText(withBytes(0x91, 0x92, 0x93, 0x94, 0x96, 0x97, 0x80, 0xe9), contentType)).toBe(`${XML}‘’“”–—€é`);
    },
  );

  it.each([
    ['utf-16le', Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('<t>é—</t>', 'utf16le')])],
    ['utf-16be', Buffer.concat([Buffer.from([0xfe, 0xff]), Buffer.from('<t>é—</t>', 'utf16le').swap16()])],
    ['utf-8', Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from('<t>é—</t>')])],
  ])('follows the byte order mark of %s, whatever the header says', (_name, body) => {
    expect(feedText(body, 'text/xml; charset=iso-8859-1')).toBe('<t>é—</t>');
  });

  it('is UTF-8 without a mark, a header or a declaration, and with a name that nobody knows', () => {
    expect(feedText(Buffer.from('<t>é</t>'), '')).toBe('<t>é</t>');
    expect(feedText(Buffer.from('<t>é</t>'), 'text/xml; charset=klingon')).toBe('<t>é</t>');
  });
});
