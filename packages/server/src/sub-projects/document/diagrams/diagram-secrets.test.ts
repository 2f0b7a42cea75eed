import type { JobUse, ModelInspection } from '@millrace/engine';
import { expect, it } from 'vitest';
import { secretsOfDiagrams, suspiciousSecrets, unsafeSecrets } from './diagram-secrets.js';

const REST = 'io.camunda:http-json:1';
type Texts = Readonly<Record<string, string>>;

function inspected(type: string, inputs: Texts, headers: Texts = {}) {
  const job: JobUse = {
    elementId: 'call',
    type,
    headers,
    inputs: Object.entries(inputs).map(([target, source]) => ({ target, source })),
  };
  return { file: 'w.bpmn', found: { jobs: [job] } as unknown as ModelInspection };
}

const namesIn = (type: string, inputs: Texts, headers: Texts = {}) =>
  secretsOfDiagrams([inspected(type, inputs, headers)]).map(({ name }) => name);
const warningsOf = (type: string, inputs: Texts, headers: Texts = {}) =>
  suspiciousSecrets('w.bpmn', inspected(type, inputs, headers)).map(({ message }) => message);

it('finds the secrets that a job sends, each once', () => {
  const inputs = {
    url: 'https://a.example',
    headers: '={a: "{{secrets.A}}", b: "{{secrets.A}}"}',
    body: '="{{secrets.B}}"',
  };
  expect(namesIn('http', inputs, { query: '{"k": "{{secrets.C}}"}' })).toEqual(['A', 'B', 'C']);
  expect(namesIn(REST, { ...inputs, 'authentication.token': 'secrets.T' }, { query: '{{secrets.C}}' })).toEqual([
    'A',
    'B',
    'T',
  ]);
  expect(namesIn('email', { text: '{{secrets.A}}' })).toEqual([]);
});

it.each([
  ['https://api.example.com/x', false],
  ['="https://api.example.com/" + id', false],
  ['="https://api.example.com?x=" + id', false],
  ['https://api.example.com', false],
  ['="https://api.example.com"', false],
  ['{{secrets.BASE}}/x', false],
  ['="{{secrets.BASE}}/" + id', false],
  ['=url', true],
  ['="{{secrets.BASE}}" + rest', true],
  ['="https://" + host + "/x"', true],
  ['="https://api.example.com" + rest', true],
  ['="https://api." + region + ".example.com/"', true],
  ['=if a then "https://x.example/" else url', true],
])('the host of %s is computed: %s', (url, isHostComputed) => {
  const [use] = secretsOfDiagrams([inspected('http', { url, headers: '={a: "{{secrets.A}}"}' })]);
  expect(use?.isHostComputed).toBe(isHostComputed);
  const warnings = unsafeSecrets(
    use === undefined ? [] : [use],
    new Map(['A', 'BASE'].map((name) => [name, { hosts: [] }])),
  );
  expect(warnings).toHaveLength(isHostComputed ? 1 : 0);
  expect(
    unsafeSecrets(
      use === undefined ? [] : [use],
      new Map(['A', 'BASE'].map((name) => [name, { hosts: ['x.example'] }])),
    ),
  ).toEqual([]);
});

it.each([
  ['email', { text: '{{secrets.A}}' }, {}, 'jobs of this type do not resolve'],
  [REST, {}, { resultExpression: '={a: "{{secrets.A}}"}' }, 'but it is not sent'],
  ['http', { method: '{{secrets.A}}' }, {}, 'but it is not sent'],
])('warns of a secret that a %s job does not resolve', (type, inputs, headers, message) => {
  expect(warningsOf(type, inputs as Texts, headers as Texts)).toEqual([expect.stringContaining(message)]);
});

// Put together here, so that scanners do not take them for real keys.
it.each([
  ['http', { headers: '={"Authorization": "Bearer abcdefghijklmnop123"}' }, {}],
  ['http', {}, { headers: '{"X-Api-Key": "0123456789abcdef"}' }],
  ['http', { url: 'https://user:passw0rd@api.example.com/' }, {}],
  ['http', { body: `="${['sk', 'live', '51HxxxxxxxxxxxxxxxxxxZ'].join('_')}"` }, {}],
  ['anything', { token: ['ghp', 'abcdefghijklmnopqrstuvwxyz0123'].join('_') }, {}],
  ['anything', { key: `AKIA${'IOSFODNN7EXAMPLE'}` }, {}],
  [REST, { 'authentication.token': 'abc' }, {}],
  [REST, { 'authentication.password': '="abc"' }, {}],
])('warns of what looks like a key in a %s job, without repeating it: %j %j', (type, inputs, headers) => {
  const warnings = warningsOf(type, inputs as Texts, headers as Texts);
  expect(warnings).toEqual([expect.stringContaining('looks like it holds a password or an API key')]);
});

it.each([
  [
    'http',
    { headers: '={"Authorization": "Bearer " + token, "X-Api-Key": key}', body: '={password: process.fields.x}' },
    {},
  ],
  [REST, { 'authentication.token': '=token', 'authentication.type': 'bearer', 'authentication.name': 'X-Key' }, {}],
  [REST, { 'authentication.token': '{{secrets.TOKEN}}' }, {}],
  ['anything', { description: 'The basic information of the bearer' }, {}],
])('has no warning of a %s job that holds none: %j', (type, inputs, headers) => {
  expect(warningsOf(type, inputs as Texts, headers as Texts)).toEqual([]);
});
