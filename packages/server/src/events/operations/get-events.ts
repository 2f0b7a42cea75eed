import { operations } from '@millrace/contract';
import { invalidMember } from '../../kernel/errors/request-errors.js';
import type { UseCase } from '../../use-case/caller.js';
import type { EventDeps } from '../feed/event-deps.js';
import { type EventReading, openEvents } from '../reading/event-reading.js';
import { positionOf, wholeNumber } from '../reading/positions.js';
import { eventsBetween, eventsOfProcess, logEnds, ofTypes } from '../records/event-log.js';

const DEFAULT_LIMIT = 100;
const MAXIMUM_LIMIT = 1000;
const MAXIMUM_WAIT_SECONDS = 60;
/** Positions that one request looks at, however few of them are for the caller. */
const WINDOW = 10_000;

/** What of the log a request looks at next. */
interface Place {
  /** Undefined: the next event. */
  readonly after: number | undefined;
  readonly afterSequence: number | undefined;
  readonly limit: number;
}

/**
 * getEvents: the events after a position that the caller may see. Before it answers that there are none, it gives the events their
 * places that were committed before the request. With waitSeconds it waits for one without holding a connection.
 */
export const getEvents =
  (deps: EventDeps): UseCase<'getEvents'> =>
  async (caller, request) => {
    let reading = await openEvents(deps, caller, operations.getEvents, request);
    const waitSeconds = wholeNumber('waitSeconds', request.waitSeconds ?? '0', 0, MAXIMUM_WAIT_SECONDS);
    let place = placeOf(request);
    await deps.feed.catchUp(reading.subProjectId);
    const deadline = Date.now() + waitSeconds * 1000;
    const over = AbortSignal.any([deps.stopping, ...(caller.gone === undefined ? [] : [caller.gone])]);
    for (;;) {
      const answer = await read(deps, reading, place);
      const left = deadline - Date.now();
      if (answer.events.length > 0 || answer.reset || left <= 0 || over.aborted) return answer;
      place = { ...place, after: Number(answer.next) };
      await deps.feed.wait(reading.subProjectId, Math.max(Number(answer.next), Number(answer.latest)), left, over);
      // The token may have ended, and the rights may be others by now.
      await caller.signIn?.check();
      reading = await openEvents(deps, caller, operations.getEvents, request);
    }
  };

function placeOf(request: {
  readonly afterPosition?: string;
  readonly afterSequence?: string;
  readonly processId?: string;
  readonly limit?: string;
}): Place {
  const { afterPosition, afterSequence, processId } = request;
  if (afterSequence !== undefined && (processId === undefined || afterPosition !== undefined)) {
    throw invalidMember('/afterSequence', 'afterSequence requires processId, and cannot be sent with afterPosition.');
  }
  return {
    after: positionOf('afterPosition', afterPosition ?? '0'),
    afterSequence:
      afterSequence === undefined ? undefined : wholeNumber('afterSequence', afterSequence, 0, Number.MAX_SAFE_INTEGER),
    limit: wholeNumber('limit', request.limit ?? String(DEFAULT_LIMIT), 1, MAXIMUM_LIMIT),
  };
}

async function read({ db }: EventDeps, reading: EventReading, { after, afterSequence, limit }: Place) {
  const { subProjectId, processId, types } = reading;
  const { latest, first } = await logEnds(db, subProjectId);
  const wanted = ofTypes([...types, ...(types.includes('process.hidden') ? ['process.updated'] : [])]);
  const isReset = after !== undefined && after > 0 && after < first - 1;
  const begin = Math.min(Math.max(after ?? latest, first - 1), latest);
  const until = processId === undefined ? Math.min(latest, begin + WINDOW) : latest;
  const { events, isWhole } =
    processId === undefined
      ? await eventsBetween(db, { subProjectId, after: begin, until, limit }, wanted)
      : await eventsOfProcess(
          db,
          {
            subProjectId,
            processId,
            afterSequence: afterSequence ?? 0,
            afterPosition: afterSequence === undefined ? begin : 0,
            untilPosition: until,
            limit,
          },
          wanted,
        );
  const next = isWhole ? until : (events.at(-1)?.position ?? until);
  return {
    events: [...(await reading.present(events))],
    next: String(next),
    latest: String(latest),
    reset: isReset,
  };
}
