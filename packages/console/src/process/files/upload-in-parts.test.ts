import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ProblemError } from '../../api/problem.js';
import { abandonParts, uploadInParts } from './upload-in-parts.js';

const { call } = vi.hoisted(() => ({ call: vi.fn() }));
vi.mock('../../api/call.js', () => ({ call }));
vi.mock('./send.js', () => ({ send: async () => undefined }));

const target = { subProjectId: 's', processId: 'p', pluginName: 'knowledgeRepo' };
const file = new File(['1234'], 'plan.pdf', { lastModified: 1 });
const upload = (): Promise<string> => uploadInParts(target, file, () => undefined, new AbortController().signal);
const called = (): unknown[] => call.mock.calls.map(([id]) => id);

const closed = (): ProblemError =>
  new ProblemError({
    type: 'about:blank',
    title: '',
    status: 409,
    detail: 'The upload is closed.',
    instance: '',
    code: 'ERROR_STORAGE_CLOSE_FAILED',
    id: 1715,
    traceId: '',
  });

/** A service with the uploads begun so far; each may be joined already, or be beyond completing. */
function service(uploads: Record<string, 'open' | 'joined' | 'broken'>) {
  let begun = 0;
  call.mockImplementation(async (id: string, { fileId }: { fileId: string }) => {
    if (id === 'createMultipartStorage') {
      begun += 1;
      uploads[`new-${begun}`] = 'open';
      return { file: { id: `new-${begun}` } };
    }
    if (id === 'signStorageParts') {
      if (uploads[fileId] !== 'open') throw closed();
      return { partSize: '4', partCount: '1', uploaded: [], parts: [{ partNumber: 1, url: '' }] };
    }
    if (id === 'completeMultipartStorage' && uploads[fileId] === 'broken') throw closed();
    return {};
  });
}

const KEY = `millrace.upload.${JSON.stringify(['p', 'plan.pdf', 4, 1])}`;
let kept: Record<string, string>;

beforeEach(() => {
  kept = {};
  const storage = Object.create(
    {
      getItem: (key: string) => kept[key] ?? null,
      setItem(key: string, value: string) {
        kept[key] = value;
      },
      removeItem(key: string) {
        delete kept[key];
      },
    },
    {},
  );
  vi.stubGlobal('localStorage', storage);
  kept[KEY] = JSON.stringify({ fileId: 'old', until: Date.now() + 60_000 });
});
afterEach(() => {
  vi.unstubAllGlobals();
  call.mockReset();
});

it('asks for the outcome of an upload whose parts were put together already', async () => {
  service({ old: 'joined' });
  expect(await upload()).toBe('old');
  expect(called()).toEqual(['signStorageParts', 'completeMultipartStorage']);
  expect(call.mock.calls.at(-1)?.[2]).toEqual({ timeout: 280_000 });
  expect(kept).toEqual({});
});

it('begins anew when what was begun cannot be completed', async () => {
  service({ old: 'broken' });
  expect(await upload()).toBe('new-1');
  expect(kept).toEqual({});
});

it('forgets an upload that is no longer wanted', () => {
  service({ old: 'open' });
  abandonParts(target, file);
  expect(kept).toEqual({});
  expect(call).toHaveBeenCalledWith('abortMultipartStorage', { subProjectId: 's', fileId: 'old' });
});
