import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { exitCodes } from './terminal/exit-codes.js';
import { run } from './testing/memory-io.js';

const model = `<definitions xmlns="https://www.omg.org/spec/DMN/20230324/MODEL/" id="d" name="d" namespace="urn:test">
  <inputData id="a" name="a"><variable name="a" typeRef="number"/></inputData>
  <decision id="double" name="Double">
    <informationRequirement><requiredInput href="#a"/></informationRequirement>
    <literalExpression><text>a * 2</text></literalExpression>
  </decision>
</definitions>`;
const testCase = (id: string, expected: string): string => `<testCase id="${id}">
    <inputNode name="a"><value xsi:type="xsd:decimal">4</value></inputNode>
    <resultNode name="Double" type="decision"><expected><value xsi:type="xsd:decimal">${expected}</value></expected></resultNode>
  </testCase>`;
const testCases = (...cases: readonly string[]): string =>
  `<testCases xmlns="http://www.omg.org/spec/DMN/20160719/testcase" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
    xmlns:xsd="http://www.w3.org/2001/XMLSchema"><modelName>double.dmn</modelName>${cases.join('')}</testCases>`;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'millrace-tck-'));
  for (const group of ['good', 'bad', 'empty']) await mkdir(join(folder, group));
  for (const group of ['good', 'bad']) await writeFile(join(folder, group, 'double.dmn'), model);
  await writeFile(join(folder, 'good', 'double-test-01.xml'), testCases(testCase('001', '8')));
  await writeFile(join(folder, 'bad', 'double-test-01.xml'), testCases(testCase('001', '8'), testCase('002', '9')));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test('[DMN-28] decision tck runs the test cases of a folder', async () => {
  const { code, out, err } = await run(['decision', 'tck', join(folder, 'good')]);
  expect({ code, out, err }).toEqual({
    code: exitCodes.ok,
    out: '1 of 1 results in 1 groups are as expected.\n',
    err: '',
  });
});

test('[DMN-28] decision tck tells which results differ', async () => {
  const { code, out, err } = await run(['decision', 'tck', folder]);
  expect({ code, out, err }).toEqual({
    code: exitCodes.testsFailed,
    out: 'bad/double-test-01.xml 002 Double: expected 9, got 8\n2 of 3 results in 2 groups are as expected.\n',
    err: '1 of 3 results differ from the expected ones.\n',
  });
  const json = await run(['decision', 'tck', folder, '--json']);
  expect(JSON.parse(json.out)).toMatchObject({ results: 3, passed: 2, failed: [{ testCase: '002', passed: false }] });
});

test('[DMN-28] a folder without test cases is an error', async () => {
  const { code, err } = await run(['decision', 'tck', join(folder, 'empty')]);
  expect({ code, err }).toEqual({ code: exitCodes.notFound, err: expect.stringContaining('has no test cases') });
});
