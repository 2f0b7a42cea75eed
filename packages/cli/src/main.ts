#!/usr/bin/env node
import { runCli } from './run-cli.js';
import { processIo } from './terminal/process-io.js';

// process.exit is not used, because it would discard output that is still being written to a pipe.
process.exitCode = await runCli(process.argv.slice(2), processIo());
