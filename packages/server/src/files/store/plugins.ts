import { Type } from '@millrace/contract';
import { Ajv } from 'ajv';
import type { Static } from 'typebox';
import { ConfigError } from '../../kernel/config.js';
import type { EmbeddedStore } from './embedded-store.js';
import { defaultPluginName, type StoragePlugin } from './plugin.js';

const variable = 'MILLRACE_STORAGE_PLUGINS';
const text = (description: string) => Type.String({ minLength: 1, maxLength: 1024, description });

/** One member of MILLRACE_STORAGE_PLUGINS. */
const pluginSchema = Type.Object(
  {
    endpoint: Type.Optional(text('http or https address of the store; absent: AWS')),
    publicEndpoint: Type.Optional(text('Address clients reach the store at; absent: endpoint')),
    region: Type.Optional(text('Default us-east-1')),
    bucket: text('An existing bucket'),
    accessKeyId: Type.Optional(text('Absent: the chain of the AWS SDK')),
    secretAccessKey: Type.Optional(text('Goes with accessKeyId')),
    forcePathStyle: Type.Optional(Type.Boolean({ description: 'Default: true with an endpoint' })),
    prefix: Type.Optional(
      Type.String({
        pattern: '^[A-Za-z0-9._-]+(/[A-Za-z0-9._-]+)*$',
        maxLength: 512,
        description: 'Start of every key',
      }),
    ),
    maximumFileSize: Type.Optional(Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })),
    mimeTypes: Type.Optional(
      Type.Array(Type.String({ pattern: '^[^\\s/*]+/([^\\s/*]+|\\*)$' }), { minItems: 1, description: 'E.g. image/*' }),
    ),
  },
  { additionalProperties: false },
);
const pluginsSchema = Type.Record(Type.String({ pattern: '^[A-Za-z0-9._-]{1,128}$' }), pluginSchema, {
  minProperties: 1,
  additionalProperties: false,
});

/**
 * The storage plugins of this server (D28): what MILLRACE_STORAGE_PLUGINS says, else the embedded store under the name
 * `knowledgeRepo`.
 *
 * @throws ConfigError saying which member is wrong; it never shows a secret
 */
export function storagePlugins(
  json: string | undefined,
  embedded: EmbeddedStore | undefined,
): readonly StoragePlugin[] {
  if (json !== undefined) return parsePlugins(json);
  return embedded === undefined ? [] : [embeddedPlugin(embedded)];
}

/**
 * The address that clients reach the embedded store at, as MILLRACE_STORE_PUBLIC_URL gives it.
 * @throws ConfigError when it is none
 */
export const embeddedStoreAddress = (publicUrl: string | undefined): string | undefined =>
  checkAddress(publicUrl, 'MILLRACE_STORE_PUBLIC_URL');

function embeddedPlugin(store: EmbeddedStore): StoragePlugin {
  return {
    name: defaultPluginName,
    endpoint: store.endpoint,
    publicEndpoint: embeddedStoreAddress(store.publicEndpoint),
    region: store.region,
    bucket: store.bucket,
    credentials: { accessKeyId: store.accessKeyId, secretAccessKey: store.secretAccessKey },
    forcePathStyle: true,
    prefix: '',
    maximumFileSize: undefined,
    mimeTypes: undefined,
  };
}

function parsePlugins(json: string): readonly StoragePlugin[] {
  const given = parseJson(json);
  const matches = new Ajv({ strict: false, allErrors: true }).compile<Static<typeof pluginsSchema>>(pluginsSchema);
  if (!matches(given)) {
    const problems = (matches.errors ?? []).map((error) => `${variable}${error.instancePath}: ${error.message}`);
    throw new ConfigError([...new Set(problems)].join('\n'));
  }
  return Object.entries(given).map(([name, plugin]) => {
    const at = `${variable}/${name}`;
    if ((plugin.accessKeyId === undefined) !== (plugin.secretAccessKey === undefined)) {
      throw new ConfigError(`${at}: give accessKeyId and secretAccessKey, or neither`);
    }
    return {
      name,
      endpoint: checkAddress(plugin.endpoint, `${at}/endpoint`),
      publicEndpoint: checkAddress(plugin.publicEndpoint, `${at}/publicEndpoint`),
      region: plugin.region ?? 'us-east-1',
      bucket: plugin.bucket,
      credentials:
        plugin.accessKeyId === undefined || plugin.secretAccessKey === undefined
          ? undefined
          : { accessKeyId: plugin.accessKeyId, secretAccessKey: plugin.secretAccessKey },
      forcePathStyle: plugin.forcePathStyle ?? plugin.endpoint !== undefined,
      prefix: plugin.prefix ?? '',
      maximumFileSize: plugin.maximumFileSize,
      mimeTypes: plugin.mimeTypes?.map((type) => type.toLowerCase()),
    };
  });
}

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    // The parser's message would quote the text, secrets included.
    throw new ConfigError(`${variable}: is not well-formed JSON; give one object of plugins by name`);
  }
}

/** Signatures cover the path, and a store answers at its root: an address with a path could never work. */
function checkAddress(address: string | undefined, at: string): string | undefined {
  if (address === undefined) return undefined;
  const url = URL.canParse(address) ? new URL(address) : undefined;
  const usable =
    url !== undefined &&
    (url.protocol === 'http:' || url.protocol === 'https:') &&
    url.pathname === '/' &&
    url.search === '' &&
    url.hash === '' &&
    url.username === '';
  if (!usable)
    throw new ConfigError(`${at}: must be an http or https address without a path, e.g. https://s3.example.com`);
  return url.origin;
}
