import { pageWords } from './languages/page-words.ts'
import { peopleImport } from './people-import.ts'

/** Roles that end, and many people invited at once. */
export const people = pageWords('people', {
  ends: {
    until: 'Until',
    hint: 'The role ends with this day. Leave it empty for one without an end.',
    notAnEnd: 'Choose today or a later day, within five years.',
    roleUntil: (role: string, day: string) => `${role} until ${day}`,
    given: (who: string, role: string, day: string) => `${who}: ${role} until ${day}`,
    endNow: 'End role now',
    ended: 'Role ended',
    endedText: (who: string) => `${who} has no role from now on and stays a member`,
    endFailed: 'The role was not ended',
  },
  own: {
    title: 'Your role',
    lead: 'What you can manage in your organisation. An administrator changes it.',
    none: 'You have no role. You use your vault as every member does.',
    ends: (day: string) => `until ${day}`,
    soon: (role: string, day: string) =>
      `Your role ${role} ends on ${day}. Ask an administrator if you need it for longer.`,
  },
  guests: {
    badge: 'Guest',
    until: (day: string) => `Guest until ${day}`,
    only: 'Guests only',
  },
  imports: peopleImport,
})
