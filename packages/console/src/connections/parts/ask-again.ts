/** Milliseconds between two questions: no event tells of deliveries. */
export const ASK_AGAIN = 5000;
