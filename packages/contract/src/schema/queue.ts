import { integer, model, orNull, text, texts, timestamp } from './common.js';

/** Jobs of a sub-project with one type. */
export const queueSchema = model('Queue', 'Open jobs of one type', {
  lane: text(
    'Who does the jobs: external (workers of yours), handler (Millrace, with calls to others), engine or background (Millrace)',
  ),
  type: text('The job type; of jobs without one, their kind'),
  waiting: integer('Jobs that are due and that no worker has taken; external ones counted to 1000'),
  inWork: integer('Jobs that a worker has taken; external ones counted to 1000'),
  later: integer('Jobs that are due later, mostly for another attempt; external ones counted to 1000'),
  oldestDueTs: orNull(
    timestamp('Since when the job waits that is due for longest'),
    'Since when the job waits that is due for longest; null when none waits',
  ),
  workers: texts('Names of workers that have taken some, at most 20'),
});

/** Timers of the runs of a sub-project. */
export const timerCountsSchema = model('TimerCounts', 'Timers of runs by when they are due', {
  scheduled: integer('In the future'),
  due: integer('Due for up to 60 seconds'),
  overdue: integer('Due for longer: no worker of Millrace keeps up'),
});
