import type { Table } from './operations.js';

const webhookReads = ['getDeliveries', 'getEventSubscriptions'] as const;

/** The operations that only the page of connections calls. Keep the order of the alphabet. */
export const connectionOperations = {
  createEventSubscription: { folder: 'process/events', touches: webhookReads },
  deleteEventSubscription: { folder: 'process/events', touches: ['getEventSubscriptions'] },
  deleteInboundHook: { folder: 'process/hooks', touches: ['getInboundHooks'] },
  deleteSecret: { folder: 'process/secrets', touches: ['getSecrets'] },
  getDeliveries: '/process/events/deliveries',
  getEventSubscriptions: '/process/events/subscriptions',
  getInboundHooks: '/process/hooks',
  getInboundReceipts: '/process/hooks/receipts',
  getSecrets: '/process/secrets',
  replayEvents: { folder: 'process/events', touches: webhookReads },
  retryDeliveries: { folder: 'process/events', touches: webhookReads },
  rotateInboundHookSecret: { folder: 'process/hooks', touches: ['getInboundHooks'] },
  rotateSubscriptionSecret: { folder: 'process/events', touches: ['getEventSubscriptions'] },
  setSecret: { folder: 'process/secrets', touches: ['getSecrets'] },
  skipDelivery: { folder: 'process/events', touches: webhookReads },
  testEventSubscription: { folder: 'process/events', touches: [] },
  updateEventSubscription: { folder: 'process/events', touches: webhookReads },
  updateInboundHook: { folder: 'process/hooks', touches: ['getInboundHooks'] },
} as const satisfies Table;
