import { InvalidRequestError } from '@millrace/client';
import { describe, expect, test } from 'vitest';
import { errorFindings, findingLine, findingText, remarkFinding } from './findings.js';

const folder = {
  documentName: 'sub-project.yaml',
  document: 'name: x\n',
  files: { 'a/b~c.bpmn': '<x>\n<task id="Other_Task"/>\n<task\n  id="Task.1"/></x>' },
};

const linesOf = (errors: { pointer: string; detail: string }[]): readonly string[] =>
  errorFindings(
    new InvalidRequestError({
      operation: 'deploySubProject',
      status: 400,
      id: 1232,
      code: 'x',
      detail: 'x',
      errors,
      traceId: 't',
      retryAfterMs: undefined,
    }),
    folder,
  ).map(findingLine);

describe('findings', () => {
  test('point at lines of the document and of BPMN files', () => {
    expect(
      linesOf([
        { pointer: '/document/fields/amount', detail: 'line 12: must be an object' },
        { pointer: '/document', detail: 'line 3: not YAML' },
        { pointer: '/document/name', detail: 'is required' },
        { pointer: '/files/a~1b~0c.bpmn', detail: 'a/b~c.bpmn, element Task.1: no job type' },
        { pointer: '/files/a~1b~0c.bpmn', detail: 'a/b~c.bpmn: not XML' },
      ]),
    ).toEqual([
      'sub-project.yaml:12: /fields/amount: must be an object\n',
      'sub-project.yaml:3: not YAML\n',
      'sub-project.yaml: /name: is required\n',
      'a/b~c.bpmn:4:3: element Task.1: no job type\n',
      'a/b~c.bpmn: not XML\n',
    ]);
  });

  test('warnings name the same places in their own way', () => {
    expect(
      [
        { path: '/members/0', line: 9, column: 5, message: 'is disabled' },
        { path: 'a/b~c.bpmn', message: 'unparsable content </b> detected line: 2 column: 4 nested error: mismatch' },
        { path: 'a/b~c.bpmn#Task.1', message: 'modelerTemplate has no effect' },
        { path: 'unused.bpmn', message: 'no workflow uses it' },
      ].map((remark) => findingLine(remarkFinding(remark, folder))),
    ).toEqual([
      'sub-project.yaml:9:5: /members/0: is disabled\n',
      'a/b~c.bpmn:3:5: unparsable content </b>: mismatch\n',
      'a/b~c.bpmn:4:3: element Task.1: modelerTemplate has no effect\n',
      'unused.bpmn: no workflow uses it\n',
    ]);
  });

  test('the line is shown with a mark at the column; a long line around it, and without what steers a terminal', () => {
    const shown = (document: string, line: number, column?: number) =>
      findingText(
        remarkFinding(
          { path: '/x', line, ...(column === undefined ? {} : { column }), message: 'wrong' },
          {
            ...folder,
            document,
          },
        ),
        folder.document === document ? folder : { ...folder, document },
      );
    expect(shown('a: 1\r\n\tname: x\u001b[2J\r\n', 2, 2)).toBe(
      'sub-project.yaml:2:2: /x: wrong\n  2 |  name: x�[2J\n    |  ^\n',
    );
    expect(shown('日本: x\n', 1, 5)).toBe('sub-project.yaml:1:5: /x: wrong\n  1 | 日本: x\n    |       ^\n');
    expect(shown('a: 1\n', 1)).toBe('sub-project.yaml:1: /x: wrong\n  1 | a: 1\n');
    const [, source = '', mark = ''] = shown(`${'x'.repeat(500)}!${'y'.repeat(500)}`, 1, 501).split('\n');
    expect(source.length).toBeLessThan(130);
    expect(source[mark.indexOf('^')]).toBe('!');
    expect(shown('a: 1\n', 9, 1)).toBe('sub-project.yaml:9:1: /x: wrong\n');
  });
});
