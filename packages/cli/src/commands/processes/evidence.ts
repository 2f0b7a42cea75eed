import type { MillraceClient, RequestOf, ResponseOf } from '@millrace/client';
import type { Command } from 'commander';
import { writeTo } from '../../files/write-to.js';
import { examples } from '../../help/examples.js';
import { type GlobalOptions, openSession } from '../../session/session.js';
import { findProcess } from '../../session/work-lookup.js';
import type { Io } from '../../terminal/io.js';
import { createOutput } from '../../terminal/output.js';

/** `evidence get|verify` */
export function addEvidence(program: Command, io: Io): void {
  const evidence = program
    .command('evidence')
    .helpGroup('Administration:')
    .description('proofs of what the audit log says');
  addGet(evidence, io);
  addVerify(evidence, io);
}

function addGet(evidence: Command, io: Io): void {
  evidence
    .command('get')
    .description('save what happened to a process, with its proofs')
    .argument('<process>', 'id or key of the process')
    .option('-o, --output <file>', 'write to this file instead of standard output')
    .addHelpText('after', examples('millrace evidence get 01980c4e-… -o evidence.json'))
    .action(async (process: string, { output }: { readonly output?: string }, command: Command) => {
      const session = await openSession(io, command);
      const subProjectId = await session.subProjectId();
      const processId = (await findProcess(session.client, subProjectId, process)) ?? process;
      const answer = await wholeEvidence(session.client, { subProjectId, processId });
      await writeTo(io, output, (write) => write(`${JSON.stringify(answer, undefined, 2)}\n`));
      const unsealed = answer.rows.filter(({ seal }) => seal === null).length;
      io.err(`${answer.rows.length} rows, ${unsealed} of them not sealed yet\n`);
    });
}

/** All pages as one answer. */
async function wholeEvidence(
  client: MillraceClient,
  request: RequestOf<'getEvidence'>,
): Promise<ResponseOf<'getEvidence'>> {
  let page = await client.getEvidence(request);
  const pages = [page];
  while (page.next !== null) {
    page = await client.getEvidence({ ...request, after: page.next });
    pages.push(page);
  }
  const once = <T>(items: readonly T[], idOf: (item: T) => unknown) => [
    ...new Map(items.map((item) => [idOf(item), item])).values(),
  ];
  return {
    ...page,
    rows: pages.flatMap(({ rows }) => rows),
    hidden: pages.flatMap(({ hidden }) => hidden),
    entries: pages.flatMap(({ entries }) => entries),
    seals: once(
      pages.flatMap(({ seals }) => seals),
      ({ number }) => number,
    ).sort((a, b) => a.number - b.number),
    keys: once(
      pages.flatMap(({ keys }) => keys),
      ({ id }) => id,
    ),
  };
}

function addVerify(evidence: Command, io: Io): void {
  evidence
    .command('verify')
    .description('verify a saved proof')
    .argument('<file>', 'file that evidence get has written')
    .option('--key <fingerprint>', 'fingerprint of the key that has to have signed it')
    .addHelpText(
      'after',
      `
Needs no service. Names every row that was changed or removed after it was sealed, and exits with 6. Without --key, compare the
fingerprint that it prints with the one that the operator gave you.
${examples('millrace evidence verify evidence.json', 'millrace evidence verify evidence.json --key 6f0c…')}`,
    )
    .action(async (path: string, { key }: { readonly key?: string }, command: Command) => {
      const { verifyFile } = await import('../../server/verify-evidence.js');
      const { json } = command.optsWithGlobals<GlobalOptions>();
      await verifyFile(createOutput(io, json === true), path, key);
    });
}
