import type { Command } from 'commander';
import { wholeNumber } from '../../arguments/paging.js';
import { readValues, variablesFile } from '../../arguments/values.js';
import { examples } from '../../help/examples.js';
import { openSession } from '../../session/session.js';
import { findProcess } from '../../session/work-lookup.js';
import type { Io } from '../../terminal/io.js';

interface PublishOptions {
  readonly key?: string;
  readonly process?: string;
  readonly messageId?: string;
  readonly keep?: number;
  readonly from?: string;
}

/** `message publish` and `signal broadcast` */
export function addEvent(program: Command, io: Io): void {
  addPublish(program.command('message').helpGroup('Work:').description('messages that runs wait for'), io);
  addBroadcast(program.command('signal').helpGroup('Work:').description('signals that runs wait for'), io);
}

function addPublish(message: Command, io: Io): void {
  message
    .command('publish')
    .description('deliver a message to the run that waits for it, or start a workflow with it')
    .argument('<name>', 'name of the message in the diagram')
    .argument('[values...]', 'variables of the run: name=text or name:=json')
    .option('--key <key>', 'correlation key. Without it the message matches start events only')
    .option('--process <id or key>', 'process of the run that the message starts')
    .option(
      '--message-id <id>',
      'id of the message. Publishing the same id again has no effect while the message is buffered',
    )
    .option(
      '--keep <seconds>',
      'how long the message is buffered when no run waits for it. Default: 3600',
      wholeNumber(0, 2_592_000),
    )
    .addOption(variablesFile())
    .addHelpText(
      'after',
      examples(
        'millrace message publish payment-received --key 20931 amount:=1250',
        'millrace message publish invoice-arrived --process 01980c4e-… --message-id mail-4711',
      ),
    )
    .action(async (name: string, values: string[], options: PublishOptions, command: Command) => {
      const { client, output, subProjectId } = await openSession(io, command);
      const variables = await readValues(io, values, options.from);
      const id = await subProjectId();
      const answer = await client.publishMessage({
        subProjectId: id,
        name,
        correlationKey: options.key,
        processId: await findProcess(client, id, options.process),
        messageId: options.messageId,
        timeToLive: options.keep === undefined ? undefined : options.keep * 1000,
        variables,
      });
      const run = answer.runId === undefined ? '' : `; run ${answer.runId.id} is ${answer.runId.state}`;
      await output.done(`Message ${name}: ${answer.status}${run}`, answer);
    });
}

function addBroadcast(signal: Command, io: Io): void {
  signal
    .command('broadcast')
    .description('deliver a signal to every run of the sub-project that waits for it')
    .argument('<name>', 'name of the signal in the diagram')
    .argument('[values...]', 'variables of the runs: name=text or name:=json')
    .addOption(variablesFile())
    .addHelpText(
      'after',
      examples('millrace signal broadcast month-closed', "millrace signal broadcast recall batch='A 17'"),
    )
    .action(async (name: string, values: string[], options: { readonly from?: string }, command: Command) => {
      const { client, output, subProjectId } = await openSession(io, command);
      const variables = await readValues(io, values, options.from);
      const answer = await client.broadcastSignal({ subProjectId: await subProjectId(), name, variables });
      const runs = answer.runCount === '1' ? 'one run' : `${answer.runCount} runs`;
      await output.done(`Signal ${name} was delivered to ${runs}`, answer);
    });
}
