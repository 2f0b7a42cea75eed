import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { unknownSettings } from './settings.js';

const at = (path: string) => readFile(new URL(`../../${path}`, import.meta.url), 'utf8');
const text = await at('compose.yaml');
const { services } = parse(text, { merge: true }) as { readonly services: Record<string, Service> };

interface Service {
  readonly image: string;
  readonly environment?: Record<string, string>;
  readonly depends_on?: Record<string, unknown>;
  readonly stop_grace_period?: string;
  readonly command?: readonly string[];
}
const ours = Object.entries(services).filter(([, { image }]) => image.startsWith('millrace:'));

test('what compose.yaml asks for and what .env.example gives are the same', async () => {
  const asked = [...text.matchAll(/\$\{(\w+)/g)].map(([, name]) => name);
  const given = [...(await at('.env.example')).matchAll(/^(\w+)=/gm)].map(([, name]) => name);
  expect([...new Set(asked)].sort()).toEqual([...given].sort());
});

test('two API servers and two workers run, and no process is sent a setting that it does not read', async () => {
  const roles = ours.map(([, { command }]) => command?.join(' '));
  expect(roles.filter((role) => role === 'start --role api')).toHaveLength(2);
  expect(roles.filter((role) => role === 'start --role worker')).toHaveLength(2);
  for (const [name, { environment = {} }] of ours) {
    expect({ [name]: await unknownSettings(Object.keys(environment)) }).toEqual({ [name]: [] });
  }
});

test('every dependency is a service, and every server has the time to finish what is open', () => {
  for (const [name, { depends_on = {}, stop_grace_period = '10s' }] of Object.entries(services)) {
    expect(Object.keys(services)).toEqual(expect.arrayContaining(Object.keys(depends_on)));
    expect(Number.parseInt(stop_grace_period, 10), name).toBeGreaterThanOrEqual(
      ours.some(([each]) => each === name) ? 20 : 10,
    );
  }
});

test('the balancer sends to the API servers of compose.yaml', async () => {
  const upstreams = [...(await at('deploy/nginx.conf')).matchAll(/^\s+server ([\w-]+):8080 /gm)].map(
    ([, name]) => name,
  );
  expect(upstreams).toEqual(Object.keys(services).filter((name) => name.startsWith('api-')));
});
