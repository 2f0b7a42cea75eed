import { expect, test } from 'vitest';
import { browserOrigins } from './plugin.js';
import { storagePlugins } from './plugins.js';

const originsOf = (...plugins: readonly object[]) =>
  browserOrigins(
    storagePlugins(JSON.stringify(Object.fromEntries(plugins.map((plugin, at) => [`p${at}`, plugin]))), undefined),
  );

test('browsers reach a store at its public address, with the bucket where signatures have it', () => {
  const endpoint = 'http://store:9000';
  expect(originsOf({ bucket: 'a', endpoint }, { bucket: 'b', endpoint })).toEqual([endpoint]);
  expect(originsOf({ bucket: 'a', endpoint, publicEndpoint: 'https://files.example.com' })).toEqual([
    'https://files.example.com',
  ]);
  expect(originsOf({ bucket: 'a', endpoint: 'https://s3.example.com', forcePathStyle: false })).toEqual([
    'https://a.s3.example.com',
  ]);
  expect(originsOf({ bucket: 'a', region: 'eu-central-1' })).toEqual(['https://a.s3.eu-central-1.amazonaws.com']);
  expect(originsOf({ bucket: 'a.b' })).toContain('https://s3.us-east-1.amazonaws.com');
});
