import type { MillraceClient } from '@millrace/client';
import { getIncidents, type ResponseOf } from '@millrace/client';
import type { Command } from 'commander';
import { wholeNumber } from '../../arguments/paging.js';
import { parseValues } from '../../arguments/values.js';
import { examples } from '../../help/examples.js';
import { openSession } from '../../session/session.js';
import { CommandError, exitCodes } from '../../terminal/exit-codes.js';
import type { Io } from '../../terminal/io.js';
import { shortTime } from '../../terminal/text.js';
import { addIncidentRepair } from './incident-repair.js';
import { type SearchOptions, searchOf, withSearch } from './incident-search.js';

type Incident = ResponseOf<'getIncidents'>['incidents'][number];

/** `incident list|groups|retry|repair`, for operators. */
export function addIncident(program: Command, io: Io): void {
  const incident = program.command('incident').helpGroup('Work:').description('failures that stop runs');
  addList(incident, io);
  addGroups(incident, io);
  addRetry(incident, io);
  addIncidentRepair(incident, io);
}

interface ListOptions extends SearchOptions {
  readonly run?: string;
  readonly resolved?: boolean;
  readonly perPage: number;
  readonly after?: string;
}

function addList(incident: Command, io: Io): void {
  withSearch(incident.command('list'))
    .description('list open incidents, newest first')
    .option('--run <id>', 'only incidents of this run')
    .option('--resolved', 'resolved incidents instead of open ones')
    .option('--per-page <number>', 'incidents to show, 1 to 1000', wholeNumber(1, 1000), 20)
    .option('--after <position>', 'go on after this position, which the page before printed')
    .addHelpText(
      'after',
      examples('millrace incident list', 'millrace incident list --kind job --since 2026-01-31 --json'),
    )
    .action(async (options: ListOptions, command: Command) => {
      const { client, output, subProjectId } = await openSession(io, command);
      const id = await subProjectId();
      const answer = await client.getIncidents({
        ...(await searchOf(client, id, options)),
        runId: options.run,
        state: options.resolved === true ? 'RESOLVED' : 'OPEN',
        after: options.after,
        perPageCount: options.perPage,
      });
      const names = await workflowNames(client, id);
      await output.list<Incident>(
        [
          ['ID', 'id'],
          ['RUN', 'runId'],
          ['WORKFLOW', (row) => `${names(row.workflowId)} v${row.workflowVersion}`],
          ['ELEMENT', 'elementId'],
          ['KIND', 'kind'],
          ['CREATED', ({ createdTs }) => shortTime(createdTs)],
          ['MESSAGE', 'message'],
        ],
        answer.incidents,
        answer,
        options.resolved === true ? 'No resolved incident matches.' : 'No open incident matches.',
      );
      if (answer.next !== null && !output.isJson) io.err(`there are more; next: --after ${answer.next}\n`);
    });
}

function addGroups(incident: Command, io: Io): void {
  withSearch(incident.command('groups'))
    .description('group open incidents by their cause, the most frequent first')
    .addHelpText('after', examples('millrace incident groups', 'millrace incident groups --since 2026-01-31'))
    .action(async (options: SearchOptions, command: Command) => {
      const { client, output, subProjectId } = await openSession(io, command);
      const id = await subProjectId();
      const answer = await client.getIncidentGroups(await searchOf(client, id, options));
      const names = await workflowNames(client, id);
      await output.list(
        [
          ['COUNT', 'count', 'right'],
          ['GROUP', 'fingerprint'],
          ['WORKFLOW', (row) => `${names(row.workflowId)} v${row.versions.join(', v')}`],
          ['ELEMENT', 'elementId'],
          ['KIND', 'kind'],
          ['FIRST', ({ firstTs }) => shortTime(firstTs)],
          ['LAST', ({ lastTs }) => shortTime(lastTs)],
          ['MESSAGE', 'message'],
        ],
        answer.groups,
        answer,
        'No open incident matches.',
      );
      if (!answer.complete && !output.isJson) io.err('There are more incidents or groups than shown.\n');
    });
}

async function workflowNames(client: MillraceClient, subProjectId: string): Promise<(id: string) => string> {
  const { workflows } = await client.getWorkflows({ subProjectId });
  const names = new Map(workflows.map(({ id, name }) => [id, name]));
  return (id) => names.get(id) ?? id;
}

interface RetryOptions {
  readonly group?: string;
  readonly set?: readonly string[];
  readonly retries?: number;
  readonly yes?: boolean;
}

function addRetry(incident: Command, io: Io): void {
  incident
    .command('retry')
    .description('retry incidents, or all open incidents of a group, one after the other')
    .argument('[incidents...]', 'incident ids')
    .option('--group <fingerprint>', 'all open incidents of this group, see incident groups')
    .option('--set <values...>', 'variables to set first: name=text or name:=json')
    .option('--retries <number>', 'attempts for the job', wholeNumber(1, 1000))
    .option('-y, --yes', 'do not ask for confirmation of --group')
    .addHelpText(
      'after',
      examples('millrace incident retry 01980c50-…', 'millrace incident retry --group 0b6f7d0c1a52e3f4 --retries 3'),
    )
    .action(async (ids: string[], options: RetryOptions, command: Command) => {
      if ((ids.length === 0) === (options.group === undefined)) {
        throw new CommandError('Name the incidents, or a group with --group.');
      }
      const { client, output, confirm, subProjectId } = await openSession(io, command);
      const id = await subProjectId();
      const found = await incidentsOf(client, id, ids, options.group);
      if (options.group !== undefined) await confirm(`Retry ${found.length} incidents?`, options.yes);
      const variables = options.set === undefined ? undefined : parseValues(options.set);
      const results = [];
      for (const { id: incidentId, runId } of found) {
        const { retries } = options;
        const answer = await client.retryIncident({ subProjectId: id, runId, incidentId, retries, variables });
        results.push({ incidentId, runId: answer.runId });
        if (!output.isJson) io.err(`run ${runId} is ${answer.runId.state}\n`);
      }
      const failed = results.filter(({ runId }) => runId.state === 'FAILED').length;
      const outcome = failed === 0 ? '' : `; ${failed} of their runs failed again`;
      await output.done(`${results.length === 1 ? 'One incident' : `${results.length} incidents`} retried${outcome}`, {
        results,
      });
    });
}

/** The open incidents to retry, with their runs. @throws CommandError when there are none, or one is not open */
async function incidentsOf(
  client: MillraceClient,
  subProjectId: string,
  ids: readonly string[],
  group: string | undefined,
): Promise<readonly Incident[]> {
  const found: Incident[] = [];
  if (group !== undefined) {
    for await (const one of client.all(getIncidents, { subProjectId, fingerprint: group, perPageCount: 1000 })) {
      found.push(one);
    }
    if (found.length === 0) throw new CommandError(`The group ${group} has no open incident.`, exitCodes.notFound);
  }
  for (const incidentId of ids) {
    const [incident] = (await client.getIncidents({ subProjectId, incidentId })).incidents;
    if (incident === undefined) {
      throw new CommandError(`There is no incident ${incidentId} that you may see.`, exitCodes.notFound);
    }
    found.push(incident);
  }
  return found;
}
