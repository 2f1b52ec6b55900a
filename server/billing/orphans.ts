import type { Database } from '#server/db/database.ts'
import { forgetOrphan, orphanedCustomers } from './billing.sql.ts'
import type { BillingProvider } from './provider.ts'

/**
 * Ends what people pay for whose account is gone.
 * @throws {ProviderError} when the provider does not answer: the job is tried again, and those who are left with it.
 */
export async function endOrphans({
  database,
  provider,
}: {
  database: Database
  provider: BillingProvider
}): Promise<void> {
  for (const customerId of await orphanedCustomers(database, provider.name)) {
    await provider.endSubscriptions(customerId)
    await forgetOrphan(database, customerId)
  }
}
