import { expect, test } from 'vitest'
import { PEOPLE_IMPORT_LIMITS } from '#contract/organisation/people-import.ts'
import { readPeople } from './read-people.ts'

const now = new Date('2026-11-27T12:00:00Z')

function read(text: string) {
  const found = readPeople(text, now)
  if ('problem' in found) throw new Error(found.problem)
  return found
}
const outcomeOf = (columns: string, row: string) => read(`${columns}\n${row}`).rows[0]?.outcome

test('a list names people with role, teams and an end', () => {
  const { rows, leftOut } = read(
    'Email,First name,Last name,Role,Teams,Expiry,Office\nAda@Example.test,Ada,Berg,Security administrator,Red; Blue;red,2027-01-31,12',
  )
  expect(leftOut).toEqual(['Office'])
  expect(rows).toEqual([
    {
      row: 2,
      email: 'ada@example.test',
      outcome: 'new',
      entry: {
        row: 2,
        email: 'ada@example.test',
        firstName: 'Ada',
        lastName: 'Berg',
        role: 'security_admin',
        teams: ['red', 'Blue'],
        until: new Date('2027-01-31T23:59:59Z'),
        guestUntil: null,
      },
    },
  ])
})

test('a guest stays until the day of the list, or 90 days, and has no role with an end', () => {
  expect(read('email,guest,expiry\na@b.test,Yes,2027-01-31').rows[0]?.entry).toMatchObject({
    until: null,
    guestUntil: new Date('2027-01-31T23:59:59Z'),
  })
  expect(read('E-Mail;Gast\na@b.test;ja').rows[0]?.entry).toMatchObject({
    role: 'member',
    guestUntil: new Date('2027-02-25T12:00:00Z'),
  })
  expect(read('email,guest\na@b.test,no').rows[0]?.entry).toMatchObject({ guestUntil: null })
})

test('German and French headings, semicolons and a mark at the beginning are read', () => {
  expect(read('\ufeffE-Mail;Vorname;Nachname;Gültig bis\r\na@b.test;A;B;31.01.2027\r\n').rows[0]?.entry).toMatchObject({
    firstName: 'A',
    role: 'member',
    until: new Date('2027-01-31T23:59:59Z'),
  })
  expect(read('adresse e-mail\tprénom\nc@d.test\tC').rows[0]?.entry?.firstName).toBe('C')
})

test.each([
  ['email,role', 'nobody,', 'email_invalid'],
  ['email,role', ',admin', 'email_missing'],
  ['email,role', 'a@b.test,king', 'role_unknown'],
  ['email,role', 'a@b.test,super_admin', 'role_unknown'],
  ['email,first name', 'a@b.test,=1+1', 'formula'],
  ['email,first name', `a@b.test,${'x'.repeat(101)}`, 'too_long'],
  ['email,teams', `a@b.test,${Array.from({ length: 21 }, (_, at) => `t${at}`).join('|')}`, 'teams_too_many'],
  ['email,expiry', 'a@b.test,31/01/2027', 'date_invalid'],
  ['email,expiry', 'a@b.test,2027-02-30', 'date_invalid'],
  ['email,expiry', 'a@b.test,2032-01-01', 'date_invalid'],
  ['email,expiry', 'a@b.test,2026-11-26', 'date_over'],
  ['email,role,expiry', 'a@b.test,owner,2027-01-31', 'owner_has_end'],
  ['email,guest', 'a@b.test,maybe', 'guest_unknown'],
  ['email,guest', 'a@b.test,constructor', 'guest_unknown'],
  ['email,guest', 'a@b.test,__proto__', 'guest_unknown'],
  ['email,role,guest', 'a@b.test,admin,yes', 'guest_has_role'],
  ['email,guest,expiry', 'a@b.test,yes,2027-12-24', 'guest_date_invalid'],
  ['email,guest,expiry', 'a@b.test,yes,2099-01-01', 'guest_date_invalid'],
  ['email,guest,expiry', 'a@b.test,yes,soon', 'guest_date_invalid'],
  ['email,guest,expiry', 'a@b.test,no,2099-01-01', 'date_invalid'],
])('%s: %s is %s', (columns, row, outcome) => {
  expect(outcomeOf(columns, row)).toBe(outcome)
})

test('an address that an earlier row has is left out', () => {
  const { rows } = read('email\na@b.test\nA@B.test\n\nc@d.test')
  expect(rows.map(({ row, outcome }) => [row, outcome])).toEqual([
    [2, 'new'],
    [3, 'twice'],
    [5, 'new'],
  ])
})

test('a list that is too long or none is not read', () => {
  const many = `email\n${Array.from({ length: PEOPLE_IMPORT_LIMITS.rows + 1 }, (_, at) => `p${at}@b.test`).join('\n')}`
  expect(readPeople(many, now)).toEqual({ problem: 'too_many_rows' })
  expect(readPeople(`email\n${'x'.repeat(PEOPLE_IMPORT_LIMITS.bytes)}`, now)).toEqual({ problem: 'too_large' })
  expect(readPeople('name\nAda', now)).toEqual({ problem: 'no_email_column' })
})
