import { lazyRouteComponent } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import type { Catalogue } from '../messages/catalogue.js';

/** The component of a route, loaded when it is opened, together with the messages that it shows. */
export function page<Name extends string>(
  load: () => Promise<Record<Name, ComponentType>>,
  name: Name,
  ...catalogues: readonly Catalogue<unknown>[]
) {
  const loadAll = async () => {
    const [module] = await Promise.all([load(), ...catalogues.map((messages) => messages.load())]);
    return module;
  };
  return lazyRouteComponent(loadAll, name);
}
