import { expect, onTestFinished, test } from 'vitest'
import { HEAVY, LIGHT, Passwords } from '#server/auth/password/passwords.ts'
import { derivedSecret, signedInPerson } from '../support/people/people.ts'
import { startServer } from '../support/server/test-server.ts'

const costOf = (hash: string): string => /^\$argon2id\$v=19\$([^$]+)\$/.exec(hash)?.[1] ?? ''
const written = ({ memoryCost, timeCost, parallelism }: typeof HEAVY | typeof LIGHT): string =>
  `m=${memoryCost},t=${timeCost},p=${parallelism}`

test('what a server hashes by itself: passwords at 64 MiB in three passes, derived secrets at 19 MiB in two', async () => {
  const passwords = new Passwords()
  expect(costOf(await passwords.hash('a password of mine'))).toBe(written(HEAVY))
  expect(costOf(await passwords.hash(derivedSecret().password))).toBe(written(LIGHT))
  expect([written(HEAVY), written(LIGHT)]).toEqual(['m=65536,t=3,p=1', 'm=19456,t=2,p=1'])
})

test('a hash of either kind fits its own password only, at whatever cost it was made', async () => {
  const [usual, quick] = [
    new Passwords(),
    new Passwords({ passwords: { ...LIGHT, memoryCost: LIGHT.memoryCost + 8 }, secrets: LIGHT }),
  ]
  const hash = await usual.hash('a password of mine')
  expect(await quick.verify('a password of mine', hash)).toBe(true)
  expect(await usual.verify('a password of mine', await quick.hash('a password of mine'))).toBe(true)
  expect(await quick.verify('another password', hash)).toBe(false)
  expect(await quick.verify(derivedSecret().password, hash)).toBe(false)
})

test('a server of a test hashes at the cost that the test gave', async () => {
  const server = await startServer(
    {},
    { passwordCosts: { passwords: { ...LIGHT, memoryCost: 8 * 1024 }, secrets: LIGHT } },
  )
  onTestFinished(() => server.stop())
  const { email } = await signedInPerson(server)
  const { rows } = await server.database.owner<{ hash: string }>(
    'select encrypted_password as hash from auth.users where email = $1',
    [email],
  )
  expect(rows.map(({ hash }) => costOf(hash))).toEqual(['m=8192,t=2,p=1'])
})
