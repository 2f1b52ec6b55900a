import { createHash } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { derivedSecret, newEmail, signedInPerson } from '../support/people/people.ts'
import { startServer, type TestServer } from '../support/server/test-server.ts'

const BREACHED = 'Correct-Horse-9'
let server: TestServer
let list: string
beforeAll(async () => {
  list = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'quantumshield-breached-')), 'list.txt')
  fs.writeFileSync(list, `${createHash('sha1').update(BREACHED).digest('hex').toUpperCase()}:3\n`)
  server = await startServer({
    PASSWORD_MIN_LENGTH: '12',
    PASSWORD_REQUIRED_CHARACTERS: 'lower_upper_letters_digits_symbols',
    BREACHED_PASSWORDS_FILE: list,
  })
})
afterAll(async () => {
  await server.stop()
  fs.rmSync(path.dirname(list), { recursive: true })
})

test.each([
  ['short', ['length', 'characters']],
  ['long enough but plain', ['characters']],
  [BREACHED, ['pwned']],
])('the password %s is refused for %o', async (password, reasons) => {
  const { error } = await server.client().auth.signUp({ email: newEmail(), password })
  expect(error).toMatchObject({ status: 422, code: 'weak_password', reasons })
})

test('a good one is taken, and so is a derived secret, which nobody can guess', async () => {
  expect((await server.client().auth.signUp({ email: newEmail(), password: 'Another-Horse-9!' })).error).toBeNull()
  const answer = await server.fetch('/auth/v1/signup', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: newEmail(), ...derivedSecret() }),
  })
  expect(answer.status).toBe(200)
})

test('signing in with a password that has become too weak answers with a warning', async () => {
  const { email, session } = await signedInPerson(server, { password: 'Another-Horse-9!' })
  expect(session).not.toHaveProperty('weak_password')
  const known = createHash('sha1').update('Another-Horse-9!').digest('hex').toUpperCase()
  fs.writeFileSync(list, `${known}:1\n`)
  const { data, error } = await server.client().auth.signInWithPassword({ email, password: 'Another-Horse-9!' })
  expect(error).toBeNull()
  expect(data.weakPassword).toMatchObject({ reasons: ['pwned'] })
})

test('six characters are enough where the operator says so, and no fewer can be allowed', async () => {
  const lenient = await startServer({ PASSWORD_MIN_LENGTH: '6' })
  onTestFinished(() => lenient.stop())
  const signUp = (password: string) => lenient.client().auth.signUp({ email: newEmail(), password })
  expect((await signUp('sixsix')).error).toBeNull()
  expect((await signUp('fives')).error).toMatchObject({ code: 'weak_password', reasons: ['length'] })
  expect(() => readConfig({ PASSWORD_MIN_LENGTH: '5' })).toThrow('PASSWORD_MIN_LENGTH')
})
