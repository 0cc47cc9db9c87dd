import { z } from 'zod';
import { atLeast, isUrl, port } from './setting-types.js';

const SHORTEST_TOKEN = 16;

/** Environment variables of assistant lines. */
export const LINE_ENVIRONMENT = z.object({
  /** Domain of the addresses of lines. */
  SVC_LINE_DOMAIN: z
    .string()
    .toLowerCase()
    .regex(/^[a-z\d-]+(\.[a-z\d-]+)+$/, 'must be a domain, such as line.example.com')
    .default('line.example.com'),
  /** Page of the web app on which owners complete the set-up of a line. */
  SVC_LINE_SETUP_URL: z
    .string()
    .refine(isUrl(['http:', 'https:']), 'must be an http:// or https:// URL')
    .default('http://localhost:3000/line/setup'),
  /** Port of the mail receiver; none is started without it. */
  SVC_SMTP_PORT: port.optional(),
  SVC_SMTP_HOST: z.string().min(1).default('127.0.0.1'),
  /**
   * Mail server that all outgoing mail is given to; without it, mail is written to the Maildir `mail/` in SVC_DATA_DIR.
   */
  SVC_SMTP_URL: z
    .string()
    .refine(isUrl(['smtp:', 'smtps:']), 'must look like smtp://user:password@mail.example.com:587')
    .optional(),
  /** Gateway that texts to phones are posted to; without it, they fail. */
  SVC_SMS_URL: z
    .string()
    .refine(isUrl(['http:', 'https:']), 'must be an http:// or https:// URL')
    .optional(),
  /** Sent to SVC_SMS_URL as a bearer token. */
  SVC_SMS_TOKEN: z.string().min(1).optional(),
  /** What the gateway sends with texts from phones (POST /internal/line-texts); without it, none are received. */
  SVC_SMS_RECEIVE_TOKEN: atLeast(SHORTEST_TOKEN).optional(),
  /**
   * What the payment provider sends with a payment (POST /internal/line-payments); without it, the operator confirms
   * them.
   */
  SVC_PAYMENT_TOKEN: atLeast(SHORTEST_TOKEN).optional(),
});

export interface LineSettings {
  readonly domain: string;
  readonly setupUrl: string;
  /** Where mail is received; undefined if nowhere. */
  readonly receiver: { readonly host: string; readonly port: number } | undefined;
  readonly smtpUrl: string | undefined;
  /** Tokens of programs that call this server. */
  readonly tokens: { readonly texts: string | undefined; readonly payments: string | undefined };
  readonly sms: { readonly url: string; readonly token: string | undefined } | undefined;
}

export function lineOf(env: z.infer<typeof LINE_ENVIRONMENT>): LineSettings {
  return {
    domain: env.SVC_LINE_DOMAIN,
    setupUrl: env.SVC_LINE_SETUP_URL,
    receiver: env.SVC_SMTP_PORT === undefined ? undefined : { host: env.SVC_SMTP_HOST, port: env.SVC_SMTP_PORT },
    smtpUrl: env.SVC_SMTP_URL,
    tokens: { texts: env.SVC_SMS_RECEIVE_TOKEN, payments: env.SVC_PAYMENT_TOKEN },
    sms: env.SVC_SMS_URL === undefined ? undefined : { url: env.SVC_SMS_URL, token: env.SVC_SMS_TOKEN },
  };
}
