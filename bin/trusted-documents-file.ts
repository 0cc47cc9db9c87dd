import { readFileSync } from 'node:fs';
import { Kind, parse, validate } from 'graphql';
import type { Logger } from 'pino';
import type { Gateway } from '../gateway/gateway.js';
import { readManifest, type TrustedDocuments } from '../http/trusted-documents/manifest.js';
import type { DocumentRules } from '../http/trusted-documents/resolve-document.js';
import type { Config } from './config.js';
import { Failure } from './failure.js';

function readFile(file: string): TrustedDocuments {
  try {
    return readManifest(readFileSync(file, 'utf8'));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Failure(`Could not read the trusted documents in ${file}. ${reason}`, { cause: error });
  }
}

/** The validation errors of a document. */
function validationErrors(
  text: string,
  { publicSchema, prepare }: Pick<Gateway<unknown>, 'publicSchema' | 'prepare'>,
): readonly string[] {
  const document = parse(text, { noLocation: true });
  const isSubscription = document.definitions.some(
    (node) => node.kind === Kind.OPERATION_DEFINITION && node.operation === 'subscription',
  );
  if (isSubscription) return validate(publicSchema, document).map(({ message }) => message);
  const prepared = prepare(document);
  return 'errors' in prepared ? prepared.errors.map(({ message }) => message) : [];
}

/**
 * Reads the configured manifest, and `own`, that of the console. A document that no longer matches the schema is
 * logged; its clients get the errors.
 */
export function documentRules(
  { trustedDocuments, isTrustedOnly }: Pick<Config, 'trustedDocuments' | 'isTrustedOnly'>,
  gateway: Pick<Gateway<unknown>, 'publicSchema' | 'prepare'>,
  log: Pick<Logger, 'warn'>,
  own?: string,
): DocumentRules {
  if (trustedDocuments === undefined) return { documents: new Map(), isTrustedOnly };
  const documents = new Map([own, trustedDocuments].flatMap((file) => (file === undefined ? [] : [...readFile(file)])));
  for (const [hash, document] of documents) {
    const reasons = validationErrors(document, gateway);
    if (reasons.length > 0) log.warn({ hash, reasons }, 'a trusted document does not match the schema');
  }
  return { documents, isTrustedOnly };
}
