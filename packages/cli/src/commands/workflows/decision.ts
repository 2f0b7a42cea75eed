import type { MillraceClient, ResponseOf } from '@millrace/client';
import type { Command } from 'commander';
import { wholeNumber } from '../../arguments/paging.js';
import { readText, readValues } from '../../arguments/values.js';
import { writeTo } from '../../files/write-to.js';
import { examples } from '../../help/examples.js';
import { type GlobalOptions, openSession } from '../../session/session.js';
import { CommandError, exitCodes } from '../../terminal/exit-codes.js';
import type { Io } from '../../terminal/io.js';
import { createOutput } from '../../terminal/output.js';
import { oneLine, shortTime, valueText } from '../../terminal/text.js';
import { addTck } from './decision-tck.js';

/** `decision list|show|evaluate|simulate|coverage|test|tck` */
export function addDecision(program: Command, io: Io): void {
  const decision = program.command('decision').helpGroup('Work:').description('decisions (DMN) of the sub-project');
  addList(decision, io);
  addShow(decision, io);
  addEvaluate(decision, io);
  addSimulate(decision, io);
  addCoverage(decision, io);
  addTest(decision, io);
  addTck(decision, io);
}

function addList(decision: Command, io: Io): void {
  decision
    .command('list')
    .description('list the decisions of the sub-project')
    .addHelpText('after', examples('millrace decision list'))
    .action(async (_options, command: Command) => {
      const { client, output, subProjectId } = await openSession(io, command);
      const answer = await client.getDecisions({ subProjectId: await subProjectId() });
      await output.list(
        [
          ['ID', 'decisionId'],
          ['NAME', 'name'],
          ['KIND', 'kind'],
          ['KEY', 'key'],
          ['VERSION', 'version', 'right'],
          ['INPUTS', ({ inputs }) => inputs.join(', ')],
        ],
        answer.decisions,
        answer,
        'There are no decisions.',
      );
    });
}

interface VersionOptions {
  readonly dmnVersion?: string;
}

function addShow(decision: Command, io: Io): void {
  decision
    .command('show')
    .description('print the DMN file of a decision')
    .argument('<decision>', 'id of a decision, or key of a DMN file')
    .option('--dmn-version <number>', 'version of the DMN file. Default: the current version')
    .option('-o, --output <file>', 'write to this file instead of standard output')
    .addHelpText('after', examples('millrace decision show approval -o approval-matrix.dmn'))
    .action(async (wanted: string, options: VersionOptions & { readonly output?: string }, command: Command) => {
      const { client, output, subProjectId } = await openSession(io, command);
      const id = await subProjectId();
      const key = await findKey(client, id, wanted);
      const answer = await client.getDecisionDiagram({ subProjectId: id, key, version: options.dmnVersion });
      if (output.isJson) return output.json(answer);
      await writeTo(io, options.output, (write) => write(`${answer.dmn.trimEnd()}\n`));
    });
}

/** The key of a DMN file by itself, or by one of its decisions. */
async function findKey(client: MillraceClient, subProjectId: string, wanted: string): Promise<string> {
  const { decisions } = await client.getDecisions({ subProjectId });
  return decisions.find(({ decisionId }) => decisionId === wanted)?.key ?? wanted;
}

function addEvaluate(decision: Command, io: Io): void {
  decision
    .command('evaluate')
    .description('evaluate a decision; nothing is stored')
    .argument('<decision>', 'id of the decision')
    .argument('[values...]', 'inputs: name=text or name:=json')
    .option('--dmn-version <number>', 'version of the DMN file. Default: the current version')
    .option(
      '--from <file>',
      'JSON object of inputs, "-" for standard input; values on the command line take precedence',
    )
    .addHelpText('after', examples("millrace decision evaluate approval amount:=1200 'department=IT'"))
    .action(
      async (
        decisionId: string,
        values: string[],
        options: VersionOptions & { readonly from?: string },
        command: Command,
      ) => {
        const { client, output, subProjectId } = await openSession(io, command);
        const variables = await readValues(io, values, options.from);
        const answer = await client.evaluateDecision({
          subProjectId: await subProjectId(),
          decisionId,
          variables,
          version: options.dmnVersion,
        });
        await output.json(answer);
        await output.text(answer.failure === null ? resultText(answer) : traceText(answer));
        if (answer.failure !== null) throw new CommandError(oneLine(answer.failure.message), exitCodes.invalid);
      },
    );
}

type Evaluation = ResponseOf<'evaluateDecision'>;

const resultText = (answer: Evaluation): string => `${traceText(answer)}result: ${shownValue(answer.value)}\n`;

