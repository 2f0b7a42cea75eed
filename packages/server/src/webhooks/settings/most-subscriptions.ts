/** Event subscriptions of a sub-project. */
export const MOST_SUBSCRIPTIONS = 1000;
