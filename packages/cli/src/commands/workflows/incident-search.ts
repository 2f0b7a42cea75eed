import type { MillraceClient } from '@millrace/client';
import type { Command } from 'commander';
import { findWorkflow } from '../../session/work-lookup.js';

/** Which incidents a command is about. */
export interface SearchOptions {
  readonly workflow?: string;
  readonly workflowVersion?: string;
  readonly kind?: string;
  readonly element?: string;
  readonly group?: string;
  readonly message?: string;
  readonly since?: string;
  readonly until?: string;
}

/** The options of a search for incidents. */
export const withSearch = (command: Command): Command =>
  command
    .option('--workflow <id or name>', 'only incidents of runs of this workflow')
    .option('--workflow-version <number>', 'only incidents of runs that follow this version; needs --workflow')
    .option('--kind <kinds>', 'only these kinds, comma-separated: job, expression, …')
    .option('--element <id>', 'only incidents at this element of the diagram')
    .option('--group <fingerprint>', 'only incidents of this group, see incident groups')
    .option('--message <text>', 'only incidents whose message contains this text')
    .option('--since <time>', 'only incidents raised at this time or later, as 2026-01-31T09:30:00Z or 2026-01-31')
    .option('--until <time>', 'only incidents raised before this time');

/** The conditions of a search. */
export async function searchOf(client: MillraceClient, subProjectId: string, options: SearchOptions) {
  return {
    subProjectId,
    workflowId: options.workflow && (await findWorkflow(client, subProjectId, options.workflow)),
    version: options.workflowVersion,
    kind: options.kind,
    elementId: options.element,
    fingerprint: options.group,
    message: options.message,
    createdFrom: options.since,
    createdTo: options.until,
  };
}
