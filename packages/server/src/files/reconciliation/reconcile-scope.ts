/** What a comparison of files and stores covers, and whether it repairs. */
export interface ReconcileScope {
  /**
   * False: only looks. True: removes orphans and aborts stray uploads older than 24 hours; what is missing can only be
   * reported.
   */
  readonly repair: boolean;
  /** Only this plugin; null for all. */
  readonly plugin: string | null;
  /** Only the files and objects of this sub-project; null for all. */
  readonly subProjectId: string | null;
  /** Age is judged by this time. */
  readonly now: Date;
}
