import { z } from 'zod'
import { FORMULA_START } from '#contract/csv/csv.ts'
import { readTable, type TableProblem } from '#contract/csv/csv-table.ts'
import {
  PEOPLE_COLUMNS,
  PEOPLE_IMPORT_LIMITS as MOST,
  type PeopleColumn,
  type PersonOutcome,
} from '#contract/organisation/people-import.ts'
import { GUEST_DAYS } from '#contract/organisation/guests.ts'
import { TEAM_ROLES, type TeamRole } from '#contract/permissions.ts'

/** Somebody to invite, as a row says. */
type PersonEntry = {
  row: number
  email: string
  firstName: string
  lastName: string
  role: TeamRole
  teams: string[]
  /** When the role ends; null: never. */
  until: Date | null
  /** Until when they are a guest; null: a member. */
  guestUntil: Date | null
}
/** A row that is read, or why it is not. */
export type PersonRow = { row: number; email: string; entry: PersonEntry | null; outcome: PersonOutcome }

const HEADINGS: Readonly<Record<string, PeopleColumn>> = {
  email: 'email',
  'e-mail': 'email',
  'email address': 'email',
  'e-mail-adresse': 'email',
  'adresse e-mail': 'email',
  'first name': 'first_name',
  first_name: 'first_name',
  vorname: 'first_name',
  prénom: 'first_name',
  'last name': 'last_name',
  last_name: 'last_name',
  nachname: 'last_name',
  nom: 'last_name',
  role: 'role',
  rolle: 'role',
  rôle: 'role',
  team: 'teams',
  teams: 'teams',
  équipe: 'teams',
  équipes: 'teams',
  expiry: 'expiry',
  until: 'expiry',
  bis: 'expiry',
  'gültig bis': 'expiry',
  échéance: 'expiry',
  "jusqu'au": 'expiry',
  guest: 'guest',
  gast: 'guest',
  invité: 'guest',
}
/** Names of roles as the pages write them, beside the words of the contract. */
const ROLE_NAMES: Readonly<Record<string, TeamRole>> = {
  ...Object.fromEntries(TEAM_ROLES.flatMap((role) => [role, role.replaceAll('_', ' ')].map((name) => [name, role]))),
  '': 'member',
  administrator: 'admin',
  'security administrator': 'security_admin',
  'billing administrator': 'billing_admin',
}
const roleOf = (name: string): TeamRole | undefined => {
  const known = name.toLowerCase()
  return Object.hasOwn(ROLE_NAMES, known) ? ROLE_NAMES[known] : undefined
}
const YEARS_AT_MOST = 5
const DAY_MS = 86_400_000
const address = z.email().max(MOST.emailCharacters)
const DAY = /^(?<year>\d{4})-(?<month>\d{2})-(?<day>\d{2})$|^(?<day>\d{1,2})\.(?<month>\d{1,2})\.(?<year>\d{4})$/

/** Reads a list of people, see `readTable`. */
export function readPeople(
  text: string,
  now: Date,
): { rows: PersonRow[]; leftOut: string[] } | { problem: TableProblem } {
  const table = readTable(text, {
    mostBytes: MOST.bytes,
    mostRows: MOST.rows,
    columns: PEOPLE_COLUMNS,
    headings: HEADINGS,
  })
  if ('problem' in table) return table
  const known = new Set<string>()
  const rows = table.rows.map(({ row, values }): PersonRow => {
    const read = readEntry(row, values, now)
    const email = values.email.toLowerCase()
    if (typeof read === 'string') return { row, email, entry: null, outcome: read }
    if (known.has(email)) return { row, email, entry: null, outcome: 'twice' }
    known.add(email)
    return { row, email, entry: read, outcome: 'new' }
  })
  return { rows, leftOut: table.leftOut }
}

function readEntry(
  row: number,
  values: Readonly<Record<PeopleColumn, string>>,
  now: Date,
): PersonEntry | PersonOutcome {
  const { email, first_name: firstName, last_name: lastName } = values
  if (email === '') return 'email_missing'
  if (PEOPLE_COLUMNS.some((column) => FORMULA_START.test(values[column]))) return 'formula'
  if (email.length > MOST.emailCharacters || [firstName, lastName].some(({ length }) => length > MOST.nameCharacters))
    return 'too_long'
  if (!address.safeParse(email).success) return 'email_invalid'
  const role = roleOf(values.role)
  if (role === undefined) return 'role_unknown'
  const teams = teamsOf(values.teams)
  if (teams.length > MOST.teams) return 'teams_too_many'
  if (teams.some(({ length }) => length > MOST.teamCharacters)) return 'too_long'
  const guest = isGuest(values.guest.toLowerCase())
  if (guest === undefined) return 'guest_unknown'
  const until = endOf(values.expiry, now, guest ? 'guest' : 'role')
  if (typeof until === 'string') return until
  if (until !== null && role === 'owner') return 'owner_has_end'
  const entry = { row, email: email.toLowerCase(), firstName, lastName, role, teams }
  if (!guest) return { ...entry, until, guestUntil: null }
  if (role !== 'member') return 'guest_has_role'
  const guestUntil = until ?? new Date(now.getTime() + GUEST_DAYS.usual * DAY_MS)
  return { ...entry, until: null, guestUntil }
}

/** Words of the column `guest`; a guest stays until the day of the column `expiry`. */
const GUEST: Readonly<Record<string, boolean>> = {
  '': false,
  no: false,
  false: false,
  nein: false,
  non: false,
  yes: true,
  true: true,
  guest: true,
  ja: true,
  gast: true,
  oui: true,
  invité: true,
}
const isGuest = (word: string): boolean | undefined => (Object.hasOwn(GUEST, word) ? GUEST[word] : undefined)

/** Within a cell teams are separated by semicolons, or bars where semicolons separate the columns. */
const teamsOf = (text: string): string[] => [
  ...new Map(
    text
      .split(/[;|]/)
      .map((name) => name.trim())
      .filter(Boolean)
      .map((name) => [name.toLowerCase(), name]),
  ).values(),
]

/** `2027-01-31` or `31.01.2027`: a role, or the stay of a guest, ends with that day, in UTC. A date with slashes is read differently in different countries. */
function endOf(text: string, now: Date, of: 'role' | 'guest'): Date | null | PersonOutcome {
  if (text === '') return null
  const invalid = of === 'guest' ? 'guest_date_invalid' : 'date_invalid'
  const { year, month, day } = DAY.exec(text)?.groups ?? {}
  const end = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day), 23, 59, 59))
  if (Number.isNaN(end.getTime()) || end.getUTCDate() !== Number(day)) return invalid
  const latest = new Date(now)
  if (of === 'guest') latest.setTime(now.getTime() + (GUEST_DAYS.most + 1) * DAY_MS)
  else latest.setUTCFullYear(now.getUTCFullYear() + YEARS_AT_MOST)
  if (end > latest) return invalid
  return end <= now ? 'date_over' : end
}
