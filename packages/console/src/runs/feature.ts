import { Activity, Gauge } from 'lucide-react';
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
    // Its pages have messages of their own, which the first page does not need.
    {
      to: '/operate',
      icon: Gauge,
      key: 'o',
      order: 6,
      useLabel: () => messages.use().operate,
      isFor: (me) => may(me, { grant: 'workflow.operate' }),
    },
  ],
};
