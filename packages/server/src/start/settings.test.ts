import { expect, test } from 'vitest';
import { environmentSchema } from '../kernel/config.js';
import { readConfig } from './read-config.js';
import { settingsOf } from './settings.js';

test('every setting is told, and no text shows that may hold a secret', () => {
  const names = Object.keys(environmentSchema.properties);
  const all = Object.fromEntries(names.map((name) => [name, `value of ${name}`]));
  const settings = settingsOf(all);
  expect(settings.map(({ name }) => name)).toEqual(names);
  const hidden = settings.filter(({ value }) => value === null).map(({ name }) => name);
  expect(hidden).toEqual([
    'DATABASE_URL',
    'MILLRACE_SECRET_KEY',
    'MILLRACE_ADMIN_CLIENT_ID',
    'MILLRACE_ADMIN_CLIENT_SECRET',
    'MILLRACE_STORE_ACCESS_KEY',
    'MILLRACE_STORE_SECRET_KEY',
    'MILLRACE_STORAGE_PLUGINS',
    'MILLRACE_SMTP_URL',
    'MILLRACE_EVENT_URL',
    'MILLRACE_EVENT_SECRET',
    'MILLRACE_TIMESTAMP_URL',
    'MILLRACE_BACKUP_TO',
  ]);
  expect(settings.filter(({ isSecret }) => isSecret).map(({ name }) => name)).toEqual(hidden);
  expect(settings.every(({ source }) => source === 'environment')).toBe(true);
});

test('an address is not shown when it has a user or a password in it', () => {
  const { settings } = readConfig({ MILLRACE_PUBLIC_URL: 'https://ann:s3cret@example.com/tools' });
  expect(settings.find(({ name }) => name === 'MILLRACE_PUBLIC_URL')).toMatchObject({ isSecret: true, value: null });
  expect(JSON.stringify(settings)).not.toContain('s3cret');
});

test('what is not set tells its default', () => {
  const { settings } = readConfig({ PORT: '9000', MILLRACE_SECRET_KEY: '' });
  const of = (wanted: string) => settings.find(({ name }) => name === wanted);
  expect(of('PORT')).toEqual({
    name: 'PORT',
    description: 'Port to bind; 0 takes a free one',
    source: 'environment',
    isSecret: false,
    value: '9000',
  });
  expect(of('MILLRACE_TOKEN_SECONDS')).toMatchObject({ source: 'default', value: '3600' });
  expect(of('DATABASE_URL')).toMatchObject({ source: 'default', isSecret: true, value: 'the embedded PostgreSQL' });
  expect(of('MILLRACE_TRUST_PROXY')).toMatchObject({ source: 'default', value: null });
});
