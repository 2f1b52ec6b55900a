/** What people of an organisation and their server agree on about lists of people who are invited together. */
export const PEOPLE_IMPORT_LIMITS = {
  rows: 5000,
  bytes: 1024 * 1024,
  emailCharacters: 254,
  nameCharacters: 100,
  /** Teams of one person. */
  teams: 20,
  teamCharacters: 100,
  /** Lists of one organisation that are kept. */
  kept: 20,
  /** What a list says of people is deleted after these days. */
  keptDays: 30,
} as const

/** Columns that an import knows, by the first line of the list; the others are left out and named. */
export const PEOPLE_COLUMNS = ['email', 'first_name', 'last_name', 'role', 'teams', 'expiry', 'guest'] as const
export type PeopleColumn = (typeof PEOPLE_COLUMNS)[number]

/**
 * Outcomes of a row: the first two are invited, and the third becomes a guest, whose account an identity provider keeps. Nobody else is changed
 * in any way.
 */
export const PERSON_OUTCOMES = [
  'new',
  'again',
  'marked',
  'member',
  'removed',
  'no_seat',
  'role_beyond_plan',
  'role_not_yours',
  'role_unknown',
  'team_unknown',
  'teams_too_many',
  'email_missing',
  'email_invalid',
  'twice',
  'too_long',
  'formula',
  'date_invalid',
  'date_over',
  'guest_date_invalid',
  'owner_has_end',
  'guest_unknown',
  'guest_has_role',
  'guest_holds',
] as const
export type PersonOutcome = (typeof PERSON_OUTCOMES)[number]

/** True for rows whose person is invited. */
export const isInvited = (outcome: PersonOutcome): boolean => outcome === 'new' || outcome === 'again'

/** True for rows whose person is invited or made a guest. */
export const isTaken = (outcome: PersonOutcome): boolean => isInvited(outcome) || outcome === 'marked'

/** Where an invitation of a list is. `not_sent`: its mail could not be made, or somebody with this address has an account elsewhere by now. `marked`: made a guest without one. */
export type RowState = 'waiting' | 'sent' | 'not_sent' | 'cancelled' | 'marked'

export const IMPORT_STATES = ['sending', 'done', 'cancelled'] as const
export type ImportState = (typeof IMPORT_STATES)[number]
