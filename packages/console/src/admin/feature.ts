import { Shield } from 'lucide-react';
import type { Feature } from '../frame/feature.js';
import { messages } from './messages/index.gen.js';

export const adminFeature: Feature = {
  id: 'admin',
  rail: [
    {
      to: '/admin',
      icon: Shield,
      key: 'a',
      order: 7,
      useLabel: () => messages.use().title,
      isFor: ({ administrator }) => administrator,
    },
  ],
};
