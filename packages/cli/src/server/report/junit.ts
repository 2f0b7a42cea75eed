import type { ScenarioFailure, ScenarioResult, TestReport } from '@millrace/server';
import { isBelow, whatFailed } from './report-text.js';

/**
 * A report as JUnit XML, as Jenkins, GitLab, GitHub actions and others read it: a test suite for each file, a test case for each
 * scenario; errors of files and missed thresholds of coverage are test cases of their own.
 */
export function junitXml(report: TestReport): string {
  const files = [...new Set([...report.results, ...report.errors].map(({ file }) => file))];
  const suites = [
    ...files.map((file) => suite(file, [...errorsOf(report, file), ...casesOf(report, file)])),
    ...thresholds(report),
    ...configuration(report),
  ];
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="millrace test">\n${suites.join('')}</testsuites>\n`;
}

interface Case {
  readonly xml: string;
  readonly kind: 'passed' | 'failed' | 'skipped' | 'error';
  readonly seconds: number;
}

function suite(name: string, cases: readonly Case[]): string {
  const count = (kind: Case['kind']) => cases.filter((one) => one.kind === kind).length;
  const seconds = cases.reduce((sum, one) => sum + one.seconds, 0);
  const figures = `tests="${cases.length}" failures="${count('failed')}" errors="${count('error')}" skipped="${count('skipped')}"`;
  return `  <testsuite name="${quoted(name)}" ${figures} time="${seconds.toFixed(3)}">\n${cases.map(({ xml }) => xml).join('')}  </testsuite>\n`;
}

const casesOf = (report: TestReport, file: string): readonly Case[] =>
  report.results.filter((result) => result.file === file).map(caseOf);

function caseOf({ file, line, name, outcome, skipped, failure, durationMs }: ScenarioResult): Case {
  const seconds = durationMs / 1000;
  const attributes = `classname="${quoted(file)}" name="${quoted(name)}" file="${quoted(file)}" line="${line}" time="${seconds.toFixed(3)}"`;
  const inner =
    failure !== undefined
      ? `<failure message="${quoted(whatFailed(failure))}">${quoted(detailOf(file, failure))}</failure>`
      : outcome === 'skipped'
        ? `<skipped message="${quoted(skipped ?? '')}"/>`
        : '';
  return { xml: `    <testcase ${attributes}>${inner}</testcase>\n`, kind: outcome, seconds };
}

function detailOf(file: string, { line, column, mismatches, path, waits }: ScenarioFailure): string {
  return [
    `${file}:${line}:${column}`,
    ...mismatches.flatMap(({ what, expected, got }) => [what, `  expected ${expected}`, `  got      ${got}`]),
    `passed so far: ${path.join(' → ')}`,
    ...waits,
  ].join('\n');
}

const errorsOf = (report: TestReport, file: string): readonly Case[] =>
  report.errors
    .filter((error) => error.file === file)
    .map(({ line = 1, message }) => errorCase(`${file}:${line}`, file, message));

const errorCase = (name: string, file: string, message: string): Case => ({
  xml: `    <testcase classname="${quoted(file)}" name="${quoted(name)}" time="0"><error message="${quoted(message)}"/></testcase>\n`,
  kind: 'error',
  seconds: 0,
});

function thresholds({ coverage }: TestReport): readonly string[] {
  const cases = coverage
    .filter(({ threshold }) => threshold !== undefined)
    .map((one): Case => {
      const { file, process, percent, threshold, uncovered } = one;
      const below = `${percent} % of the elements and flows are passed, less than ${threshold} %: ${uncovered.map(({ id }) => id).join(', ')}`;
      const inner = isBelow(one) ? `<failure message="${quoted(below)}"/>` : '';
      return {
        xml: `    <testcase classname="${quoted(file)}" name="coverage of ${quoted(process)}" time="0">${inner}</testcase>\n`,
        kind: isBelow(one) ? 'failed' : 'passed',
        seconds: 0,
      };
    });
  return cases.length === 0 ? [] : [suite('coverage', cases)];
}

function configuration({ configurationErrors }: TestReport): readonly string[] {
  const cases = configurationErrors.map(({ path, line, message }) =>
    errorCase(line === undefined ? path : `${path} (line ${line})`, 'configuration', message),
  );
  return cases.length === 0 ? [] : [suite('configuration', cases)];
}

/** Text of an attribute or element. Characters that XML 1.0 cannot hold are replaced. */
const quoted = (text: string): string =>
  text
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to replace
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu, '�')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll('\n', '&#10;');
