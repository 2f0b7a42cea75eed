import type { SendMailOptions } from 'nodemailer';

/** What became of a message that was handed over. */
export interface HandedOver {
  readonly messageId: string;
  readonly accepted: readonly string[];
  readonly rejected: readonly string[];
}

/** How a message leaves the server. */
export interface Transport {
  send(message: SendMailOptions & { readonly messageId: string }, signal: AbortSignal): Promise<HandedOver>;
}
