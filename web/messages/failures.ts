import { formatCount, formatLimit } from '#web/lib/format.ts'

/** Sentences with a figure, and the one for what is not known. */
export const failures = {
  tooManyAttempts: (seconds: number) => {
    const minutes = Math.ceil(seconds / 60)
    return `Too many attempts. Wait ${seconds < 60 ? `${seconds} ${seconds === 1 ? 'second' : 'seconds'}` : minutes === 1 ? 'a minute' : `${minutes} minutes`} and try again.`
  },
  leavingUntil: (day: string) =>
    `Your organisation is being deleted, so nobody but its owners can sign in. They can ask to keep it until ${day}.`,
  fileTooLarge: (limitBytes: number) =>
    `The file is over the limit of ${formatLimit(limitBytes)}. Nothing was uploaded.`,
  roomFor: (most: number) =>
    `There is room for ${formatCount(most)} entries of this kind, and there are as many. Nothing was stored.`,
  roomForBytes: (mostBytes: number) =>
    `There is room for ${formatLimit(mostBytes)} of entries of this kind, and it is used up. Nothing was stored.`,
  folderRefused: (name: string) =>
    `The folder ${name} does not lie where it was shown, is called otherwise, or what is signed about it does not hold. Nothing was done with it and nothing was lost; look at the list again.`,
  unexpected: 'An unexpected error occurred',
}
