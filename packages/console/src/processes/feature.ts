import { Layers } from 'lucide-react';
import type { Feature } from '../frame/feature.js';
import { may } from '../session/can.js';
import { messages } from './messages/index.gen.js';

export const processes: Feature = {
  id: 'processes',
  rail: [
    {
      to: '/processes',
      icon: Layers,
      key: 'p',
      order: 2,
      useLabel: () => messages.use().title,
      isFor: (me) => may(me, { grant: 'process.read' }),
    },
  ],
};
