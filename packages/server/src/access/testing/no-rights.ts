import { everything, type Role } from '../role.js';

/** A role that covers every stage and row, and grants nothing. */
export const noRights: Role = {
  name: 'NOTHING',
  assignable: false,
  stages: everything,
  filter: undefined,
  read: undefined,
  create: undefined,
  update: undefined,
  call: undefined,
  work: undefined,
  operate: false,
  users: false,
  audit: false,
  subscribe: undefined,
  members: undefined,
  secrets: false,
  hooks: false,
  design: false,
  comments: { read: false, write: false },
  delete: false,
  files: { read: false, create: false, delete: false },
};
