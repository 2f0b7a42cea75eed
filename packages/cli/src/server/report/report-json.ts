import type { TestReport } from '@millrace/server';

/** The report of `millrace test --json`. Its members are documented in docs/guide/testing.md. */
export function jsonReport({ passed, configurationErrors, errors, results, coverage }: TestReport): object {
  return { passed, configurationErrors, errors, scenarios: results, coverage };
}
