import type { QueryClient } from '@tanstack/react-query';
import type { LucideIcon } from 'lucide-react';
import type { Me } from '../session/session.js';

/** A line of the rail, and of the bottom bar on phones. */
export interface RailEntry {
  /** Address of its page; the entry is the current one on every page below it. */
  readonly to: string;
  readonly icon: LucideIcon;
  /** Key after `g` that opens it. */
  readonly key?: string;
  /** The smallest number stands first. */
  readonly order: number;
  /** Its name, in a component. */
  useLabel(): string;
  /** A number that asks for attention, for example of tasks; undefined: none is shown. */
  useCount?(): { readonly count: number; readonly isBad?: boolean } | undefined;
  /** Only in the bottom bar: on wide screens something else opens its page. */
  readonly isPhoneOnly?: boolean;
  /** Who sees it; absent: everybody. */
  isFor?(me: Me): boolean;
}

/** What a feature adds to the frame; `app/features.ts` lists the features. */
export interface Feature {
  readonly id: string;
  readonly rail?: readonly RailEntry[];
}

/** What loaders of routes get. */
export interface RouterContext {
  readonly queries: QueryClient;
}
