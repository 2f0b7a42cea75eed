import { messages } from './messages/index.gen.js';

/** Why some of the selected tasks are not decided together with the others. */
export const LeftOut = ({ count }: { readonly count: number }) => <p>{messages.use().leftOut({ count })}</p>;
