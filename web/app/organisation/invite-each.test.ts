import { expect, test } from 'vitest'
import { VaultError } from '#vault/session/vault-error.ts'
import { inviteEach, MAX_INVITED_AT_ONCE, problemIn, readAddresses } from './invite-each.ts'

test.each([
  ['ada@example.org', ['ada@example.org']],
  ['ada@example.org, bob@example.org;eve@example.org', ['ada@example.org', 'bob@example.org', 'eve@example.org']],
  ['ada@example.org bob@example.org\r\n\teve@example.org\n', ['ada@example.org', 'bob@example.org', 'eve@example.org']],
  ['Ada Berg <ada@example.org>, Bob <bob@example.org>', ['ada@example.org', 'bob@example.org']],
  ['ada@example.org, ADA@example.org', ['ADA@example.org']],
  ['', []],
])('%j holds the addresses %j', (text, addresses) => {
  expect(readAddresses(text)).toEqual({ addresses, notAddresses: [] })
})

test('what is no address is named instead of left out', () => {
  expect(readAddresses('ada@example.org, bob, @eve, Carl <carl>')).toEqual({
    addresses: ['ada@example.org'],
    notAddresses: ['bob', '@eve', 'carl'],
  })
})

test('10,000 pasted rows invite nobody, and are not all named', () => {
  const rows = (count: number, of: (at: number) => string) =>
    Array.from({ length: count }, (_, at) => of(at)).join('\n')
  expect(problemIn(rows(10_000, (at) => `p${at}@example.org`))).toEqual({ kind: 'too_many' })
  expect(problemIn(rows(10_000, (at) => `row ${at}`))).toMatchObject({ kind: 'not_addresses', words: { length: 6 } })
  expect(problemIn(rows(MAX_INVITED_AT_ONCE, (at) => `p${at}@example.org`))).toBeNull()
  expect(problemIn(' \n')).toEqual({ kind: 'none' })
})

test('each invitation is answered for itself, in order', async () => {
  const asked: string[] = []
  const known = new Error('account_exists')
  const invite = async (email: string) => {
    asked.push(email)
    if (email === 'bob@example.org') throw known
    return `https://vault.example/join#${email}`
  }
  expect(await inviteEach(['ada@example.org', 'bob@example.org', 'eve@example.org'], invite)).toEqual({
    invited: [
      { email: 'ada@example.org', address: 'https://vault.example/join#ada@example.org' },
      { email: 'eve@example.org', address: 'https://vault.example/join#eve@example.org' },
    ],
    refused: [{ email: 'bob@example.org', error: known }],
  })
  expect(asked).toHaveLength(3)
})

test('who does not confirm is asked once, and nobody after that is invited', async () => {
  const asked: string[] = []
  const unconfirmed = new VaultError('proof_needed', 'The person did not confirm.')
  const invite = async (email: string) => {
    asked.push(email)
    throw unconfirmed
  }
  expect(await inviteEach(['ada@example.org', 'bob@example.org'], invite)).toEqual({
    invited: [],
    refused: [
      { email: 'ada@example.org', error: unconfirmed },
      { email: 'bob@example.org', error: unconfirmed },
    ],
  })
  expect(asked).toEqual(['ada@example.org'])
})
