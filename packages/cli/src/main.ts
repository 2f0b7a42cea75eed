#!/usr/bin/env node
import { Command } from 'commander';
import { demo } from './demo.js';
import { start } from './start.js';

const program = new Command('millrace')
  .description('Business processes and the work done on them: fields, roles, BPMN workflows, files.')
  .version('0.1.0')
  .showHelpAfterError();

program
  .command('start')
  .description('start the server; settings come from the environment (see docs/guide/operate.md)')
  .option('--role <role>', 'what this process does: api, worker or all', 'all')
  .addHelpText(
    'after',
    `
Examples:
  millrace start                                   everything in one process, with its own PostgreSQL and store
  DATABASE_URL=postgres://… millrace start --role api
  DATABASE_URL=postgres://… millrace start --role worker`,
  )
  .action(start);

program.command('demo').description('start the server with demo data and print what to try').action(demo);

await program.parseAsync();
