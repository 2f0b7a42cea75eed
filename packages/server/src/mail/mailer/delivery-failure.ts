import type { NodemailerError } from 'nodemailer';

/** Why a message was not handed over. */
export interface DeliveryFailure {
  /** For people; without the credentials of the SMTP server. */
  readonly message: string;
  /** Whether another attempt cannot help. */
  readonly permanent: boolean;
}

/** Mistakes of the server's settings, which no attempt repairs. */
const SETTINGS = new Set(['ECONFIG', 'ENOAUTH', 'EREQUIRETLS']);

/**
 * What a failed delivery means: replies of the class 5 are final, those of the class 4 and a missing connection are not
 * (RFC 5321, 4.2.1). Other errors are rethrown.
 */
export function deliveryFailure(error: unknown): DeliveryFailure {
  if (!isNodemailerError(error)) throw error;
  const { code, originalCode, response, permanent } = error;
  if (permanent !== undefined) {
    return { message: `The SMTP server refused the message: ${oneLine(response ?? code ?? '')}`, permanent };
  }
  return {
    message: `The SMTP server of MILLRACE_SMTP_URL could not be used (${[code, originalCode].filter(Boolean).join(', ')}).`,
    permanent: SETTINGS.has(code ?? ''),
  };
}

const isNodemailerError = (error: unknown): error is NodemailerError => error instanceof Error && 'code' in error;

const oneLine = (text: string): string => text.replace(/\p{Cc}+/gu, ' ').slice(0, 500);
