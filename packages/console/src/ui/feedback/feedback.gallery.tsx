import { ProblemError } from '../../api/problem.js';
import { Button } from '../button/button.js';
import { Sample } from '../gallery/sample.js';
import { Empty } from './empty.js';
import { Note } from './note.js';
import { ProblemView } from './problem.js';
import { Progress } from './progress.js';
import { SkeletonRows } from './skeleton.js';
import { Why } from './why.js';

const refused = new ProblemError({
  type: 'about:blank',
  title: 'The process has changed',
  status: 412,
  detail: 'The process has version 8. Read it again, and send the change with that version.',
  instance: '/v1/process/updateProcessField',
  code: 'ERROR_PRECONDITION_FAILED',
  id: 1009,
  traceId: '5d0a7c1e9b3f4c21',
});

export const feedback = () => (
  <>
    <Note tone="waiting">
      <b>50.00 over the order.</b> Within the 1 % that may be accepted.
    </Note>
    <Note tone="failed">
      <b>The upload stopped at 64 %.</b> It goes on where it was when you are online.
    </Note>
    <Sample name="Why">
      <Why rule="/roles/ASSESSOR_EU/read">Your role reads no field agent.</Why>
    </Sample>
    <Sample name="Progress">
      <div style={{ width: 240 }}>
        <Progress label="Upload" value={0.64} />
      </div>
    </Sample>
    <ProblemView error={refused} onRetry={() => undefined} />
    <SkeletonRows count={3} />
    <Empty kind="nothing" title="Nobody waits for you">
      New tasks appear here by themselves.
    </Empty>
    <Empty kind="filtered" title="0 of 28 processes match" actions={<Button>Drop “amount at least 1,000”</Button>}>
      Without the condition “amount at least 1,000” there are 12.
    </Empty>
    <Empty kind="denied" title="You may not see the files">
      Your role CLERK reads no files. An administrator can change that.
    </Empty>
  </>
);
