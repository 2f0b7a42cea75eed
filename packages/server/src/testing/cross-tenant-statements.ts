/**
 * Functions whose statements read or change rows of several sub-projects, each with the reason. The plan for them on a
 * distributed PostgreSQL is in docs/adr/0007-tenant-first-schema.md; a function that is added here needs a line there.
 */
export const crossTenant: Readonly<Record<string, string>> = {
  // Work that is due next in the whole installation.
  takeLease: 'the worker loop leases what has been due longest',
  nextDueIn: 'how long the worker loop may sleep',
  forgetClosedJobs: 'maintenance',
  forgetExpiredMessages: 'maintenance',
  forgetSignals: 'maintenance',
  forgetTickets: 'maintenance',
  listStoredHookSecrets: 'as listStoredSecrets',
  sealedSubscriptionSecrets: 'as listStoredSecrets',
  forgetReceipts: 'maintenance',
  listStoredSecrets: 'secrets of all sub-projects get under the current key at the start of a server',
  findUnsequenced: 'the sub-projects whose events are to get their positions',
  logStates: 'the logs that the clients of a server listen to',
  findStaleTotals: 'the sub-projects whose counters are to be brought up to date',
  noteFields: 'the counted fields of all sub-projects, whose indexes are shared',
  findUncountedFields: 'as noteFields',
  findForgottenFields: 'as noteFields',
  findIndexedFields: 'as noteFields',
  // Delivery of webhooks: a worker takes subscriptions of any sub-project.
  beat: 'how many subscriptions there are to be shared by the workers',
  hasSubscriptions: 'as beat',
  takeSubscriptions: 'the subscriptions that no worker delivers',
  changedSubscriptions: 'those that a worker delivers; the statement names each with its sub-project',
  forgetDeliveries: 'maintenance',
  webhookFigures: 'the metrics of the installation',
  // Maintenance of files and their comparison with stores.
  subProjectsDue: 'the sub-projects with files to expire, settle or purge',
  markPurging: 'maintenance',
  findPurging: 'maintenance',
  findUnsettled: 'maintenance',
  totalUsage: 'the metrics of the installation, and getStorageUsage for the administrator',
  deletedFiles: 'getStorageUsage and purgeStorage for the administrator, who may mean all sub-projects',
  closedFilesBetween: 'a comparison of a store with the files of all sub-projects, in the order of the store',
  namedKeys: 'as closedFilesBetween',
  filesWithUploads: 'as closedFilesBetween',
  pluginsInUse: 'as closedFilesBetween, and at the start of a server',
  // Metrics of the installation, each with a bound.
  countRunFigures: 'the metrics of the installation; a look into the index for each sub-project',
  countOpenIncidents: 'the metrics of the installation',
  countTimers: 'the metrics of the installation',
  listOwn: 'as countTimers: jobs that wait for the worker',
  listExternal: 'as countTimers: jobs that wait for external workers',
  countTotalsBacklog: 'the metrics of the installation',
  // Requests that are about the installation, or do not say which sub-project they mean.
  subProjectsOf: 'deleteStorage may name files without their sub-project',
  findPartitionCoverage: 'whether rows of any sub-project stand beyond the last month of the audit log',
  hasLaterRows: 'as findPartitionCoverage',
  listAuditLogs: 'the log of the whole installation, for the administrator',
  auditLogsBefore: 'as listAuditLogs',
  subProjectPage: 'the sub-projects a user is a member of',
  countSubProjects: 'as subProjectPage',
  ownSubProjects: 'as subProjectPage, for getMe',
  subProjectsOfGroups: 'the sub-projects in which a group has roles, when its members change',
};
