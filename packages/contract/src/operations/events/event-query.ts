import { optionalEventTypes } from '../../events/event-types.js';
import { queryText, subProjectId } from '../../schema/common.js';

/** What both ways to read the log take. */
export const eventQuery = {
  subProjectId,
  types: optionalEventTypes(
    'Types of events to return, e.g. process.updated, task.* for all of an area; repeat it for more. Default: all that the role subscribes to',
  ),
  processId: queryText('Return only events of this process'),
};
