import { PLANS, TIERS } from '#contract/plans.ts'
import type { BillingSettings } from '../billing/billing-settings.ts'
import type { Database } from '../db/database.ts'
import type { Tasks } from '../jobs/jobs.ts'

export type QuotaSettings = {
  billing: Pick<BillingSettings, 'provider'>
  /** Bytes of somebody without a subscription; undefined is without a limit. */
  freeStorageBytes: number | undefined
}

/** Tells PostgreSQL the limits, which a trigger there keeps for every way bytes come in. Call once when the server starts. */
export async function saveQuota(database: Database, { billing, freeStorageBytes }: QuotaSettings): Promise<void> {
  const ofTiers = Object.fromEntries(TIERS.map((tier) => [tier, PLANS[tier].storageBytes]))
  await database.owner(
    `insert into storage.quota_settings (provider, limits) values ($1, $2)
     on conflict (is_only) do update set provider = excluded.provider, limits = excluded.limits`,
    [billing.provider, JSON.stringify({ ...ofTiers, free: freeStorageBytes ?? null })],
  )
}

/** Periodic work of quotas, for `startJobs`: a person's total stays short to read. */
export function quotaTasks({ database }: { database: Database }): { tasks: Tasks; crontab: string } {
  return {
    tasks: {
      'storage:fold_usage': async () => {
        await database.owner('select storage.fold_usage()')
      },
    },
    crontab: '* * * * * storage:fold_usage',
  }
}
