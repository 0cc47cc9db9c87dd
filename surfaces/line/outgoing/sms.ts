import type { Outbound } from '../../../outbound/outbound.js';
import type { LineTransport } from './transport.js';

/** The gateway that texts to phones are posted to. */
export interface SmsGateway {
  readonly url: string;
  /** Sent as a bearer token. */
  readonly token: string | undefined;
  readonly outbound: Pick<Outbound, 'send'>;
}

/** Mail by one transport and texts to phones by a gateway, without which they fail. */
export function withTexts(mail: LineTransport, gateway: SmsGateway | null): LineTransport {
  return {
    async deliver(message, starts) {
      if (message.channel === 'mail') return mail.deliver(message, starts);
      if (gateway === null)
        return {
          outcome: 'refused',
          isTemporary: false,
          error: 'This server has no gateway for texts to phones (SVC_SMS_URL).',
        };
      const { url, token, outbound } = gateway;
      const body = JSON.stringify({
        id: message.messageId,
        to: message.to,
        from: message.from.name,
        text: message.text,
      });
      await starts();
      try {
        const { status } = await outbound.send({
          method: 'POST',
          url,
          headers: {
            'Content-Type': 'application/json',
            ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
          },
          body: Buffer.from(body),
        });
        if (status >= 200 && status < 300) return { outcome: 'accepted' };
        return {
          outcome: 'refused',
          isTemporary: status === 429 || status === 503,
          error: `The gateway for texts answered ${status}.`,
        };
      } catch {
        return {
          outcome: 'unknown',
          error: 'The gateway for texts gave no answer; whether the text arrived is unknown.',
        };
      }
    },
    close: () => mail.close(),
  };
}
