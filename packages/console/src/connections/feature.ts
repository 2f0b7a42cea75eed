import { Link } from 'lucide-react';
import type { Feature } from '../frame/feature.js';
import { may } from '../session/can.js';
import { messages } from './messages/index.gen.js';

export const connectionsFeature: Feature = {
  id: 'connections',
  rail: [
    {
      to: '/connections',
      icon: Link,
      key: 'c',
      order: 6.5,
      useLabel: () => messages.use().title,
      isFor: (me) => (['secret.manage', 'hook.manage', 'event.read'] as const).some((grant) => may(me, { grant })),
    },
  ],
};
