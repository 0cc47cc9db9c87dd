import { previewOf, wordsOf } from '../../surfaces/line/text.js';
import type { NewLineMessage } from '../../store/line-messages.js';
import type { Store } from '../../store/open-store.js';

const HOUR_MS = 3_600_000;
const SENDER = 'ines@harbour-crates.example';
const TEXTS = [
  {
    subject: 'Delivery of order 4711',
    text: 'Good morning, the crates leave our warehouse on Tuesday. Is that soon enough?',
    folder: 'inbox',
    agentStatus: 'drafted',
  },
  {
    subject: 'Minutes of the harbour meeting',
    text: 'Attached are the minutes. Nothing to decide before Friday.',
    folder: 'inbox',
    agentStatus: null,
    attachments: ['minutes.pdf'],
  },
  {
    subject: 'A complaint',
    text: 'Two crates arrived broken. Please call back.',
    folder: 'inbox',
    agentStatus: 'escalated',
  },
  {
    subject: 'What about AAPL?',
    text: 'Could you tell me how AAPL is rated today?',
    folder: 'inbox',
    agentStatus: 'replied',
  },
  { subject: 'Order 4711', text: 'When will the crates arrive?', folder: 'sent', delivery: 'sent' },
  {
    subject: 'Order 4712',
    text: 'Please add two crates of the small kind.',
    folder: 'sent',
    delivery: 'failed',
    error: 'The mail server said: 550 No such user here',
  },
  { subject: 'Re: Delivery of order 4711', text: 'Thank you, Tuesday is soon enough.', folder: 'drafts' },
] as const satisfies readonly (Partial<NewLineMessage> & { readonly text: string })[];

/** Invented lines of the demo accounts: none on Free, one that awaits its payment on Starter, and active ones above. */
export async function storeDemoLines(
  { lines, lineMessages }: Pick<Store, 'lines' | 'lineMessages'>,
  nowMs: number,
): Promise<void> {
  const at = new Date(nowMs);
  const base = { assistantName: 'Ada', createdAt: at };
  if ((await lines.get('acc_demo_starter')) === undefined)
    await lines.insert({ ...base, accountId: 'acc_demo_starter', address: 'ada-demo-starter@line.example.com' });
  for (const tier of ['pro', 'institutional']) {
    const accountId = `acc_demo_${tier}`;
    if ((await lines.get(accountId)) !== undefined) continue;
    const address = `ada-demo-${tier}@line.example.com`;
    await lines.insert({
      ...base,
      accountId,
      address,
      status: 'active',
      activatedAt: at,
      autopilot: 'draft',
      standingInstructions: 'Answer briefly, and promise nothing.',
    });
    for (const [index, { text, ...message }] of TEXTS.entries()) {
      const isInbound = message.folder === 'inbox';
      await lineMessages.store({
        ...message,
        attachments: 'attachments' in message ? [...message.attachments] : [],
        id: `msg_demo_${tier}_${index + 1}`,
        accountId,
        sender: isInbound ? SENDER : address,
        recipients: [isInbound ? address : SENDER],
        body: text,
        preview: previewOf(text),
        isRead: !isInbound || index > 1,
        replyAddress: isInbound ? SENDER : null,
        messageId: `<demo-${tier}-${index + 1}@${isInbound ? 'harbour-crates.example' : 'line.example.com'}>`,
        at: new Date(nowMs - (index + 1) * HOUR_MS),
        words: wordsOf(`${message.subject} ${text} ${SENDER}`).join(' '),
      });
    }
  }
}
