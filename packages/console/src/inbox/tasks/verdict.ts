/** What was decided of a completed task: one that was closed by a request for changes is neither approved nor rejected. */
export function verdictOf(approved: boolean | null): 'approved' | 'rejected' | 'changes' {
  if (approved === null) return 'changes';
  return approved ? 'approved' : 'rejected';
}
