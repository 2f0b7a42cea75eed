import { Users } from 'lucide-react';
import type { Feature } from '../frame/feature.js';
import { may } from '../session/can.js';
import { messages } from './messages/index.gen.js';

export const membersFeature: Feature = {
  id: 'members',
  rail: [
    {
      to: '/members',
      icon: Users,
      key: 'm',
      order: 5,
      useLabel: () => messages.use().title,
      isFor: (me) => may(me, { grant: 'member.read' }),
    },
  ],
};
