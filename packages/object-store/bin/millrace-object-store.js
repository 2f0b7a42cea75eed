#!/usr/bin/env node
// npm links a command only if its file is there at installation, which is before the first build.
await import('../dist/bundle/main.js');
