import type { CheckedCoverage, ScenarioFailure, ScenarioResult, TestReport } from '@millrace/server';
import { findingText, remarkFinding } from '../../configuration/findings.js';
import type { ConfigurationFolder } from '../../configuration/read-folder.js';
import { oneLine, pad, widthOf } from '../../terminal/text.js';

/** Elements of a diagram that a report names as not covered. */
const MOST_UNCOVERED = 12;

/**
 * What a test of a folder found, for people.
 *
 * @param folder with the texts of the files of scenarios as its files
 */
export function reportText(report: TestReport, folder: ConfigurationFolder): string {
  const files = [...new Set(report.results.map(({ file }) => file))];
  const errors = report.errors.map((error) => {
    const { line, column, message, file } = error;
    const own = { ...folder, documentName: file, document: folder.files[file] ?? '' };
    return findingText(remarkFinding({ path: error.path, message, ...placed(line, column) }, own), own);
  });
  const results = files.map((file) => {
    const own = report.results.filter((result) => result.file === file);
    return `${oneLine(file)}\n${own.map(resultText).join('')}\n`;
  });
  return [...errors, ...results, coverageText(report.coverage)].join('');
}

const placed = (line: number | undefined, column: number | undefined) => ({
  ...(line === undefined ? {} : { line }),
  ...(column === undefined ? {} : { column }),
});

const MARKS = { passed: '✓', failed: '✗', skipped: '-' } as const;

function resultText({ file, name, outcome, skipped, failure, durationMs }: ScenarioResult): string {
  const remark = outcome === 'skipped' ? `skipped: ${oneLine(skipped ?? '')}` : `${durationMs} ms`;
  const heading = `  ${MARKS[outcome]} ${oneLine(name)} (${remark})\n`;
  return failure === undefined ? heading : heading + failureText(file, failure);
}

/** Where, what, and how far the run had come, indented below the scenario. */
function failureText(file: string, failure: ScenarioFailure): string {
  const { line, column, mismatches, path, waits } = failure;
  return [
    `${oneLine(file)}:${line}:${column}: ${whatFailed(failure)}`,
    ...mismatches.flatMap(({ what, expected, got }) => [
      `  ${oneLine(what)}`,
      `    expected ${oneLine(expected)}`,
      `    got      ${oneLine(got)}`,
    ]),
    `passed so far: ${path.length === 0 ? 'nothing' : path.map(oneLine).join(' → ')}`,
    ...(waits.length === 0 ? [] : [`now: ${waits.map(oneLine).join('\n     ')}`]),
  ]
    .map((text) => `${text}\n`.replace(/^(?=.)/gm, '      '))
    .join('');
}

/** One sentence about a failure, without its mismatches. */
export function whatFailed({ step, action, problem, mismatches }: ScenarioFailure): string {
  const where = step === 0 ? 'the start' : `step ${step} (${action})`;
  const names = mismatches.map(({ what }) => what).join(', ');
  return oneLine(problem === undefined ? `${where}: ${names}` : `${where}: ${problem}`);
}

function coverageText(coverage: readonly CheckedCoverage[]): string {
  if (coverage.length === 0) return '';
  const titles = coverage.map(({ file, process }) => oneLine(`${file} (${process})`));
  const width = Math.max(...titles.map(widthOf));
  const lines = coverage.map((one, index) => {
    const { percent, covered, total, threshold, uncovered } = one;
    const figures = `${String(percent).padStart(3)} %  ${covered} of ${total}`;
    const below = isBelow(one) ? `, less than ${threshold} %` : '';
    const heading = `  ${pad(titles[index] ?? '', width)}  ${figures}${below}\n`;
    if (uncovered.length === 0 || covered === 0) return heading;
    const named = uncovered.slice(0, MOST_UNCOVERED).map(({ id, kind }) => (kind === 'flow' ? `flow ${id}` : id));
    const more = uncovered.length > named.length ? `, and ${uncovered.length - named.length} more` : '';
    return `${heading}      not passed: ${oneLine(named.join(', '))}${more}\n`;
  });
  return `Coverage of elements and flows\n${lines.join('')}\n`;
}

/** Whether a diagram is covered less than asked for. */
export const isBelow = ({ percent, threshold }: CheckedCoverage): boolean =>
  threshold !== undefined && percent < threshold;

/** How many scenarios passed and failed, and what else is wrong, in one line. */
export function summaryOf({ results, errors, coverage }: TestReport): string {
  const count = (outcome: ScenarioResult['outcome']) => results.filter((result) => result.outcome === outcome).length;
  const below = coverage.filter(isBelow).length;
  return [
    `${count('passed')} passed`,
    `${count('failed')} failed`,
    ...(count('skipped') === 0 ? [] : [`${count('skipped')} skipped`]),
    ...(errors.length === 0
      ? []
      : [
          errors.length === 1
            ? 'one error in the files of scenarios'
            : `${errors.length} errors in the files of scenarios`,
        ]),
    ...(below === 0
      ? []
      : [
          below === 1
            ? 'one diagram is covered less than asked for'
            : `${below} diagrams are covered less than asked for`,
        ]),
  ].join(', ');
}
