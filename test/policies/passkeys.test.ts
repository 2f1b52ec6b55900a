import fs from 'node:fs'
import path from 'node:path'
import { createClient } from '@supabase/supabase-js'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { addSoftPasskey, signInBySoftPasskey } from '../support/people/passkeys.ts'
import { type Person, newEmail, signedInPerson } from '../support/people/people.ts'
import { enrolTotp, proveTotp, secondSession } from '../support/people/second-factor.ts'
import { haveRules, idOf, moveAway, server, stagePolicies } from './policy-stage.ts'

stagePolicies()
afterEach(() => haveRules({}))

type Passkey = Awaited<ReturnType<typeof addSoftPasskey>>

/** Has a passkey and nothing else, in an organisation that requires a second factor. */
let ben: Person
let passkey: Passkey
beforeEach(async () => {
  ben = await signedInPerson(server)
  passkey = await addSoftPasskey(server, ben.client)
  expect(passkey.error).toBeNull()
  await requireFactor()
})

const requireFactor = () => haveRules({ second_factor_from: new Date(Date.now() - 60_000).toISOString() })
const opens = async ({ client }: Pick<Person, 'client'>) => (await client.from('file_records').select('id')).error
const refused = { code: 'second_factor_required' }
const refusedByAuth = { error: { status: 403, code: 'second_factor_required' } }

test('who knows the password alone adds no factor to an account that has a passkey, and takes none away', async () => {
  const thief = await secondSession(server, ben)
  expect(await thief.auth.mfa.enroll({ factorType: 'totp' })).toMatchObject(refusedByAuth)
  expect(await addSoftPasskey(server, thief)).toMatchObject(refusedByAuth)
  expect(await thief.auth.passkey.delete({ passkeyId: passkey.id })).toMatchObject(refusedByAuth)
  for (const change of [{ password: 'a password of the thief' }, { email: newEmail() }, { data: { name: 'Thief' } }]) {
    expect(await thief.auth.updateUser({ ...change, current_password: ben.password })).toMatchObject(refusedByAuth)
  }
  expect(await opens({ client: thief })).toMatchObject(refused)
  expect(await opens({ client: await signInBySoftPasskey(server, passkey.device) })).toBeNull()
})

test('an app that was begun before the passkey counts no sooner', async () => {
  const cleo = await signedInPerson(server)
  const begun = await enrolTotp(cleo.client)
  expect(await addSoftPasskey(server, cleo.client)).toMatchObject({ error: null })
  await expect(proveTotp(server, cleo.client, begun)).rejects.toMatchObject(refusedByAuth.error)
})

test('who signed in by the passkey adds an app, another passkey and a password, and removes', async () => {
  const client = await signInBySoftPasskey(server, passkey.device)
  const other = await addSoftPasskey(server, client)
  expect(other.error).toBeNull()
  expect((await client.auth.passkey.delete({ passkeyId: other.id })).error).toBeNull()
  const { error } = await client.auth.updateUser({ password: 'another good password', current_password: ben.password })
  expect(error).toBeNull()
  await proveTotp(server, client, await enrolTotp(client))
  expect(await opens({ client })).toBeNull()
})

test('whose passkey the operator removed sets up another factor', async () => {
  const secretKey = fs.readFileSync(path.join(server.config.dataDir, 'secrets/secret-key'), 'utf8').trim()
  const { admin } = createClient(server.url, secretKey, { auth: { persistSession: false } }).auth
  const { error } = await admin.passkey.deletePasskey({ userId: idOf(ben), passkeyId: passkey.id })
  expect(error).toBeNull()
  const client = await secondSession(server, ben)
  await proveTotp(server, client, await enrolTotp(client))
  expect(await opens({ client })).toBeNull()
})

test('a recovery code replaces a passkey that was lost with the app', async () => {
  const first = await signInBySoftPasskey(server, passkey.device)
  await proveTotp(server, first, await enrolTotp(first))
  const made = await first.auth.mfa.recoveryCodes.generate()
  const client = await secondSession(server, ben)
  const { error } = await client.auth.mfa.recoveryCodes.verify({ code: made.data?.codes[0] ?? '' })
  expect(error).toBeNull()
  expect((await client.auth.passkey.delete({ passkeyId: passkey.id })).error).toBeNull()
})

test('where nothing is required, a passkey stays one way of several', async () => {
  await haveRules({})
  const client = await secondSession(server, ben)
  expect((await addSoftPasskey(server, client)).error).toBeNull()
  expect((await client.auth.passkey.delete({ passkeyId: passkey.id })).error).toBeNull()

  const olga = await signedInPerson(server)
  await moveAway(olga)
  await requireFactor()
  expect((await addSoftPasskey(server, olga.client)).error).toBeNull()
  expect((await addSoftPasskey(server, olga.client)).error).toBeNull()
})
