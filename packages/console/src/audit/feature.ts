import { ScrollText } from 'lucide-react';
import type { Feature } from '../frame/feature.js';
import { may } from '../session/can.js';
import { messages } from './messages/index.gen.js';

export const auditFeature: Feature = {
  id: 'audit',
  rail: [
    {
      to: '/audit',
      icon: ScrollText,
      key: 'l',
      order: 6,
      useLabel: () => messages.use().title,
      isFor: (me) => may(me, { grant: 'audit.read' }),
    },
  ],
};
