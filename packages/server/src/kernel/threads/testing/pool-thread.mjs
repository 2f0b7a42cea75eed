import { parentPort, threadId } from 'node:worker_threads';

// A thread of thread-pool.test.ts, by the protocol of serve-jobs.ts.
parentPort.on('message', async ({ kind, text, gate }) => {
  if (kind === 'echo') parentPort.postMessage({ value: `${text} ${threadId}` });
  else if (kind === 'fail') parentPort.postMessage({ error: new TypeError(text) });
  else if (kind === 'spin') for (;;) Math.random();
  else if (kind === 'grow') {
    const kept = [];
    for (;;) kept.push(new Array(10_000).fill(kept.length));
  } else if (kind === 'exit') process.exit(3);
  else if (kind === 'wait') {
    const flag = new Int32Array(gate);
    await Atomics.waitAsync(flag, 0, 0).value;
    parentPort.postMessage({ value: `${text} ${threadId}` });
  }
});
