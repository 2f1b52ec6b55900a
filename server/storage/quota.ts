import { PLANS, TIERS } from '#contract/plans.ts'
import type { BillingSettings } from '../billing/billing-settings.ts'
import type { Database } from '../db/database.ts'
import type { Tasks } from '../jobs/jobs.ts'

export type QuotaSettings = {
  billing: Pick<BillingSettings, 'provider'>
  /** Bytes of somebody without a subscription; undefined is without a limit. */
  freeStorageBytes: number | undefined
  /** How many files, unfinished uploads and the trash included. */
  maxFiles: { ofPerson: number; ofOrganisation: number }
}

/** Tells PostgreSQL the limits, which a trigger there keeps for every way bytes come in. Call once when the server starts. */
export async function saveQuota(
  database: Database,
  { billing, freeStorageBytes, maxFiles }: QuotaSettings,
): Promise<void> {
  const ofTiers = Object.fromEntries(TIERS.map((tier) => [tier, PLANS[tier].storageBytes]))
  await database.owner(
    `insert into storage.quota_settings (provider, limits, files_of_person, files_of_organisation) values ($1, $2, $3, $4)
     on conflict (is_only) do update set provider = excluded.provider, limits = excluded.limits,
       files_of_person = excluded.files_of_person, files_of_organisation = excluded.files_of_organisation`,
    [
      billing.provider,
      JSON.stringify({ ...ofTiers, free: freeStorageBytes ?? null }),
      maxFiles.ofPerson,
      maxFiles.ofOrganisation,
    ],
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
