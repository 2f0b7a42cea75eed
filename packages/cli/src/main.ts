#!/usr/bin/env node
import { processIo } from './process-io.js';
import { runCli } from './run-cli.js';

// Not process.exit: what was written to a pipe must still get there.
process.exitCode = await runCli(process.argv.slice(2), processIo());
