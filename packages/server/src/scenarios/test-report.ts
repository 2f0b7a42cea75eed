import type { Finding } from '../sub-projects/document/findings/finding.js';
import type { DiagramCoverage } from './measuring/coverage.js';
import type { StateAfter } from './measuring/state-after.js';
import type { Mismatch } from './running/mismatch.js';
import type { Failure } from './running/run-scenario.js';

/** A finding about a file of scenarios. */
export interface ScenarioFinding extends Finding {
  readonly file: string;
}

/** Where and why a scenario failed, with its place in the file. */
export interface ScenarioFailure extends Omit<Failure, 'at' | 'mismatches'> {
  /** From 1. */
  readonly line: number;
  readonly column: number;
  readonly mismatches: readonly Omit<Mismatch, 'at'>[];
}

/** What became of one scenario. */
export interface ScenarioResult {
  readonly file: string;
  /** Of the scenario's first line, from 1. */
  readonly line: number;
  readonly name: string;
  readonly workflow: string;
  readonly outcome: 'passed' | 'failed' | 'skipped';
  /** Why it was skipped, from the file. */
  readonly skipped?: string;
  readonly failure?: ScenarioFailure;
  readonly durationMs: number;
  /** Where the scenario has led; only when it was asked for. */
  readonly after?: StateAfter;
}

/** Coverage of a diagram with its threshold. */
export interface CheckedCoverage extends DiagramCoverage {
  /** Least percentage; undefined: none is set, or not all scenarios ran. */
  readonly threshold?: number;
}

/** What a test of a folder found. */
export interface TestReport {
  /** No error, every scenario passed or was skipped, and every threshold of coverage is reached. */
  readonly passed: boolean;
  /** What keeps the folder from being deployed; then no scenario runs. Paths as those of a validation. */
  readonly configurationErrors: readonly Finding[];
  /** What is wrong with files of scenarios. The scenarios of these files do not run. */
  readonly errors: readonly ScenarioFinding[];
  readonly results: readonly ScenarioResult[];
  readonly coverage: readonly CheckedCoverage[];
}
