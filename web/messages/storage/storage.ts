import { formatBytes, formatCount } from '#web/lib/format.ts'

/** What is used of the storage, and what happens when there is no more. */
export const storage = {
  label: 'Storage used',
  usedOf: (used: string, limit: string) => `${used} of ${limit}`,
  nearlyFull: 'Nearly full',
  full: 'Full',
  changePlan: 'Change the plan',
  planPath: '/dashboard?tab=settings&section=billing',
  ownLimit: 'Limit set by your organisation',
  tryAgain: 'Try again',
  notStored: (count: number) => `${formatCount(count)} ${count === 1 ? 'file was' : 'files were'} not stored.`,
  /** After `notStored`: why, what is safe, and what to do. */
  noRoom: (usedBytes: number, limitBytes: number | null, isOwnLimit: boolean) =>
    `${limitBytes === null ? 'There was not enough room.' : `There is not enough room: ${formatBytes(usedBytes)} of ${formatBytes(limitBytes)} are used.`} What is already stored is not affected. ${isOwnLimit ? 'Delete files for good, or ask who manages the people of your organisation, which set this limit for you.' : 'Delete files for good, or change the plan in the settings under Billing, then try again.'}`,
} as const
