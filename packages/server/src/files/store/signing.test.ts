import { afterAll, describe, expect, it } from 'vitest';
import { defaultPluginName, type StoragePlugin } from './plugin.js';
import { createStorage } from './storage.js';

const plugin: StoragePlugin = {
  name: defaultPluginName,
  // Nothing listens there: signing must not need it.
  endpoint: 'http://127.0.0.1:9',
  publicEndpoint: 'https://files.example.com',
  region: 'eu-central-1',
  bucket: 'bucket',
  credentials: { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'secret' },
  forcePathStyle: true,
  prefix: '',
  maximumFileSize: 1000,
  mimeTypes: undefined,
};
const storage = createStorage({ plugins: [plugin], maximumFileSize: 500 });
afterAll(() => storage.close());

const policyOf = (fields: Readonly<Record<string, string>>) =>
  JSON.parse(Buffer.from(fields.Policy ?? '', 'base64').toString('utf8')) as {
    expiration: string;
    conditions: readonly unknown[];
  };

describe('[D29] the signed form', () => {
  const upload = {
    key: 's/f/invoice.pdf',
    mimeType: 'application/pdf',
    minimumSize: 0,
    maximumSize: 400,
    sha256: undefined,
  };

  it('allows exactly one key and type, up to the maximum, for 15 minutes, and asks for 204', async () => {
    const { url, fields } = await storage.signUpload('knowledgeRepo', upload);
    expect(url).toBe('https://files.example.com/bucket');
    expect(fields).toMatchObject({
      key: 's/f/invoice.pdf',
      'Content-Type': 'application/pdf',
      success_action_status: '204',
    });
    const { expiration, conditions } = policyOf(fields);
    expect(conditions).toContainEqual({ key: 's/f/invoice.pdf' });
    expect(conditions).toContainEqual({ bucket: 'bucket' });
    expect(conditions).toContainEqual({ 'Content-Type': 'application/pdf' });
    expect(conditions).toContainEqual({ success_action_status: '204' });
    expect(conditions).toContainEqual(['content-length-range', 0, 400]);
    const seconds = (Date.parse(expiration) - Date.now()) / 1000;
    expect(seconds).toBeGreaterThan(890);
    expect(seconds).toBeLessThanOrEqual(900);
  });

  it('names every field it holds in a condition', async () => {
    const { fields } = await storage.signUpload('knowledgeRepo', { ...upload, sha256: 'ab'.repeat(32) });
    const exact = policyOf(fields).conditions.filter((one) => !Array.isArray(one));
    const { Policy: _policy, 'X-Amz-Signature': _signature, ...covered } = fields;
    expect(Object.assign({}, ...exact)).toEqual(covered);
    expect(covered['x-amz-checksum-sha256']).toBe(Buffer.from('ab'.repeat(32), 'hex').toString('base64'));
  });

  it('[D8] of a plugin that is configured no more is 1709 with 502, of one that a request names wrongly with 400', async () => {
    await expect(storage.signUpload('nowhere', upload)).rejects.toMatchObject({ id: 1709, status: 502 });
    expect(() => storage.plugin('nowhere')).toThrow(expect.objectContaining({ id: 1709, status: 400 }));
  });

  it('is bounded by the smaller of the two maximums', () => {
    expect(storage.maximumFileSize(plugin)).toBe(500);
    expect(storage.maximumFileSize({ ...plugin, maximumFileSize: 3 })).toBe(3);
  });
});

describe('[D31] the signed download', () => {
  it('lives 15 minutes, saves under the name given, and asks for no header', async () => {
    const url = new URL(await storage.signDownload('knowledgeRepo', { key: 's/f/a.html', fileName: 'ä.html' }));
    expect(url.origin + url.pathname).toBe('https://files.example.com/bucket/s/f/a.html');
    expect(url.searchParams.get('X-Amz-Expires')).toBe('900');
    expect(url.searchParams.get('X-Amz-SignedHeaders')).toBe('host');
    expect(url.searchParams.get('response-content-disposition')).toMatch(
      /^attachment; .*filename\*=UTF-8''%C3%A4.html$/,
    );
    expect([...url.searchParams.keys()].filter((name) => /checksum/i.test(name))).toEqual([]);
  });
});
