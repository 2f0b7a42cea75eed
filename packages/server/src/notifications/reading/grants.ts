import type { Grant, NotificationReason } from '@millrace/contract';

/** The right that a reason needs beside reading the process: what it tells is in the answer of an operation with this right. */
export const grantOf: Readonly<Record<NotificationReason, Grant>> = {
  assigned: 'workflow.read',
  candidate: 'workflow.read',
  due: 'workflow.read',
  breached: 'process.read',
  decided: 'workflow.read',
  mentioned: 'comment.read',
  commented: 'comment.read',
  incident: 'workflow.operate',
};
