import { formatCount } from '#web/lib/format.ts'
import { englishWords } from './languages/english-words.ts'

/** Guests of the organisation, for who manages people. */
export const guests = englishWords('tenantLife', {
  title: 'Guest',
  invite: 'Invite as a guest',
  inviteHint:
    'A guest sees the spaces and files that people give them, and only those people. They invite nobody, make no team spaces and hold no role.',
  until: 'Until',
  hint: (most: number) =>
    `After this day they cannot sign in, and their links are shut; ${formatCount(most)} days away at most.`,
  notAnEnd: (most: number) => `Choose a day that is not over, within ${formatCount(most)} days.`,
  member: 'A member sees everybody of the organisation.',
  is: 'A guest sees only the people whom they share files or spaces with. After the day they cannot sign in.',
  over: (day: string) =>
    `The time of this guest ended on ${day}, and they cannot sign in. With a new day they can, unless they are suspended as well.`,
  make: 'Make a guest',
  makeLead:
    'They keep what is shared with them, and no longer see anybody else. Links that they made end, unless the rules let guests make links.',
  move: 'Save day',
  saving: 'Saving…',
  made: (who: string, day: string) => `${who} is a guest until ${day}`,
  failed: 'It stayed as it was',
  admit: 'Make a member',
  admitting: 'Making a member…',
  admitted: (who: string) => `${who} is a member without an end`,
})
