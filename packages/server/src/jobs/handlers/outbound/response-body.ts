import type { OutboundResponse } from './send.js';

/**
 * A body as a variable: parsed when its type is JSON, else text, else base64 for what is no text. `null` when empty.
 * JSON that cannot be parsed stays text.
 */
export function bodyOf({ headers, body }: Pick<OutboundResponse, 'headers' | 'body'>): unknown {
  if (body.length === 0) return null;
  const type = headers['content-type'] ?? '';
  const text = textOf(body, /;\s*charset="?([\w.:-]+)/i.exec(type)?.[1] ?? 'utf-8');
  if (text === undefined) return body.toString('base64');
  if (!/^[\w.+-]+\/([\w.-]+\+)?json\s*(;|$)/i.test(type)) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Undefined for bytes that are not text in this charset; NUL never is. */
function textOf(body: Buffer, charset: string): string | undefined {
  try {
    const text = new TextDecoder(charset, { fatal: true }).decode(body);
    return text.includes('\0') ? undefined : text;
  } catch {
    return undefined;
  }
}
