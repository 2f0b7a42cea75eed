import { Activity } from 'lucide-react';
import type { Feature } from '../frame/feature.js';
import { may } from '../session/can.js';
import { messages } from './messages/index.gen.js';

export const runsFeature: Feature = {
  id: 'runs',
  rail: [
    {
      to: '/runs',
      icon: Activity,
      key: 'r',
      order: 3,
      useLabel: () => messages.use().title,
      isFor: (me) => may(me, { grant: 'workflow.read' }),
    },
  ],
};
