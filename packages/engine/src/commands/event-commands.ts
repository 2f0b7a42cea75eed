import { type Command, CommandRejected } from '../protocol/command.js';
import type { Run } from '../run/core/run.js';
import { deliverSignal } from '../run/events/signals.js';
import { nextFiringFailure, trigger } from '../run/events/triggers.js';
import { findWait } from '../run/waits/waits.js';
import { hold } from './hold.js';

export function fireTimer(run: Run, command: Extract<Command, { type: 'fireTimer' }>): void {
  const found = findWait(run, command.key);
  if (found === null || found.wait.on !== 'timer') {
    throw new CommandRejected('no-such-timer', `the run has no open timer ${command.key}`);
  }
  const failure = nextFiringFailure(run, found.wait);
  if (failure === null) trigger(run, found.inst, found.wait, {});
  else hold(run, { type: 'hold', command, message: failure });
}

export function correlateMessage(run: Run, command: Extract<Command, { type: 'correlateMessage' }>): void {
  const found = findWait(run, command.key);
  if (found === null || found.wait.on !== 'message') {
    throw new CommandRejected('no-such-subscription', `the run has no open message subscription ${command.key}`);
  }
  trigger(run, found.inst, found.wait, command.variables);
}

/** Triggers every open wait for the signal. It is no error when there is none. */
export function broadcastSignal(run: Run, command: Extract<Command, { type: 'broadcastSignal' }>): void {
  deliverSignal(run, command.name, command.variables);
}
