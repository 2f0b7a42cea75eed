import { describe, expect, it } from 'vitest';
import { givenTokens, signInTokens } from './token-source.js';

function signIns(lifetimeSeconds: number) {
  const clock = { now: 1_000_000 };
  const state = { count: 0, fail: false };
  const source = signInTokens(
    async () => {
      state.count += 1;
      await Promise.resolve();
      if (state.fail) throw new Error('away');
      return { access_token: `token-${state.count}`, expires_in: lifetimeSeconds };
    },
    () => clock.now,
  );
  return { clock, state, source, get: () => source.get(undefined) };
}

describe('[D10] tokens by signing in', () => {
  it('are shared: one sign-in for all who wait, and none while the token is good', async () => {
    const { state, get } = signIns(3600);
    expect(await Promise.all([get(), get(), get()])).toEqual(['token-1', 'token-1', 'token-1']);
    expect(await get()).toBe('token-1');
    expect(state.count).toBe(1);
  });

  it('are renewed before they expire, once for all callers', async () => {
    const { clock, state, get } = signIns(3600);
    await get();
    clock.now += 3_539_000;
    expect(await get()).toBe('token-1');
    clock.now += 2000;
    expect(await Promise.all([get(), get()])).toEqual(['token-2', 'token-2']);
    expect(state.count).toBe(2);
  });

  it('are renewed a tenth of a short lifetime before they expire', async () => {
    const { clock, get } = signIns(10);
    await get();
    clock.now += 8999;
    expect(await get()).toBe('token-1');
    clock.now += 2;
    expect(await get()).toBe('token-2');
  });

  it('stay in use until they expire when the renewal fails', async () => {
    const { clock, state, get } = signIns(3600);
    await get();
    state.fail = true;
    clock.now += 3_550_000;
    expect(await get()).toBe('token-1');
    clock.now += 60_000;
    await expect(get()).rejects.toThrow('away');
    state.fail = false;
    expect(await get()).toBe('token-4');
  });

  it('are replaced once when several callers had the same one refused', async () => {
    const { state, source, get } = signIns(3600);
    await get();
    expect(source.reject('token-1')).toBe(true);
    expect(await get()).toBe('token-2');
    source.reject('token-1');
    expect(await get()).toBe('token-2');
    expect(state.count).toBe(2);
  });

  it('a caller that gives up waiting does not spoil the sign-in for the others', async () => {
    const { source, get } = signIns(3600);
    const aborted = AbortSignal.abort(new Error('enough'));
    const [first, second] = await Promise.allSettled([source.get(aborted), get()]);
    expect(first).toMatchObject({ status: 'rejected', reason: new Error('enough') });
    expect(second).toEqual({ status: 'fulfilled', value: 'token-1' });
  });
});

describe('given tokens', () => {
  it('a fixed one cannot be replaced', async () => {
    const source = givenTokens('mine');
    expect(await source.get(undefined)).toBe('mine');
    expect(source.reject('mine')).toBe(false);
  });

  it('a provider learns which token was refused', async () => {
    const source = givenTokens(({ rejected }) => (rejected === undefined ? 'old' : `after ${rejected}`));
    expect(await source.get(undefined)).toBe('old');
    expect(source.reject('old')).toBe(true);
    expect(await source.get(undefined)).toBe('after old');
  });
});
