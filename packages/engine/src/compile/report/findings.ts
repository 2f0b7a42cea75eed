import type { DeployReport, Finding } from './deploy-report.js';

/** Collects the errors, warnings and ignored parts of a deploy report. */
export class Findings {
  readonly #errors: Finding[] = [];
  readonly #warnings: Finding[] = [];
  readonly #ignored: Finding[] = [];

  error(elementId: string | null, code: string, message: string): void {
    this.#errors.push({ elementId, code, message });
  }

  warn(elementId: string | null, code: string, message: string): void {
    this.#warnings.push({ elementId, code, message });
  }

  ignore(elementId: string | null, code: string, message: string): void {
    this.#ignored.push({ elementId, code, message });
  }

  get failed(): boolean {
    return this.#errors.length > 0;
  }

  report(): DeployReport {
    return { errors: this.#errors, warnings: this.#warnings, ignored: this.#ignored };
  }
}
