/** The request for one process with everything that its page shows. */
export const processRequest = (subProjectId: string, processId: string) => ({
  page: '1',
  perPageCount: '1',
  filters: JSON.stringify({ subProjectId_id: subProjectId, id: processId }),
  include: 'version,stageKey,updatedTs,allowed,names',
});
