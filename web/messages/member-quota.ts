import { formatBytes } from '#web/lib/format.ts'
import { englishWords } from './languages/english-words.ts'

/** How much one person may store, for who manages people. */
export const memberQuota = englishWords('tenantLife', {
  title: 'Storage',
  used: (used: number, most: number | null) =>
    most === null ? `${formatBytes(used)} used` : `${formatBytes(used)} of ${formatBytes(most)} used`,
  label: 'Limit in GB',
  hint: (plan: number | null) =>
    plan === null ? 'Empty: no limit.' : `Empty: what the plan has, ${formatBytes(plan)}. A limit is not above that.`,
  wrong: 'Type a number, such as 2 or 0.5.',
  tooMuch: (plan: number) => `The plan has ${formatBytes(plan)}.`,
  save: 'Save limit',
  saving: 'Saving…',
  saved: (who: string, bytes: number | null) =>
    bytes === null ? `${who} has no limit of their own` : `${who} can store ${formatBytes(bytes)}`,
  failed: 'The limit was not saved',
})