/** The rules that applied, decision by decision. */
function traceText({ trace }: Evaluation): string {
  return trace.decisions
    .flatMap(({ decisionId, tables, value }) => [
      `${oneLine(decisionId)}: ${shownValue(value)}\n`,
      ...tables.flatMap(({ inputs, rules }) => [
        `  ${inputs.map(({ name, value: input }) => `${oneLine(name)} = ${shownValue(input)}`).join(', ')}\n`,
        ...(rules.length === 0 ? ['  no rule applied\n'] : []),
        ...rules.map(({ index, ruleId, outputs }) => `  rule ${index} ${oneLine(ruleId)}: ${shownValue(outputs)}\n`),
      ]),
    ])
    .join('');
}

const shownValue = (value: unknown): string => (value === null ? 'null' : oneLine(JSON.stringify(value) ?? ''));

function addSimulate(decision: Command, io: Io): void {
  decision
    .command('simulate')
    .description('evaluate a changed DMN file with the inputs of past runs and show what would come out differently')
    .argument('<decision>', 'id of the decision')
    .argument('<file>', 'the changed DMN file')
    .option('--count <number>', 'latest evaluations to compare, 1 to 1000. Default: 100', wholeNumber(1, 1000))
    .addHelpText('after', examples('millrace decision simulate approval approval-matrix.dmn --count 500'))
    .action(async (decisionId: string, path: string, options: { readonly count?: number }, command: Command) => {
      const { client, output, subProjectId, io: terminal } = await openSession(io, command);
      const answer = await client.simulateDecision({
        subProjectId: await subProjectId(),
        decisionId,
        dmn: await readText(path),
        count: options.count,
      });
      if (!output.isJson) for (const warning of answer.warnings) terminal.err(`warning: ${oneLine(warning)}\n`);
      await output.list(
        [
          ['RUN', 'runId'],
          ['AT', ({ at }) => shortTime(at)],
          ['BEFORE', ({ before }) => outcomeText(before)],
          ['AFTER', ({ after }) => outcomeText(after)],
          ['INPUTS', ({ inputs }) => valueText(inputs)],
        ],
        answer.differences,
        answer,
        'No evaluation would come out differently.',
      );
      if (output.isJson) return;
      const part = answer.complete ? '' : '; the time was up before the others';
      terminal.err(
        `${answer.compared} compared, ${answer.same} the same, ${answer.differences.length} different${part}\n`,
      );
    });
}

type Outcome = ResponseOf<'simulateDecision'>['differences'][number]['before'];

const outcomeText = ({ value, failure }: Outcome): string =>
  failure === null ? shownValue(value) : `failed: ${oneLine(failure)}`;

interface CoverageOptions extends VersionOptions {
  readonly from?: string;
  readonly to?: string;
}

function addCoverage(decision: Command, io: Io): void {
  decision
    .command('coverage')
    .description('count how often each rule applied in runs')
    .argument('<decision>', 'id of a decision, or key of a DMN file')
    .option('--dmn-version <number>', 'version of the DMN file. Default: the current version')
    .option('--from <day>', 'count from this day on (UTC, YYYY-MM-DD)')
    .option('--to <day>', 'count to this day, including it (UTC, YYYY-MM-DD)')
    .addHelpText('after', examples('millrace decision coverage approval-matrix --from 2026-01-01'))
    .action(async (wanted: string, { dmnVersion: version, from, to }: CoverageOptions, command: Command) => {
      const { client, output, subProjectId, io: terminal } = await openSession(io, command);
      const id = await subProjectId();
      const key = await findKey(client, id, wanted);
      const answer = await client.getDecisionCoverage({ subProjectId: id, key, version, from, to });
      await output.list(
        [
          ['DECISION', 'ownerId'],
          ['RULE', 'index', 'right'],
          ['ID', 'ruleId'],
          ['HITS', 'hits', 'right'],
          ['ANNOTATION', 'annotation'],
        ],
        answer.tables.flatMap(({ ownerId, rules }) => rules.map((rule) => ({ ownerId, ...rule }))),
        answer,
        'The file has no rules.',
      );
      if (!output.isJson) terminal.err(coverageText(answer));
    });
}

const coverageText = ({ covered, rules, percent, version }: ResponseOf<'getDecisionCoverage'>): string =>
  `version ${version}: ${covered} of ${rules} rules applied (${percent} %)\n`;

function addTest(decision: Command, io: Io): void {
  decision
    .command('test')
    .description('run the tests of the decisions of a folder; needs no service')
    .argument('[folder]', 'folder with sub-project.yaml (or .yml, .json) and its files', '.')
    .addHelpText(
      'after',
      `
Exits with 0 when all tests pass and the coverage is at least the one that the document asks for, and with 6 otherwise.
${examples('millrace decision test examples/approval-matrix', 'millrace decision test . --json')}`,
    )
    .action(async (path: string, _options, command: Command) => {
      const { testDecisions } = await import('../../server/test-decisions.js');
      const { json } = command.optsWithGlobals<GlobalOptions>();
      return testDecisions(io, createOutput(io, json === true), path);
    });
}
