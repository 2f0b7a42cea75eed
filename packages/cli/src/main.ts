#!/usr/bin/env node
import { runCli } from './run-cli.js';
import { processIo } from './terminal/process-io.js';

// Not process.exit: what was written to a pipe must still get there.
process.exitCode = await runCli(process.argv.slice(2), processIo());
