import type { Caller, UseCases } from '../use-case/caller.js';

/** What somebody of the demo says about an invoice. `@[demo-owner]` in the text mentions that person. */
export interface SeedComment {
  /** The client id of who says it. */
  readonly by: string;
  readonly body: string;
  /** Whether it replies to the comment before it. */
  readonly isReply?: boolean;
}

export interface CommentTarget {
  readonly subProjectId: string;
  readonly processId: string;
  /** Ids and names of users by client id. */
  readonly people: ReadonlyMap<string, { readonly userId: string; readonly name: string }>;
}

/** Adds comments to a process, each as its author, who may do what their roles say. */
export async function seedComments(
  useCases: UseCases,
  caller: Caller,
  { subProjectId, processId, people }: CommentTarget,
  comments: readonly SeedComment[],
): Promise<void> {
  let before: string | undefined;
  for (const { by, body, isReply = false } of comments) {
    const author = people.get(by);
    if (author === undefined) throw new Error(`The demo has no person "${by}".`);
    const principal = { kind: 'user', ...author, clientId: by, administrator: false, scopes: [] } as const;
    const { id } = await useCases.addComment(
      { ...caller, principal },
      {
        subProjectId,
        processId,
        body: body.replace(/@\[([\w-]+)\]/g, (mention, name: string) => `@[${people.get(name)?.userId ?? mention}]`),
        ...(isReply && before !== undefined ? { parentId: before } : {}),
      },
    );
    before = id;
  }
}
