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

/** Lets what goes on beside the callers come to its end. */
const settled = () => new Promise((resolve) => setTimeout(resolve));

describe('[D10] tokens by signing in', () => {
  it('are shared: one sign-in for all who wait, and none while the token is good', async () => {
    const { state, get } = signIns(3600);
    expect(await Promise.all([get(), get(), get()])).toEqual(['token-1', 'token-1', 'token-1']);
    expect(await get()).toBe('token-1');
    expect(state.count).toBe(1);
  });

  it('are renewed before they expire, once for all callers, and nobody waits for it', async () => {
    const { clock, state, get } = signIns(3600);
    await get();
    clock.now += 3_539_000;
    expect(await get()).toBe('token-1');
    expect(state.count).toBe(1);
    clock.now += 2000;
    expect(await Promise.all([get(), get()])).toEqual(['token-1', 'token-1']);
    await settled();
    expect(await get()).toBe('token-2');
    expect(state.count).toBe(2);
  });

  it('are renewed a tenth of a short lifetime before they expire', async () => {
    const { clock, state, get } = signIns(10);
    await get();
    clock.now += 8999;
    await get();
    expect(state.count).toBe(1);
    clock.now += 2;
    await get();
    await settled();
    expect(await get()).toBe('token-2');
  });

  it('stay in use until they expire when the renewal fails, which is tried again after a pause', async () => {
    const { clock, state, get } = signIns(3600);
    await get();
    state.fail = true;
    clock.now += 3_550_000;
    for (let call = 0; call < 100; call += 1) {
      expect(await get()).toBe('token-1');
      await settled();
    }
    expect(state.count).toBe(2);
    clock.now += 5001;
    expect(await get()).toBe('token-1');
    await settled();
    expect(state.count).toBe(3);
    clock.now += 60_000;
    expect(await Promise.allSettled([get(), get(), get()])).toMatchObject(
      Array.from({ length: 3 }, () => ({ status: 'rejected', reason: new Error('away') })),
    );
    expect(state.count).toBe(4);
    state.fail = false;
    expect(await Promise.all([get(), get()])).toEqual(['token-5', 'token-5']);
  });

  it.each([-86_400_000, 86_400_000])('a clock that is set by %i ms costs a sign-in at most', async (jump) => {
    const { clock, state, source, get } = signIns(3600);
    await get();
    clock.now += jump;
    const token = await get();
    // Set back, the token seems good for longer than the service thinks; the service's refusal replaces it.
    source.reject(token);
    await get();
    expect(state.count).toBeLessThanOrEqual(3);
    expect(await get()).toBe(`token-${state.count}`);
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

  it('a provider is asked once by all who come at the same time, before and after a refusal', async () => {
    let asked = 0;
    const source = givenTokens(async ({ rejected }) => {
      asked += 1;
      await settled();
      return rejected === undefined ? 'old' : 'new';
    });
    const get = () => source.get(undefined);
    expect(await Promise.all([get(), get(), get()])).toEqual(['old', 'old', 'old']);
    const late = get();
    for (let caller = 0; caller < 3; caller += 1) source.reject('old');
    expect(await Promise.all([get(), get(), get()])).toEqual(['new', 'new', 'new']);
    expect(await late).toBe('old');
    expect(asked).toBe(3);
  });

  it('a provider that fails is asked again by the next caller', async () => {
    let asked = 0;
    const source = givenTokens(async () => {
      asked += 1;
      if (asked === 1) throw new Error('backend away');
      return 'token';
    });
    await expect(source.get(undefined)).rejects.toThrow('backend away');
    expect(await source.get(undefined)).toBe('token');
  });

  it('a provider that throws fails its caller only', async () => {
    const source = givenTokens(() => {
      throw new Error('not signed in');
    });
    await expect(source.get(undefined)).rejects.toThrow('not signed in');
  });
});
