export { DirectoryInUseError } from './disk/directory-lock.js';
export { type StoreSpace, storeSpace } from './disk/space.js';
export type { Credential, Limits, ObjectStoreOptions, StoreLogger } from './kernel/options.js';
export { createObjectStore, type ObjectStore, type RunningStore } from './object-store.js';
