import { Pencil } from 'lucide-react';
import type { Feature } from '../frame/feature.js';
import { may } from '../session/can.js';
import { messages } from '../ui/messages/index.gen.js';

export const studioFeature: Feature = {
  id: 'studio',
  rail: [
    {
      to: '/design',
      icon: Pencil,
      key: 'w',
      order: 5,
      // Its pages have messages of their own, which the first page does not need.
      useLabel: () => messages.use().design,
      isFor: (me) => may(me, { grant: 'project.design' }),
    },
  ],
};
