import type { TableProblem } from '#contract/csv/csv-table.ts'
import type { ImportState, PersonOutcome } from '#contract/organisation/people-import.ts'
import { formatCount } from '#web/lib/format.ts'

const FILE: Record<TableProblem, string> = {
  too_large: 'The list is larger than 1 MiB. Divide it into several.',
  too_many_rows: 'The list has more than 5,000 rows. Divide it into several.',
  no_email_column: 'No column is called “email”. The first line of the list names its columns.',
  empty: 'The list has a line of headings and nobody in it.',
  too_many_columns: 'The list has more than 50 columns, so it is probably not a list of people.',
  not_text: 'This is not a CSV file in UTF-8.',
}
const OUTCOME: Record<PersonOutcome, string> = {
  new: 'To be invited',
  again: 'To be invited again',
  marked: 'Has an account from your identity provider; becomes a guest',
  member: 'Is a member already; nothing is changed',
  removed: 'Was removed; let them back in on this page',
  no_seat: 'The plan has no room for this person',
  role_beyond_plan: 'The role comes with the plan Enterprise',
  role_not_yours: 'Only an owner makes somebody an owner',
  role_unknown: 'There is no such role',
  team_unknown: 'There is no such team, or an identity provider manages it',
  teams_too_many: 'More than 20 teams',
  email_missing: 'No email address',
  email_invalid: 'Not an email address',
  twice: 'An earlier row has this address',
  too_long: 'A name is too long',
  formula: 'A spreadsheet would run a cell as a formula',
  date_invalid: 'Not a date within five years, such as 2027-01-31',
  date_over: 'The day is over already',
  guest_date_invalid: 'Not a date within a year, such as 2027-01-31: a guest stays no longer',
  owner_has_end: 'The role of an owner has no end',
  guest_unknown: 'The column “guest” says yes or no',
  guest_has_role: 'A guest has the role of a member',
  guest_holds: 'Holds a role, a team space or a share of recovery; end that before making them a guest',
}
const STATE: Record<ImportState, string> = { sending: 'Being sent', done: 'Sent', cancelled: 'Cancelled' }

const peopleOf = (count: number) => (count === 1 ? '1 person' : `${formatCount(count)} people`)
const invitationsOf = (count: number) => (count === 1 ? '1 invitation' : `${formatCount(count)} invitations`)

/** Many people invited at once, by a list. */
export const peopleImport = {
  open: 'Import',
  title: 'Invite people from a list',
  lead: 'CSV with a line of headings: email, and first name, last name, role, guest (yes), teams or expiry. At most 5,000 rows and 1 MiB. Members keep the role they have.',
  choose: 'Choose a file',
  chosen: (name: string) => `File: ${name}`,
  paste: 'Or paste the list',
  pasteHint:
    'Roles by their names, such as member or admin. Teams are separated by semicolons, dates written as 2027-01-31.',
  tooManyTyped: (most: number) => `At most ${formatCount(most)} at once. For more, close this and choose Import.`,
  look: 'Check the list',
  reading: 'Reading the list',
  file: (problem: TableProblem) => FILE[problem],
  ready: (count: number) => (count === 0 ? 'Nobody in this list can be invited' : `${peopleOf(count)} to invite`),
  marks: (count: number) => (count === 1 ? '1 person becomes a guest' : `${formatCount(count)} people become guests`),
  leftOut: (headings: readonly string[]) => `Columns that are not read: ${headings.join(', ')}`,
  notInvited: (count: number) => `${formatCount(count)} ${count === 1 ? 'row is' : 'rows are'} left out`,
  outcome: (outcome: PersonOutcome) => OUTCOME[outcome],
  counted: (outcome: PersonOutcome, count: number) => `${OUTCOME[outcome]}: ${formatCount(count)}`,
  row: (row: number, email: string) => (email === '' ? `Row ${formatCount(row)}` : `Row ${formatCount(row)}, ${email}`),
  rows: 'Rows',
  further: (count: number) => `${formatCount(count)} more`,
  submit: (count: number) => `Send ${invitationsOf(count)}`,
  submitMarks: (count: number) => (count === 1 ? 'Make 1 guest' : `Make ${formatCount(count)} guests`),
  busy: 'Starting…',
  started: 'Invitations are being sent',
  startedText: (count: number) => `${invitationsOf(count)}. You can close this; it continues.`,
  markedDone: 'Guests were marked',
  latest: 'Invitations from lists',
  progress: (done: number, all: number) => `${formatCount(done)} of ${invitationsOf(all)}`,
  state: (state: ImportState) => STATE[state],
  facts: (sent: number, notSent: number, cancelled: number) =>
    [
      `${formatCount(sent)} sent`,
      ...(notSent > 0 ? [`${formatCount(notSent)} not sent`] : []),
      ...(cancelled > 0 ? [`${formatCount(cancelled)} cancelled`] : []),
    ].join(', '),
  marked: (count: number) => `${formatCount(count)} made guests`,
  by: (who: string, when: string) => `By ${who}, ${when}`,
  somebody: 'somebody whose account is gone',
  cancel: 'Cancel the rest',
  cancelled: 'The rest was cancelled',
  cancelledText: 'Those whose mail has not left are not invited, and their places are free again.',
  cancelFailed: 'The list was not cancelled',
  report: 'Download report',
  reportFailed: 'The report was not downloaded',
  failed: 'The lists could not be loaded',
}
