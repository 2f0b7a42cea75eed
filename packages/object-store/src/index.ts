export { DirectoryInUseError } from './disk/directory-lock.js';
export { createObjectStore, type ObjectStore, type RunningStore } from './object-store.js';
export type { Credential, Limits, ObjectStoreOptions, StoreLogger } from './options.js';
