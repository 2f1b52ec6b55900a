import { CHECK_LIMITS } from '#contract/checks/checks.ts'
import { forgottenUploads } from '../../storage/blobs/collector.ts'
import { tryStore } from '../../storage/upkeep/try-store.ts'
import { type Check, noneOf, passed } from '../check.ts'

/** The collector takes what is older than an hour, each five minutes. */
const FORGOTTEN_MS = 24 * 3_600_000

/** INT-01 */
export const storeReturnsWhatItGot: Check = async ({ services: { config, store } }) => {
  await tryStore(store, CHECK_LIMITS.checkMs)
  return passed({ place: config.s3 ? 'bucket' : 'disk' })
}

/** INT-02 */
export const uploadsAreCollected: Check = async ({ services: { database, store } }) =>
  noneOf(await forgottenUploads(database, store, FORGOTTEN_MS), 'Uploads that nobody finished have been left for a day')
