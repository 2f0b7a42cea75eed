import { ChartColumnStacked } from 'lucide-react';
import type { Feature } from '../frame/feature.js';
import { may } from '../session/can.js';
import { messages } from './messages/index.gen.js';

export const flowFeature: Feature = {
  id: 'flow',
  rail: [
    {
      to: '/flow',
      icon: ChartColumnStacked,
      key: 'd',
      order: 4,
      useLabel: () => messages.use().title,
      isFor: (me) => may(me, { grant: 'process.read' }),
    },
  ],
};
