import type { Log } from '../../../kernel/log.js';
import { PermanentFailure, TemporaryFailure } from '../../worker/job-failure.js';
import type { JobResult } from '../../worker/job-handler.js';
import type { OutboundResponse } from '../outbound/send.js';

/** Shorter parts would be found in ordinary words. */
const SHORTEST = 4;

/** Takes secrets out of everything that an attempt leaves behind: answers, messages and lines of the log. */
export class Redaction {
  /** What to look for and what to put in its place, the longest first. */
  #hidden: (readonly [form: string, label: string])[] = [];

  /** @param label shown in its place, for example the name of the secret */
  hide(secret: string, label: string): void {
    if (secret.length < SHORTEST) return;
    const shown = `[secret ${label}]`;
    const added = formsOf(secret).map((form) => [form, shown] as const);
    this.#hidden = [...this.#hidden, ...added].sort(([a], [b]) => b.length - a.length);
  }

  text(text: string): string {
    return this.#hidden.reduce((shown, [form, label]) => shown.replaceAll(form, label), text);
  }

  /** Any JSON value: its texts, its names, and numbers that are a secret. */
  value(value: unknown): unknown {
    if (this.#hidden.length === 0) return value;
    if (typeof value === 'string') return this.text(value);
    if (typeof value === 'number') return this.#hidden.find(([form]) => form === String(value))?.[1] ?? value;
    if (Array.isArray(value)) return value.map((item) => this.value(item));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [this.text(name), this.value(item)]));
  }

  response(response: OutboundResponse): OutboundResponse {
    if (this.#hidden.length === 0) return response;
    return {
      status: response.status,
      reason: this.text(response.reason),
      headers: this.value(response.headers) as OutboundResponse['headers'],
      body: this.#bytes(response.body),
    };
  }

  /** Also bytes that are no text become a variable, in base64. */
  #bytes(bytes: Buffer): Buffer {
    const isFound = this.#hidden.some(([form]) => bytes.includes(form));
    if (!isFound) return bytes;
    const binary = (text: string) => Buffer.from(text).toString('latin1');
    const shown = this.#hidden.reduce(
      (text, [form, label]) => text.replaceAll(binary(form), binary(label)),
      bytes.toString('latin1'),
    );
    return Buffer.from(shown, 'latin1');
  }

  result(result: JobResult): JobResult {
    switch (result.outcome) {
      case 'completed':
        return { ...result, variables: this.#variables(result.variables) };
      case 'failed':
        return { ...result, message: this.text(result.message) };
      case 'error': {
        const { variables, code, message } = result;
        const shown = { ...result, code: this.text(code), message: this.text(message) };
        return variables === undefined ? shown : { ...shown, variables: this.#variables(variables) };
      }
    }
  }

  #variables(variables: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
    return this.value(variables) as Readonly<Record<string, unknown>>;
  }

  /** An error with the same meaning whose message may be shown. */
  error(error: unknown): Error {
    const message = this.text(error instanceof Error ? error.message : String(error));
    if (error instanceof PermanentFailure) return new PermanentFailure(message);
    return error instanceof TemporaryFailure ? new TemporaryFailure(message) : new Error(message);
  }

  log(log: Log): Log {
    const shown = (context: object) => this.value(context) as object;
    return {
      debug: (context, message) => log.debug(shown(context), this.text(message)),
      info: (context, message) => log.info(shown(context), this.text(message)),
      warn: (context, message) => log.warn(shown(context), this.text(message)),
      error: (context, message) => log.error(shown(context), this.text(message)),
    };
  }
}

/** A text as it is, and as JSON, addresses, forms and base64 have it. */
function formsOf(secret: string): readonly string[] {
  const bytes = Buffer.from(secret);
  const encoded = encodeURIComponent(secret);
  return [
    ...new Set([
      secret,
      JSON.stringify(secret).slice(1, -1),
      encoded,
      encoded.replaceAll('%20', '+'),
      new URLSearchParams([['', secret]]).toString().slice(1),
      bytes.toString('base64'),
      bytes.toString('base64').replace(/=+$/, ''),
      bytes.toString('base64url'),
    ]),
  ];
}
