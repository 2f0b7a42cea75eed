/** The outcome of one check. */
export interface Check {
  readonly name: string;
  readonly status: 'ok' | 'warning' | 'failed' | 'skipped';
  readonly detail: string;
  /** What to do about a warning or a failure. */
  readonly advice?: string;
}

export const ok = (name: string, detail: string): Check => ({ name, status: 'ok', detail });
export const skipped = (name: string, detail: string): Check => ({ name, status: 'skipped', detail });
export const warning = (name: string, detail: string, advice: string): Check => ({
  name,
  status: 'warning',
  detail,
  advice,
});
export const failed = (name: string, detail: string, advice: string): Check => ({
  name,
  status: 'failed',
  detail,
  advice,
});
