import fs from 'node:fs'
import path from 'node:path'
import { createClient, type GoTrueAdminApi, type SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { signedInPerson } from '../../support/people/people.ts'
import {
  assuranceOf,
  personWithTotp,
  type ProtectedPerson,
  proveTotp,
  secondSession,
} from '../../support/people/second-factor.ts'
import { startServer, type TestServer } from '../../support/server/test-server.ts'

let server: TestServer
let admin: GoTrueAdminApi
beforeAll(async () => {
  server = await startServer()
  const secretKey = fs.readFileSync(path.join(server.config.dataDir, 'secrets/secret-key'), 'utf8').trim()
  admin = createClient(server.url, secretKey, { auth: { autoRefreshToken: false, persistSession: false } }).auth.admin
})
afterAll(() => server.stop())

describe('recovery codes', () => {
  async function withCodes(): Promise<ProtectedPerson & { codes: string[]; raised: SupabaseClient }> {
    const person = await personWithTotp(server)
    const raised = await secondSession(server, person)
    await proveTotp(server, raised, person.factor)
    const { data, error } = await raised.auth.mfa.recoveryCodes.generate()
    if (error) throw error
    return { ...person, raised, codes: data.codes }
  }

  test('are ten, shown once, and kept as keyed hashes', async () => {
    const { raised, codes } = await withCodes()
    expect(new Set(codes).size).toBe(10)
    for (const code of codes) expect(code).toMatch(/^[2-9a-z]{16}$/)
    const status = await raised.auth.mfa.recoveryCodes.getStatus()
    expect(status.data).toMatchObject({ type: 'recovery_code', total: 10, remaining: 10 })
    expect((await raised.auth.mfa.listFactors()).data?.recovery_code).toMatchObject([
      { friendly_name: 'Recovery codes', status: 'verified' },
    ])
    const { rows } = await server.database.owner<{ row: string }>(
      'select r::text as row from auth.mfa_recovery_codes r where factor_id = $1',
      [status.data?.id],
    )
    const stored = rows.map(({ row }) => row).join()
    for (const code of codes) {
      expect(stored).not.toContain(code)
      expect(stored).not.toContain(Buffer.from(code).toString('hex'))
    }
    expect((await raised.auth.mfa.recoveryCodes.generate()).error).toMatchObject({
      status: 422,
      code: 'mfa_verified_factor_exists',
    })
  })

  test('let somebody in who lost the phone, each once, however it is typed', async () => {
    const person = await withCodes()
    const client = await secondSession(server, person)
    const [first = '', second = ''] = person.codes
    const typed = ` ${first.toUpperCase().replaceAll(/(.{4})/g, '$1-')} `
    expect((await client.auth.mfa.recoveryCodes.verify({ code: typed })).error).toBeNull()
    expect(await assuranceOf(client)).toEqual({ aal: 'aal2', methods: ['mfa/recovery_code', 'password'] })
    expect((await client.auth.mfa.recoveryCodes.getStatus()).data).toMatchObject({ total: 10, remaining: 9 })
    expect((await client.auth.mfa.recoveryCodes.verify({ code: first })).error).toMatchObject({
      status: 422,
      code: 'mfa_verification_failed',
    })
    expect((await client.auth.mfa.recoveryCodes.verify({ code: '' })).error?.code).toBe('mfa_verification_failed')

    // Without the last real factor there is nothing to stand in for.
    expect((await client.auth.mfa.unenroll({ factorId: person.factor.id })).error).toBeNull()
    expect((await client.auth.getUser()).data.user?.factors).toBeUndefined()
    await client.auth.refreshSession()
    expect(await assuranceOf(client)).toEqual({ aal: 'aal1', methods: ['password'] })
    expect((await client.auth.mfa.recoveryCodes.verify({ code: second })).error?.code).toBe('mfa_factor_not_found')
  })

  test('new ones replace the old', async () => {
    const person = await withCodes()
    const renewed = await person.raised.auth.mfa.recoveryCodes.regenerate()
    expect(renewed.data).toMatchObject({ total: 10, friendly_name: 'Recovery codes' })
    const client = await secondSession(server, person)
    const old = await client.auth.mfa.recoveryCodes.verify({ code: person.codes[0] ?? '' })
    expect(old.error?.code).toBe('mfa_verification_failed')
    expect((await client.auth.mfa.recoveryCodes.verify({ code: renewed.data?.codes[0] ?? '' })).error).toBeNull()
  })

  test('stay while another factor needs them, whichever way their owner removes them', async () => {
    const { raised, factor } = await withCodes()
    const { mfa } = raised.auth
    const { data } = await mfa.recoveryCodes.getStatus()
    const refused = { status: 422, code: 'mfa_recovery_codes_needed' }
    expect((await mfa.recoveryCodes.unenroll()).error).toMatchObject(refused)
    expect((await mfa.unenroll({ factorId: data?.id ?? '' })).error).toMatchObject(refused)
    expect((await mfa.recoveryCodes.getStatus()).data).toMatchObject({ total: 10, remaining: 10 })
    expect(await assuranceOf(raised)).toMatchObject({ aal: 'aal2' })

    expect((await mfa.unenroll({ factorId: factor.id })).error).toBeNull()
    await raised.auth.refreshSession()
    expect((await mfa.recoveryCodes.getStatus()).error).toMatchObject({ status: 404, code: 'mfa_factor_not_found' })
  })

  test('need another factor, and a session that has proven it', async () => {
    const lone = await signedInPerson(server)
    const weak = await secondSession(server, lone)
    expect((await weak.auth.mfa.recoveryCodes.generate()).error).toMatchObject({
      status: 422,
      code: 'mfa_recovery_codes_sole_factor',
    })
    const person = await withCodes()
    const low = await secondSession(server, person)
    for (const refused of [
      await low.auth.mfa.recoveryCodes.generate(),
      await low.auth.mfa.recoveryCodes.regenerate(),
      await low.auth.mfa.recoveryCodes.unenroll(),
    ]) {
      expect(refused.error).toMatchObject({ status: 403, code: 'insufficient_aal' })
    }
    expect((await low.auth.mfa.recoveryCodes.getStatus()).error).toBeNull()
    const { id: factorId = '' } = (await low.auth.mfa.recoveryCodes.getStatus()).data ?? {}
    expect((await low.auth.mfa.challenge({ factorId })).error).toMatchObject({
      status: 400,
      code: 'validation_failed',
    })
  })

  test('are locked after a few guesses', async () => {
    const strict = await startServer({ RATE_LIMIT_FACTOR: '1' })
    onTestFinished(() => strict.stop())
    const person = await personWithTotp(strict)
    const client = await secondSession(strict, person)
    await proveTotp(strict, client, person.factor)
    const { data } = await client.auth.mfa.recoveryCodes.generate()
    for (let guesses = 0; guesses < 5; guesses += 1) {
      const guess = await client.auth.mfa.recoveryCodes.verify({ code: 'a'.repeat(16) })
      expect(guess.error?.code).toBe('mfa_verification_failed')
    }
    expect((await client.auth.mfa.recoveryCodes.verify({ code: data?.codes[0] ?? '' })).error).toMatchObject({
      status: 429,
      code: 'mfa_recovery_codes_locked',
    })
  })
})

describe('an administrator', () => {
  test('sees the factors of an account and removes one', async () => {
    const person = await personWithTotp(server)
    const userId = person.session.user.id
    const { id } = person.factor
    expect(await admin.mfa.listFactors({ userId })).toMatchObject({
      error: null,
      data: { factors: [{ id, factor_type: 'totp', status: 'verified' }] },
    })
    expect((await admin.getUserById(userId)).data.user?.factors).toMatchObject([{ id }])
    const stranger = await signedInPerson(server)
    const wrong = await admin.mfa.deleteFactor({ userId: stranger.session.user.id, id })
    expect(wrong.error).toMatchObject({ status: 404, code: 'mfa_factor_not_found' })

    // This client puts the answer into an object of its own.
    expect(await admin.mfa.deleteFactor({ userId, id })).toMatchObject({ error: null, data: { data: { id } } })
    await person.client.auth.refreshSession()
    expect(await assuranceOf(person.client)).toEqual({ aal: 'aal1', methods: ['password'] })
    expect((await admin.mfa.listFactors({ userId })).data?.factors).toEqual([])
  })

  test('removes an account softly, and with it every way in', async () => {
    const { session, factor } = await personWithTotp(server)
    expect((await admin.deleteUser(session.user.id, true)).error).toBeNull()
    const { rows } = await server.database.owner('select from auth.mfa_factors where id = $1', [factor.id])
    expect(rows).toEqual([])
  })

  test('needs the secret key', async () => {
    const { session, client } = await personWithTotp(server)
    const { data } = await client.auth.getSession()
    const answer = await server.fetch(`/auth/v1/admin/users/${session.user.id}/factors`, {
      headers: { authorization: `Bearer ${data.session?.access_token ?? ''}` },
    })
    expect([answer.status, (await answer.json()).code]).toEqual([403, 'not_admin'])
  })
})
