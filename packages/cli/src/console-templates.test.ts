import { readdirSync, readFileSync } from 'node:fs';
import { testSubProject } from '@millrace/server';
import { describe, expect, it } from 'vitest';
import { inLanguage } from '../../console/src/new-project/template/in-language.js';
import { ownDocument } from '../../console/src/new-project/template/own-document.js';

const folder = new URL('../../console/src/new-project/templates/', import.meta.url);
const keys = readdirSync(folder);
const own = { id: '01900000-0000-7000-8000-0000000000ff', name: 'Ours: all of it', user: 'ann@example.com' };

const textsOf = (key: string): readonly (readonly [name: string, text: string])[] =>
  readdirSync(new URL(`${key}/`, folder)).map((name) => [
    name,
    readFileSync(new URL(`${key}/${name}`, folder), 'utf8'),
  ]);

describe.each(keys)('template %s of new projects', (key) => {
  it.each(['en', 'de'] as const)('in %s: the scenarios of its workflow pass, and take every path', async (language) => {
    const texts = textsOf(key).map(([name, text]) => [name, inLanguage(text, language)] as const);
    const pick = (isWanted: (name: string) => boolean) => Object.fromEntries(texts.filter(([name]) => isWanted(name)));
    const document = ownDocument(pick((name) => name === 'sub-project.yaml')['sub-project.yaml'] ?? '', own);
    const report = await testSubProject({
      document,
      files: pick((name) => /\.(bpmn|dmn|tests\.yaml)$/.test(name)),
      scenarios: pick((name) => name.endsWith('.test.yaml')),
      coverage: 100,
    });
    expect(report.configurationErrors).toEqual([]);
    expect(report.errors).toEqual([]);
    expect(report.results.filter(({ failure }) => failure !== undefined)).toEqual([]);
    expect(report.results.length).toBeGreaterThan(1);
    expect(report.passed).toBe(true);
    expect(document).toContain('name: "Ours: all of it"');
    expect(document).toMatch(/^# /);
  });

  it('has a German text for every name that people read', () => {
    const alone = textsOf(key)
      .filter(([name]) => !name.endsWith('.test.yaml'))
      .flatMap(([name, text]) =>
        [...text.matchAll(/(?<=[\s{])(?:name|title|description|label)(?:="([^"]*)"|: («[^»]*»|[^,}\n]*))/g)]
          .map(([, ofXml, ofYaml]) => ofXml ?? ofYaml ?? '')
          // Names in decisions are what expressions call them.
          .filter((words) => words !== '' && !(name.endsWith('.dmn') && /^[a-z]+$/.test(words)))
          .filter((words) => !/^«[^|»]+\|[^|»]+»$/.test(words)),
      );
    expect(alone).toEqual([]);
  });
});
