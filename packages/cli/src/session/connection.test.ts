import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { memoryIo } from '../testing/memory-io.js';
import { checkedUrl, connectionSettings } from './connection.js';
import { profilesFile, readProfiles, writeProfiles } from './profiles.js';

let home: string;
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'millrace-profiles-'));
  await writeProfiles(profilesFile({ env: {}, home }), {
    current: 'work',
    profiles: {
      work: { url: 'https://work.example.com', clientId: 'w', clientSecret: 'ws', subProject: 'p' },
      home: { url: 'https://home.example.com/millrace', clientId: 'h', clientSecret: 'hs' },
    },
  });
});
afterEach(() => rm(home, { recursive: true, force: true }));

const settings = (env: Record<string, string> = {}, profile?: string) =>
  connectionSettings(memoryIo({ env, home }), profile);

describe('settings', () => {
  test('the current profile, another one by option or environment', async () => {
    expect(await settings()).toMatchObject({ clientId: 'w', subProject: 'p', profile: 'work' });
    expect(await settings({}, 'home')).toMatchObject({ clientId: 'h', subProject: undefined });
    expect(await settings({ MILLRACE_PROFILE: 'home' })).toMatchObject({ clientId: 'h' });
    expect(await settings({ MILLRACE_PROFILE: 'home' }, 'work')).toMatchObject({ clientId: 'w' });
    await expect(settings({}, 'other')).rejects.toThrow('There is no profile "other"; saved profiles: work, home.');
  });

  test('credentials of the environment win, as a pair', async () => {
    const pair = { MILLRACE_CLIENT_ID: 'e', MILLRACE_CLIENT_SECRET: 'es' };
    expect(await settings(pair)).toMatchObject({ url: 'https://work.example.com', clientId: 'e', clientSecret: 'es' });
    expect(await settings({ ...pair, MILLRACE_URL: 'http://127.0.0.1:9/' })).toMatchObject({
      url: 'http://127.0.0.1:9',
    });
    await expect(settings({ MILLRACE_CLIENT_ID: 'e' })).rejects.toThrow('or neither of them');
  });

  test('a token of the environment wins, and does not go with a client', async () => {
    const env = { MILLRACE_TOKEN: 'mrp_x' };
    const found = await settings(env);
    expect(found).toMatchObject({ url: 'https://work.example.com', clientSecret: undefined, subProject: 'p' });
    expect(found.token?.({ rejected: undefined })).toBe('mrp_x');
    expect(await settings({ ...env, MILLRACE_URL: 'http://127.0.0.1:9' })).toMatchObject({ url: 'http://127.0.0.1:9' });
    const both = { ...env, MILLRACE_CLIENT_ID: 'e', MILLRACE_CLIENT_SECRET: 'es' };
    await expect(settings(both)).rejects.toThrow('are both set');
  });

  test('a secret is never sent to another address than it was saved with', async () => {
    await expect(settings({ MILLRACE_URL: 'https://elsewhere.example.com' })).rejects.toThrow(
      'the credentials of the profile "work" are for https://work.example.com',
    );
    expect(await settings({ MILLRACE_URL: 'https://work.example.com/' })).toMatchObject({ clientId: 'w' });
  });

  test('a file that others can read is warned of', async () => {
    const io = memoryIo({ home });
    await connectionSettings(io, undefined);
    expect(io.errText()).toBe('');
    await chmod(profilesFile(io), 0o644);
    await connectionSettings(io, undefined);
    expect(io.errText()).toMatch(/^warning: others can read /);
  });

  test('$XDG_CONFIG_HOME moves the file, if it is absolute', () => {
    expect(profilesFile({ env: { XDG_CONFIG_HOME: '/x' }, home })).toBe('/x/millrace/credentials.json');
    expect(profilesFile({ env: { XDG_CONFIG_HOME: 'x' }, home })).toBe(join(home, '.config/millrace/credentials.json'));
  });

  test('a damaged file is named, not overwritten', async () => {
    const file = profilesFile({ env: {}, home });
    await rm(file);
    expect(await readProfiles(file)).toEqual({ current: undefined, profiles: {} });
    await writeFile(file, '{"profiles":{"a":{"url":1}}}');
    await expect(settings()).rejects.toThrow(`${file} cannot be read`);
  });
});

describe('addresses', () => {
  test('are kept without what does not matter', () => {
    expect(checkedUrl('HTTPS://Example.com:443/a/?x#y')).toBe('https://example.com/a');
    expect(checkedUrl('http://127.0.0.1:8080')).toBe('http://127.0.0.1:8080');
  });
  test.each(['example.com', 'ftp://example.com', 'https://user:secret@example.com'])('%s is refused', (text) => {
    expect(() => checkedUrl(text)).toThrow();
  });
});
