/** What identifies the run in every row about it. */
export interface RunIdentity {
  readonly id: string;
  readonly subProjectId: string;
  readonly workflowId: string;
  readonly processId: string;
}
