/** What the address of the search page says. */
export interface SearchAddress {
  readonly q: string;
  readonly source?: 'process' | 'file' | 'task' | 'comment';
}
