import { exportAuditLogs, type Filters, type ResponseOf } from '@millrace/client';
import type { Command } from 'commander';
import { type PagingOptions, pageOf, withPaging } from '../../arguments/paging.js';
import { streamed } from '../../export/streamed.js';
import { writeTo } from '../../files/write-to.js';
import { examples } from '../../help/examples.js';
import { openSession } from '../../session/session.js';
import { findProcess } from '../../session/work-lookup.js';
import type { Io } from '../../terminal/io.js';
import { progressBar } from '../../terminal/progress.js';
import { shortTime, valueText } from '../../terminal/text.js';

type Log = ResponseOf<'getAuditLogs'>['logs'][number];

interface AuditFilters {
  readonly process?: string;
  readonly action?: string;
  readonly subject?: string;
  readonly by?: string;
  readonly traceId?: string;
  readonly since?: string;
  readonly until?: string;
}

const withAuditFilters = (command: Command): Command =>
  command
    .option('--process <id or key>', 'only changes of this process')
    .option('--action <action>', 'only this action, e.g. process.update')
    .option('--subject <id>', 'only changes of this run, task, file, user …')
    .option('--by <user id>', 'only changes by this user')
    .option('--trace-id <id>', 'only changes of the request with this trace id')
    .option('--since <time>', 'only changes at or after this time, e.g. 2026-11-01T00:00:00Z')
    .option('--until <time>', 'only changes before this time');

/** `audit list|export`; `audit` without a subcommand lists */
export function addAudit(program: Command, io: Io): void {
  const audit = program
    .command('audit')
    .helpGroup('Administration:')
    .description('the audit log; without a subcommand: audit list');
  addList(audit, io);
  addExport(audit, io);
}

function addList(audit: Command, io: Io): void {
  withPaging(withAuditFilters(audit.command('list', { isDefault: true })))
    .description('list who changed what and when, newest first')
    .addHelpText(
      'after',
      examples(
        'millrace audit list --process 01980c4e-…',
        'millrace audit --action process.update --since 2026-11-01T00:00:00Z',
      ),
    )
    .action(async (options: AuditFilters & PagingOptions, command: Command) => {
      const session = await openSession(io, command);
      const subProjectId = await session.subProjectId();
      const answer = await session.client.getAuditLogs({
        ...pageOf(options),
        subProjectId,
        processId: await findProcess(session.client, subProjectId, options.process),
        filters: filtersOf(options),
      });
      await session.output.page(
        [
          ['WHEN', ({ createdTs }) => shortTime(createdTs)],
          ['ACTION', 'action'],
          ['BY', ({ by }) => by.name],
          ['SUBJECT', ({ subjectType, subjectId }) => `${subjectType} ${subjectId}`],
          ['CHANGE', changeText],
        ],
        answer.logs,
        answer,
        'No entry matches.',
      );
    });
}

interface AuditExportOptions extends AuditFilters {
  readonly everything?: boolean;
  readonly output?: string;
}

function addExport(audit: Command, io: Io): void {
  withAuditFilters(audit.command('export'))
    .description('export all matching entries as NDJSON, newest first')
    .option('--everything', 'entries of the whole installation (administrator only)')
    .option('-o, --output <file>', 'write to this file instead of standard output')
    .addHelpText(
      'after',
      examples(
        'millrace audit export --since 2026-11-01T00:00:00Z -o november.ndjson',
        'millrace audit export --everything | gzip > audit.ndjson.gz',
      ),
    )
    .action(async (options: AuditExportOptions, command: Command) => {
      const session = await openSession(io, command);
      const subProjectId = options.everything === true ? undefined : await session.subProjectId();
      const request = {
        ...(subProjectId === undefined
          ? { processId: options.process }
          : { subProjectId, processId: await findProcess(session.client, subProjectId, options.process) }),
        filters: filtersOf(options),
      };
      const bar = progressBar(io, 'exporting', 'entries');
      let count = 0;
      try {
        await writeTo(io, options.output, (write) =>
          streamed(session, exportAuditLogs(request), async (chunk) => {
            await write(chunk);
            for (const byte of chunk) if (byte === LINE_FEED) count += 1;
            bar.update(count, undefined);
          }),
        );
      } finally {
        bar.clear();
      }
      io.err(`${count} entries exported\n`);
    });
}

const LINE_FEED = 0x0a;

function filtersOf({ action, subject, by, traceId, since, until }: AuditFilters): Filters | undefined {
  const filters = {
    ...(action === undefined ? {} : { action }),
    ...(subject === undefined ? {} : { subjectId: subject }),
    ...(by === undefined ? {} : { by }),
    ...(traceId === undefined ? {} : { traceId }),
    ...(since === undefined && until === undefined
      ? {}
      : {
          createdTs: { ...(since === undefined ? {} : { gte: since }), ...(until === undefined ? {} : { lt: until }) },
        }),
  };
  return Object.keys(filters).length === 0 ? undefined : filters;
}

/** `state INIT → APPROVED` for a member of both values, otherwise the member and its only value. */
function changeText({ before, after }: Log): string {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  return names
    .map((name) => {
      const was = valueText(before?.[name]);
      const is = valueText(after?.[name]);
      return was === '' ? `${name} ${is}` : `${name} ${was} → ${is === '' ? '(none)' : is}`;
    })
    .join(', ');
}
