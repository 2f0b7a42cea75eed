import { expect, test } from 'vitest';
import { ConfigError } from '../kernel/config.js';
import { readConfig } from './read-config.js';

const problemsOf = (environment: NodeJS.ProcessEnv): string => {
  try {
    readConfig(environment);
    return '';
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
};

test('[D34] everything that is wrong is told at once, before anything is started, and without a secret', () => {
  const message = problemsOf({
    PORT: '99999',
    MILLRACE_WORKERS: '0',
    MILLRACE_LOG_LEVEL: 'loud',
    MILLRACE_LANGUAGE: 'tlh',
    DATABASE_URL: 'mysql://root:hunter2@db/x',
    MILLRACE_STORAGE_PLUGINS: '{"knowledgeRepo":{"accessKeyId":"a","secretAccessKey":"hunter2"}}',
    MILLRACE_STORE_PUBLIC_URL: 'files.example.com',
    MILLRACE_SMTP_URL: 'mail.example.com',
    MILLRACE_EVENT_URL: 'hook',
    MILLRACE_TRUST_PROXY: '10.0.0.0/8, proxy.example.com',
    MILLRACE_SECRET_KEY: 'hunter2',
  });
  const variables = message.split('\n').map((line) => /^[A-Z_]+/.exec(line)?.[0]);
  expect(variables).toEqual([
    'PORT',
    'MILLRACE_WORKERS',
    'MILLRACE_LOG_LEVEL',
    'MILLRACE_LANGUAGE',
    'DATABASE_URL',
    'MILLRACE_TRUST_PROXY',
    'MILLRACE_SECRET_KEY',
    'MILLRACE_STORAGE_PLUGINS',
    'MILLRACE_STORE_PUBLIC_URL',
    'MILLRACE_SMTP_URL',
    'MILLRACE_EVENT_URL',
  ]);
  expect(message).not.toContain('hunter2');
});

test.each([
  ['postgres://u:p#w@host/db', /is not a well-formed address.*%23/],
  ['postgres://u:p@host:port/db', /is not a well-formed address/],
  ['postgres://u:p/w@host/db', /is not a well-formed address/],
  ['localhost:5432', /must start with postgres:\/\//],
  ['postgres://u:p@host/db?sslmode=on', /sslmode must be one of disable, .*"on"/],
  [
    'postgres://u:p@host/db?sslmode=verify-full&sslrootcert=/nowhere/ca.pem',
    /sslrootcert names the file \/nowhere\/ca.pem/,
  ],
])('DATABASE_URL %s', (url, expected) => {
  expect(problemsOf({ DATABASE_URL: url })).toMatch(expected);
});

test.each([
  'postgres://u:p@host:5432/db',
  'postgresql://u@host/db?sslmode=require',
  'postgres:///db?host=/var/run/postgresql',
  'postgres://u:p%23%40@[::1]:5432/db',
])('DATABASE_URL %s is fine', (url) => {
  expect(problemsOf({ DATABASE_URL: url })).toBe('');
});

test.each([
  ['2', 2],
  ['10.0.0.0/8, ::1,loopback', ['10.0.0.0/8', '::1', 'loopback']],
])('MILLRACE_TRUST_PROXY %s', (text, expected) => {
  expect(readConfig({ MILLRACE_TRUST_PROXY: text }).trustProxy).toEqual(expected);
});

test.each(['0', '33', 'true', '*', '0.0.0.0/0', '10.0.0.0/33', '10.0.0/8'])(
  'MILLRACE_TRUST_PROXY %s is refused: it would believe everybody, or nobody',
  (text) => {
    expect(problemsOf({ MILLRACE_TRUST_PROXY: text })).toMatch(/^MILLRACE_TRUST_PROXY: /);
  },
);

test('the standard variables of OpenTelemetry turn traces on; what cannot be used is told', () => {
  const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318' };
  expect(readConfig({}).traces).toBe(false);
  expect(readConfig(endpoint).traces).toBe(true);
  expect(readConfig({ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://collector/v1/traces' }).traces).toBe(true);
  expect(readConfig({ ...endpoint, OTEL_SDK_DISABLED: 'true' }).traces).toBe(false);
  expect(readConfig({ ...endpoint, OTEL_TRACES_EXPORTER: 'none' }).traces).toBe(false);
  expect(problemsOf({ ...endpoint, OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' })).toMatch(
    /^OTEL_EXPORTER_OTLP_PROTOCOL: must/,
  );
  expect(problemsOf({ OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' })).toMatch(/^OTEL_EXPORTER_OTLP_ENDPOINT: must/);
});
