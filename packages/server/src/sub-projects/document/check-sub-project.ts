import { presentCoverage } from './decisions/present-coverage.js';
import type { Finding } from './findings/finding.js';
import { loadedValidator } from './loaded-validator.js';

/** What a configuration says and what is wrong with it, as far as that can be known without a database. */
export interface CheckedSubProject {
  /** What keeps it from being deployed; in the order of the document, then of its files. */
  readonly errors: readonly Finding[];
  readonly warnings: readonly Finding[];
  /** What the BPMN files say that has no effect here. */
  readonly ignored: readonly Finding[];
  /** The DMN files that could be tested. */
  readonly decisions: readonly {
    readonly key: string;
    readonly file: string;
    /** Number of tests, and of those that failed. */
    readonly tests: number;
    readonly failed: number;
    readonly coverage: ReturnType<typeof presentCoverage>;
  }[];
  /** Workflows of a configuration without errors, else 0. */
  readonly workflowCount: number;
}

/** What only a deployment, or its dry run, finds out: in words that go on after "not checked: ". */
export const uncheckedWithoutDatabase: readonly string[] = [
  'that the members are users of the service',
  'that the event subscriptions and hooks can work for the users they name',
  'that the service has the storage plugins',
  'what a deployment would change',
];

/**
 * Checks a configuration with its files by the rules of deploySubProject, without a service: the same validator,
 * pure, with nothing read or kept.
 *
 * @param source YAML or JSON text of the document, at most 1 MiB
 * @param files texts of BPMN and DMN files and tests by the name the document uses
 */
export async function checkSubProject(
  source: string,
  files: Readonly<Record<string, string>>,
): Promise<CheckedSubProject> {
  const { errors, warnings, ignored, decisions, valid } = await loadedValidator()(source, files);
  return {
    errors,
    warnings,
    ignored,
    decisions: decisions.map(({ key, file, tests, coverage }) => ({
      key,
      file,
      tests: tests?.count ?? 0,
      failed: tests?.failed ?? 0,
      coverage: presentCoverage(coverage),
    })),
    workflowCount: valid?.workflows.length ?? 0,
  };
}
