import type { NodemailerError } from 'nodemailer';
import type { JobResult } from '../worker/job-handler.js';

/** Mistakes of the server's settings, which no attempt repairs. */
const SETTINGS = new Set(['ECONFIG', 'ENOAUTH', 'EREQUIRETLS']);

/**
 * What a failed delivery means: replies of the class 5 are final, those of the class 4 and a missing connection are not
 * (RFC 5321, 4.2.1).
 */
export function emailFailure(error: unknown): JobResult {
  if (!isNodemailerError(error)) throw error;
  const { code, originalCode, response, permanent } = error;
  if (permanent !== undefined) {
    return {
      outcome: 'failed',
      message: `The SMTP server refused the message: ${oneLine(response ?? code ?? '')}`,
      permanent,
    };
  }
  return {
    outcome: 'failed',
    message: `The SMTP server of MILLRACE_SMTP_URL could not be used (${[code, originalCode].filter(Boolean).join(', ')}).`,
    permanent: SETTINGS.has(code ?? ''),
  };
}

const isNodemailerError = (error: unknown): error is NodemailerError => error instanceof Error && 'code' in error;

const oneLine = (text: string): string => text.replace(/\p{Cc}+/gu, ' ').slice(0, 500);
