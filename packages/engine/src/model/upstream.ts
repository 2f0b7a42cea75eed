/** For one incoming flow of a join: where a token may be and still get there without passing the join itself. */
export type Upstream = { readonly nodes: ReadonlySet<number>; readonly flows: ReadonlySet<number> };
