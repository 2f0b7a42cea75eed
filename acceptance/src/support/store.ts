import { createHash, createHmac, randomUUID } from 'node:crypto';
import type { Client } from './http.js';
import type { Answers } from './wire.js';

type SignedUpload = Answers['createSignedStorage']['aws'];

export interface UploadChanges {
  /** Form fields that differ from what was signed; undefined leaves one out. */
  readonly fields?: Readonly<Record<string, string | undefined>>;
}

/**
 * Posts a form to the store as the interface says: every signed field as it was returned, and the file last.
 *
 * @returns the store's status and the text it answered with
 */
export async function postForm(
  aws: SignedUpload,
  content: Uint8Array | string,
  { fields = {} }: UploadChanges = {},
): Promise<{ status: number; text: string }> {
  const form = new FormData();
  for (const [name, value] of Object.entries({ ...aws.fields, ...fields })) {
    if (value !== undefined) form.append(name, value);
  }
  form.append('file', new Blob([typeof content === 'string' ? content : Buffer.from(content)]));
  const response = await fetch(aws.url, { method: 'POST', body: form });
  return { status: response.status, text: await response.text() };
}

export interface UploadedFile {
  readonly id: string;
  readonly fileName: string;
  readonly content: Uint8Array;
}

/** The three steps of an upload; gives the closed file. */
export async function uploadFile(
  client: Client,
  subProjectId: string,
  members: Readonly<Record<string, unknown>> = {},
  content: Uint8Array = Buffer.from(`content ${randomUUID()}`),
): Promise<UploadedFile> {
  const { file, aws } = await createUpload(client, subProjectId, members);
  const { status, text } = await postForm(aws, content);
  if (status !== 204) throw new Error(`the store answered ${status}: ${text}`);
  await client.ok('closeSignedStorage', { subProjectId, fileId: file.id });
  return { id: file.id, fileName: file.fileName, content };
}

/** Step 1 of an upload. */
export const createUpload = (client: Client, subProjectId: string, members: Readonly<Record<string, unknown>> = {}) =>
  client.ok('createSignedStorage', {
    subProjectId,
    fileName: 'invoice.pdf',
    mimeType: 'application/pdf',
    pluginName: 'knowledgeRepo',
    ...members,
  });

export const sha256 = (content: Uint8Array): string => createHash('sha256').update(content).digest('hex');

/** The form with another policy, truly signed with the store's secret key (AWS Signature Version 4). */
export function resign(aws: SignedUpload, policy: object, secretKey: string): SignedUpload {
  const Policy = Buffer.from(JSON.stringify(policy)).toString('base64');
  const [, date = '', region = '', service = ''] = (aws.fields['X-Amz-Credential'] ?? '').split('/');
  const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();
  const signingKey = hmac(hmac(hmac(hmac(`AWS4${secretKey}`, date), region), service), 'aws4_request');
  return { ...aws, fields: { ...aws.fields, Policy, 'X-Amz-Signature': hmac(signingKey, Policy).toString('hex') } };
}

/** The policy a form was signed with. */
export const policyOf = (aws: SignedUpload): { readonly expiration: string; readonly conditions: readonly unknown[] } =>
  JSON.parse(Buffer.from(aws.fields.Policy ?? '', 'base64').toString());
