import { describe, expect, it } from 'vitest';
import { ConfigError } from '../../kernel/config.js';
import { storagePlugins } from './plugins.js';

const embedded = {
  endpoint: 'http://127.0.0.1:9000',
  publicEndpoint: 'https://files.example.com',
  region: 'us-east-1',
  bucket: 'millrace',
  accessKeyId: 'key',
  secretAccessKey: 'secret',
  stop: async () => undefined,
};
const parse = (plugins: unknown) => storagePlugins(JSON.stringify(plugins), undefined);

describe('[D28] storage plugins', () => {
  it('are knowledgeRepo on the embedded store when nothing is configured', () => {
    const [plugin, ...others] = storagePlugins(undefined, embedded);
    expect(others).toEqual([]);
    expect(plugin).toMatchObject({
      name: 'knowledgeRepo',
      bucket: 'millrace',
      publicEndpoint: 'https://files.example.com',
    });
  });

  it('come from the configuration with defaults that fit', () => {
    const [minio, aws] = parse({
      minio: { endpoint: 'http://127.0.0.1:9000/', bucket: 'b', accessKeyId: 'a', secretAccessKey: 's', prefix: 'x/y' },
      aws: { region: 'eu-central-1', bucket: 'b', mimeTypes: ['image/*', 'Application/PDF'] },
    });
    expect(minio).toMatchObject({
      endpoint: 'http://127.0.0.1:9000',
      forcePathStyle: true,
      region: 'us-east-1',
      credentials: { accessKeyId: 'a', secretAccessKey: 's' },
      prefix: 'x/y',
    });
    expect(aws).toMatchObject({
      endpoint: undefined,
      forcePathStyle: false,
      credentials: undefined,
      mimeTypes: ['image/*', 'application/pdf'],
    });
  });

  it.each([
    ['nothing', {}, /MILLRACE_STORAGE_PLUGINS/],
    ['no object', [], /MILLRACE_STORAGE_PLUGINS/],
    ['an unknown member', { p: { bucket: 'b', buckt: 'c' } }, /MILLRACE_STORAGE_PLUGINS\/p/],
    ['no bucket', { p: {} }, /MILLRACE_STORAGE_PLUGINS\/p/],
    ['half a key pair', { p: { bucket: 'b', accessKeyId: 'a' } }, /accessKeyId and secretAccessKey/],
    ['an address with a path', { p: { bucket: 'b', endpoint: 'http://h/s3' } }, /p\/endpoint: must be/],
    ['an address of another kind', { p: { bucket: 'b', publicEndpoint: 'ftp://h' } }, /p\/publicEndpoint/],
    ['a prefix with a slash at its end', { p: { bucket: 'b', prefix: 'a/' } }, /p\/prefix/],
    ['a type without subtype', { p: { bucket: 'b', mimeTypes: ['image'] } }, /p\/mimeTypes\/0/],
  ])('are refused with %s', (_what, plugins, message) => {
    expect(() => parse(plugins)).toThrow(ConfigError);
    expect(() => parse(plugins)).toThrow(message);
  });

  it('never show a secret in an error', () => {
    const secret = 'hunter2';
    const broken = [
      `{"p": {"secretAccessKey": "${secret}", }`,
      `{"p": {"bucket": "", "secretAccessKey": "${secret}"}}`,
    ];
    for (const json of broken) {
      expect(() => storagePlugins(json, undefined)).toThrow(ConfigError);
      expect(() => storagePlugins(json, undefined)).not.toThrow(secret);
    }
  });
});
