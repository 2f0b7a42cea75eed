/** The outcome of one check. */
export interface Check {
  readonly name: string;
  readonly status: 'ok' | 'warning' | 'failed' | 'skipped';
  readonly detail: string;
}

export const ok = (name: string, detail: string): Check => ({ name, status: 'ok', detail });
export const warning = (name: string, detail: string): Check => ({ name, status: 'warning', detail });
export const failed = (name: string, detail: string): Check => ({ name, status: 'failed', detail });
export const skipped = (name: string, detail: string): Check => ({ name, status: 'skipped', detail });
