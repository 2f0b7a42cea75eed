import { createHmac } from 'node:crypto';
import type { Client } from './http.js';
import { send } from './send.js';

/** A hook that takes deliveries signed as GitHub signs them. */
export interface TestHook {
  readonly hookId: string;
  /** Path of its address; the server may have another port when it starts again. */
  readonly path: string;
  readonly secret: string;
}

/** The hook that a document declares under a key, with a secret that this test knows. */
export async function declaredHook(admin: Client, subProjectId: string, key: string): Promise<TestHook> {
  const { hooks } = await admin.ok('getInboundHooks', { subProjectId });
  const hook = hooks.find(({ declaredAs }) => declaredAs === key);
  if (hook === undefined) throw new Error(`the document declares no hook ${key}`);
  const target = { subProjectId, hookId: hook.id };
  const { secret } = await admin.ok('rotateInboundHookSecret', { ...target, overlapSeconds: 0 });
  return { hookId: hook.id, path: new URL(hook.url).pathname, secret };
}

/** Sends one delivery. @returns the status, and what the answer says */
export async function deliver(
  url: string,
  { path, secret }: Pick<TestHook, 'path' | 'secret'>,
  { id, body }: { readonly id: string; readonly body: object },
): Promise<{ readonly status: number; readonly text: string }> {
  const text = JSON.stringify(body);
  return send(new URL(path, url), {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-github-delivery': id,
      'x-hub-signature-256': `sha256=${createHmac('sha256', secret).update(text).digest('hex')}`,
    },
    body: text,
  });
}
