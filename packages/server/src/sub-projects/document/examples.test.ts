import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createDocumentValidator } from './validate-document.js';

const examples = new URL('../../../../../examples/', import.meta.url);

/** The others are programs that use one of these. */
const subProjects = readdirSync(examples).filter((name) => existsSync(new URL(`${name}/sub-project.yaml`, examples)));

describe.each(subProjects)('examples/%s', (name) => {
  const folder = new URL(`${name}/`, examples);
  const read = (file: string): string => readFileSync(new URL(file, folder), 'utf8');
  const files = Object.fromEntries(
    readdirSync(folder)
      .filter((file) => /\.(?:bpmn|dmn|tests\.yaml)$/.test(file))
      .map((file) => [file, read(file)]),
  );

  it('deploys: no error, nothing ignored, no warning about a diagram', async () => {
    const { errors, warnings, ignored } = await createDocumentValidator()(read('sub-project.yaml'), files);
    expect(errors).toEqual([]);
    expect(ignored).toEqual([]);
    expect(warnings.filter(({ path }) => /\.(?:bpmn|dmn)/.test(path))).toEqual([]);
  });

  it.each(Object.keys(files).filter((file) => file.endsWith('.bpmn')))(
    '%s opens in a modeler: every drawn element has its shape or edge',
    (file) => {
      const xml = files[file] ?? '';
      const drawn = new Set([...xml.matchAll(/bpmnElement="([^"]+)"/g)].map(([, id]) => id));
      const elements = [
        ...xml.matchAll(/<bpmn:(?:\w+(?:Event|Task|Gateway)|callActivity|subProcess|sequenceFlow) id="([^"]+)"/g),
      ];
      expect(elements.length).toBeGreaterThan(3);
      expect(elements.map(([, id]) => id).filter((id) => !drawn.has(id))).toEqual([]);
    },
  );
});
