import type { Queryable, Transaction } from '../../../postgres/database.js';

/** Whether people need a second factor, a passkey or single sign-on. */
export type SecondFactorPolicy = 'optional' | 'required';

/** The policy of the installation; optional until somebody sets it. */
export async function secondFactorPolicy(db: Queryable): Promise<SecondFactorPolicy> {
  const [row] = await db<{
    secondFactor: SecondFactorPolicy;
  }>`select second_factor as "secondFactor" from sign_in_policy`;
  return row?.secondFactor ?? 'optional';
}

export async function storeSecondFactorPolicy(tx: Transaction, policy: SecondFactorPolicy): Promise<void> {
  await tx`
    insert into sign_in_policy (only_row, second_factor, changed_ts) values (true, ${policy}, now())
    on conflict (only_row) do update set second_factor = excluded.second_factor, changed_ts = excluded.changed_ts`;
}

/** What a user can prove beside a password, in one query. */
export interface FactorSummary {
  readonly totp: boolean;
  readonly passkeys: number;
  readonly recoveryCodes: number;
  readonly policy: SecondFactorPolicy;
}

export async function factorSummary(db: Queryable, userId: string): Promise<FactorSummary> {
  const [row] = await db<FactorSummary>`
    select exists (select from totp_secrets where user_id = ${userId} and confirmed) as totp,
      (select count(*) from passkeys where user_id = ${userId}) as passkeys,
      (select count(*) from recovery_codes where user_id = ${userId}) as "recoveryCodes",
      coalesce((select second_factor from sign_in_policy), 'optional') as policy`;
  return row ?? { totp: false, passkeys: 0, recoveryCodes: 0, policy: 'optional' };
}

/** Whether a user has no password and another way to sign in: a passkey or an account at an identity provider. */
export async function signsInWithoutPassword(db: Queryable, userId: string): Promise<boolean> {
  const [row] = await db<{ without: boolean }>`
    select not exists (select from passwords where user_id = ${userId}) and (
      exists (select from passkeys where user_id = ${userId}) or exists (select from identity_links where user_id = ${userId})
    ) as without`;
  return row?.without === true;
}

/** Enabled users who have a password and nothing beside it. Cost grows with the users. */
export async function countWithoutSecondFactor(db: Queryable): Promise<number> {
  const [row] = await db<{ total: number }>`
    select count(*) as total from users u join passwords w on w.user_id = u.id
    where not u.disabled and not exists (select from passkeys p where p.user_id = u.id)
      and not exists (select from totp_secrets t where t.user_id = u.id and t.confirmed)`;
  return row?.total ?? 0;
}
