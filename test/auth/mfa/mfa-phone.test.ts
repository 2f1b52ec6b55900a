import { randomInt } from 'node:crypto'
import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { signedInPerson } from '../../support/people/people.ts'
import { assuranceOf } from '../../support/people/second-factor.ts'
import { codeIn } from '../../support/server/test-mailbox.ts'
import { startServer, type TestServer } from '../../support/server/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

const newPhone = () => `+49151${randomInt(10_000_000, 99_999_999)}`

async function enrolPhone(client: SupabaseClient, phone: string): Promise<string> {
  const { data, error } = await client.auth.mfa.enroll({ factorType: 'phone', phone, friendlyName: `at ${phone}` })
  if (error) throw error
  expect(data).toMatchObject({ type: 'phone', phone: phone.slice(1), friendly_name: `at ${phone}` })
  return data.id
}

test('a phone gets a code by SMS, which raises the session', async () => {
  const { client } = await signedInPerson(server)
  const phone = newPhone()
  const factorId = await enrolPhone(client, phone)
  const challenge = await client.auth.mfa.challenge({ factorId, channel: 'sms' })
  expect(challenge.data).toMatchObject({ type: 'phone' })
  const challengeId = challenge.data?.id ?? ''
  const code = codeIn(await server.mailbox.next(phone))
  const wrong = code === '000000' ? '000001' : '000000'
  const failed = await client.auth.mfa.verify({ factorId, challengeId, code: wrong })
  expect(failed.error).toMatchObject({ status: 422, code: 'mfa_verification_failed' })

  expect((await client.auth.mfa.verify({ factorId, challengeId, code })).error).toBeNull()
  expect(await assuranceOf(client)).toEqual({ aal: 'aal2', methods: ['mfa/phone', 'password'] })
  expect((await client.auth.mfa.listFactors()).data?.phone).toMatchObject([
    { id: factorId, phone: phone.slice(1), status: 'verified', last_challenged_at: expect.any(String) },
  ])
  const again = await client.auth.mfa.enroll({ factorType: 'phone', phone })
  expect(again.error).toMatchObject({ status: 422, code: 'mfa_verified_factor_exists' })
})

test('a code by SMS answers its own challenge only; beginning again replaces what waited', async () => {
  const { client } = await signedInPerson(server)
  const phone = newPhone()
  const first = await enrolPhone(client, phone)
  const factorId = await enrolPhone(client, phone)
  expect((await client.auth.mfa.listFactors()).data?.all.map(({ id }) => id)).toEqual([factorId])
  expect(first).not.toBe(factorId)
  await client.auth.mfa.challenge({ factorId })
  const code = codeIn(await server.mailbox.next(phone))
  const other = (await client.auth.mfa.challenge({ factorId })).data?.id ?? ''
  const newer = codeIn(await server.mailbox.next(phone))
  const { error } = await client.auth.mfa.verify({ factorId, challengeId: other, code })
  expect(error?.code).toBe(code === newer ? undefined : 'mfa_verification_failed')
})

test('a phone gets no more messages than a minute allows', async () => {
  const strict = await startServer({ RATE_LIMIT_FACTOR: '1' })
  onTestFinished(() => strict.stop())
  const { client } = await signedInPerson(strict)
  const factorId = await enrolPhone(client, newPhone())
  expect((await client.auth.mfa.challenge({ factorId })).error).toBeNull()
  expect((await client.auth.mfa.challenge({ factorId })).error).toMatchObject({
    status: 429,
    code: 'over_sms_send_rate_limit',
  })
})
