import { type Command, Option } from 'commander';
import { type PagingOptions, pageOf, withPaging } from '../../arguments/paging.js';
import { examples } from '../../help/examples.js';
import { openSession } from '../../session/session.js';
import { findWorkflow } from '../../session/work-lookup.js';
import { durationText } from '../../terminal/duration.js';
import type { Io } from '../../terminal/io.js';
import { shortTime } from '../../terminal/text.js';

interface VisitOptions {
  readonly of?: string;
  readonly from?: string;
  readonly to?: string;
}

interface ListOptions extends VisitOptions, PagingOptions {
  readonly kind: string;
}

const withVisits = (command: Command): Command =>
  command
    .option('--of <version>', 'version of the workflow. Default: the current one')
    .option('--from <time>', 'beginning of the time; default: 30 days before its end')
    .option('--to <time>', 'end of the time; default: now');

const visitsOf = ({ of, from, to }: VisitOptions) => ({
  ...(of === undefined ? {} : { version: of }),
  ...(from === undefined ? {} : { from }),
  ...(to === undefined ? {} : { to }),
});

const timeText = (milliseconds: number | null): string =>
  milliseconds !== null && milliseconds < 1000
    ? `${milliseconds} ms`
    : durationText(milliseconds === null ? null : milliseconds / 1000);

/** `workflow elements|visits` */
export function addWorkflowStatistics(workflow: Command, io: Io): void {
  withVisits(workflow.command('elements'))
    .description('measure where the runs of a workflow wait, and how long they take, element by element')
    .argument('<workflow>', 'id or name')
    .addHelpText('after', examples('millrace workflow elements "Manager approval" --from 2026-01-01'))
    .action(async (wanted: string, options: VisitOptions, command: Command) => {
      const { client, output, subProjectId } = await openSession(io, command);
      const id = await subProjectId();
      const workflowId = await findWorkflow(client, id, wanted);
      const answer = await client.getElementStatistics({ subProjectId: id, workflowId, ...visitsOf(options) });
      await output.list(
        [
          ['ELEMENT', 'elementId'],
          ['WAITING', 'waiting', 'right'],
          ['SINCE', ({ oldestTs }) => shortTime(oldestTs)],
          ['PASSED', 'passed', 'right'],
          ['CANCELLED', 'cancelled', 'right'],
          ['MEDIAN', ({ medianMs }) => timeText(medianMs)],
          ['90 %', ({ p90Ms }) => timeText(p90Ms)],
          ['LONGEST', ({ longestMs }) => timeText(longestMs)],
        ],
        answer.elements,
        answer,
        'No run of this version was at an element in this time.',
      );
    });

  withPaging(withVisits(workflow.command('visits')))
    .description('list the runs that wait at an element, passed it or were cancelled there, longest first')
    .argument('<workflow>', 'id or name')
    .argument('<element>', 'id of the element in the diagram')
    .addOption(new Option('--kind <kind>', 'which').choices(['waiting', 'passed', 'cancelled']).default('waiting'))
    .addHelpText('after', examples('millrace workflow visits "Manager approval" Task_Approve --kind passed'))
    .action(async (wanted: string, elementId: string, options: ListOptions, command: Command) => {
      const { client, output, subProjectId } = await openSession(io, command);
      const id = await subProjectId();
      const workflowId = await findWorkflow(client, id, wanted);
      const { page, perPageCount } = pageOf(options);
      const answer = await client.getElementVisits({
        ...{ subProjectId: id, workflowId, elementId, kind: options.kind, ...visitsOf(options) },
        page: String(page),
        perPageCount: String(perPageCount),
      });
      await output.list(
        [
          ['RUN', 'runId'],
          ['PROCESS', 'processId'],
          ['ENTERED', ({ enteredTs }) => shortTime(enteredTs)],
          ['LEFT', ({ leftTs }) => shortTime(leftTs)],
        ],
        answer.visits,
        answer,
        'There are none.',
      );
    });
}
