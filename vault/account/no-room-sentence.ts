import { formatBytes } from '#contract/format-bytes.ts'
import type { StorageUsage } from './storage-usage.ts'

/** Why something was not stored, what is safe, and what to do; the same words in a terminal and in the app. */
export function noRoomSentence({ usedBytes, limitBytes }: StorageUsage): string {
  const used =
    limitBytes === null
      ? 'There was not enough room.'
      : `There is not enough room: ${formatBytes(usedBytes)} of ${formatBytes(limitBytes)} are used.`
  return `${used} Nothing that is stored is lost. Delete files for good, or change the plan in the settings under Billing, then try again.`
}
