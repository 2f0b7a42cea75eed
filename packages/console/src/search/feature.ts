import { Search } from 'lucide-react';
import type { Feature } from '../frame/feature.js';
import { messages } from './messages/index.gen.js';

/** On wide screens the rail has a button that opens the palette. */
export const searchFeature: Feature = {
  id: 'search',
  rail: [{ to: '/search', icon: Search, order: 4, isPhoneOnly: true, useLabel: () => messages.use().title }],
};
