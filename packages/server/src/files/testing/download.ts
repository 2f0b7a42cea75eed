import type { FileFixture } from './file-fixture.js';

/** The content of a file of a process, as text, downloaded by the OWNER. */
export async function download(fixture: FileFixture, processId: string, fileId: string): Promise<string> {
  const { subProjectId } = fixture;
  const { urls } = await fixture.useCases.urlStorage(fixture.caller('OWNER'), { subProjectId, processId, fileId });
  return (await fetch(urls[0]?.url ?? '')).text();
}
