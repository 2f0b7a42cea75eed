import { readdirSync, readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { scenarioEditorSchema } from './model/editor-schema.js';
import { testSubProject } from './test-sub-project.js';

const root = new URL('../../../../', import.meta.url);
const examples = new URL('examples/', root);
const subProjects = readdirSync(examples).filter((name) =>
  readdirSync(new URL(name, examples)).includes('sub-project.yaml'),
);

const textsOf = (name: string, pattern: RegExp): Readonly<Record<string, string>> =>
  Object.fromEntries(
    readdirSync(new URL(name, examples))
      .filter((file) => pattern.test(file))
      .map((file) => [file, readFileSync(new URL(`${name}/${file}`, examples), 'utf8')]),
  );

describe.each(subProjects)('examples/%s', (name) => {
  const scenarios = textsOf(name, /\.test\.yaml$/);

  it('its scenarios pass, and pass every element and flow of its diagrams', async () => {
    const report = await testSubProject({
      document: textsOf(name, /^sub-project\.yaml$/)['sub-project.yaml'] ?? '',
      files: textsOf(name, /\.(?:bpmn|dmn|tests\.yaml)$/),
      scenarios,
      coverage: 100,
    });
    expect(report.errors).toEqual([]);
    expect(report.configurationErrors).toEqual([]);
    expect(report.results.filter(({ outcome }) => outcome !== 'passed')).toEqual([]);
    expect(report.coverage.flatMap(({ file, uncovered }) => uncovered.map(({ id }) => `${file}: ${id}`))).toEqual([]);
    expect(report.passed).toBe(true);
  });

  it('its scenarios follow docs/scenarios.schema.json, which they name', () => {
    const matches = new Ajv2020({ strict: false }).compile(JSON.parse(scenarioEditorSchema()));
    for (const [file, text] of Object.entries(scenarios)) {
      expect(matches(parse(text)), file).toBe(true);
      expect(text).toMatch(/^# yaml-language-server: \$schema=\.\.\/\.\.\/docs\/scenarios\.schema\.json\n/);
    }
  });
});

describe('docs/scenarios.schema.json', () => {
  it('is current (packages/server/scripts/write-document-schema.mjs)', () => {
    expect(readFileSync(new URL('docs/scenarios.schema.json', root), 'utf8')).toBe(scenarioEditorSchema());
  });
});
