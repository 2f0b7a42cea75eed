import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { type AnswerOf, call } from '../../api/call.js';
import type { JsonObject } from '../../form/schema/entered.js';
import { needsComment } from '../tasks/needs-comment.js';
import type { TaskDetail } from '../tasks/task-query.js';

export type Preview = AnswerOf<'previewDecision'>;
export type Effect = Preview['effects'][number];

/** While the person types, the server is not asked. */
const REST_MS = 600;
const FRESH_MS = 15_000;
/** A comment that is not written yet would be all that is missing. */
const ANY_COMMENT = '…';

/** What a decision about the task would do, with what is filled in so far; nothing is changed. */
export function usePreview(detail: TaskDetail, approved: boolean, payload: JsonObject, comment: string) {
  const { subProject, task, commentRequired, process } = detail;
  const isNeeded = needsComment({ commentRequired, reason: task.approval?.reason }, approved);
  const said = comment.trim() === '' && isNeeded ? ANY_COMMENT : comment.trim();
  const typed = useRested(JSON.stringify({ payload, ...(said === '' ? {} : { comment: said }) }));
  return useQuery({
    queryKey: ['previewDecision', task.id, process, approved, typed],
    queryFn: ({ signal }) => {
      const entered = JSON.parse(typed) as { payload: JsonObject; comment?: string };
      return call(
        'previewDecision',
        { subProjectId: subProject.id, taskId: task.id, approved, ...entered },
        { signal },
      );
    },
    staleTime: FRESH_MS,
    retry: false,
  });
}

/** A value that has not changed for a moment. */
function useRested(value: string): string {
  const [rested, setRested] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), REST_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return rested;
}
