import type { PluginReport } from './reconcile-report.js';

/** What a comparison of files and stores covers, and whether it repairs. */
export interface ReconcileOptions {
  /**
   * False, the default, only looks. True removes orphans and aborts stray uploads older than 24
   * hours; what is missing can only be reported.
   */
  readonly repair?: boolean;
  /** Only this plugin. Default: all. */
  readonly plugin?: string;
  /** Only the files and objects of this sub-project. Default: all. */
  readonly subProjectId?: string;
  /** Default: the clock. */
  readonly now?: Date;
  /** Called after each page of a listing, with the reports so far. */
  readonly onProgress?: (reports: readonly Readonly<PluginReport>[]) => void;
  /** Ends the work after the page under way. */
  readonly signal?: AbortSignal;
}
