/** What a scope allows an application, for the person who is asked. */
const words: Readonly<Record<string, string>> = {
  process: 'Read, create, change and delete processes',
  'process.read': 'Read processes',
  'process.create': 'Create processes',
  'process.update': 'Change processes',
  'process.delete': 'Delete processes',
  workflow: 'Read, start and operate workflows',
  'workflow.read': 'Read workflows and tasks',
  'workflow.call': 'Start workflows and complete tasks',
  'workflow.operate': 'Operate workflows: repair incidents, cancel and move runs',
  job: 'Work on jobs',
  'job.work': 'Work on jobs',
  file: 'Read, upload and delete files',
  'file.read': 'Read files',
  'file.create': 'Upload files',
  'file.delete': 'Delete files',
  user: 'See the people of your sub-projects',
  'user.read': 'See the people of your sub-projects',
  audit: 'Read the audit log',
  'audit.read': 'Read the audit log',
  event: 'Hear of changes as they happen',
  'event.read': 'Hear of changes as they happen',
  admin: 'Administer the installation, if you are an administrator',
  openid: 'Know who you are',
  profile: 'Read your name',
  email: 'Read your e-mail address',
};

/** Said when an application asks for no scope: it is not bounded. */
const everything = 'Everything that you may do';

/**
 * What scopes allow, in words, without repetition. A scope without words of its own is shown as it is. Renewing tokens
 * (`offline_access`) is said on the page for all applications.
 */
export function scopeWords(scopes: readonly string[]): readonly string[] {
  if (scopes.length === 0) return [everything];
  const shown = scopes.filter((scope) => scope !== 'offline_access');
  return [...new Set(shown.map((scope) => (Object.hasOwn(words, scope) ? (words[scope] ?? scope) : scope)))];
}
