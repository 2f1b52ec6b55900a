import { formatCount } from '#web/lib/format.ts'

/** What is used of the storage, and what happens when there is no more. */
export const storage = {
  label: 'Storage used',
  usedOf: (used: string, limit: string) => `${used} of ${limit}`,
  nearlyFull: 'Nearly full',
  full: 'Full',
  changePlan: 'Change the plan',
  planPath: '/dashboard?tab=settings&section=billing',
  tryAgain: 'Try again',
  notStored: (count: number) => `${formatCount(count)} ${count === 1 ? 'file was' : 'files were'} not stored.`,
} as const
