import { NoAnswerError, ProblemError } from '../../api/problem.js';

export interface Transfer {
  readonly method: 'POST' | 'PUT';
  readonly url: string;
  readonly body: FormData | Blob;
  onLoaded(bytes: number, total: number): void;
  readonly signal: AbortSignal;
}

/** Sends a body to the store; fetch cannot tell how much of it has been sent. */
export const send = ({ method, url, body, onLoaded, signal }: Transfer): Promise<void> =>
  new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const request = new XMLHttpRequest();
    request.open(method, url);
    request.upload.onprogress = ({ loaded, total }) => onLoaded(loaded, total);
    request.onload = () => {
      if (request.status < 300) resolve();
      else reject(refusal(request.status));
    };
    request.onerror = () => reject(new NoAnswerError('The store did not answer.'));
    request.onabort = () => reject(new DOMException('The upload was cancelled.', 'AbortError'));
    signal.addEventListener('abort', () => request.abort(), { once: true });
    request.send(body);
  });

function refusal(status: number): ProblemError {
  const detail = `The store answered with ${status}.`;
  const code = status === 503 ? 'ERROR_UNAVAILABLE' : `HTTP_${status}`;
  return new ProblemError({
    type: 'about:blank',
    title: detail,
    status,
    detail,
    instance: '',
    code,
    id: 0,
    traceId: '',
  });
}
