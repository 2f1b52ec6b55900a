import { afterEach, expect, test } from 'vitest'
import { REALTIME_SUBSCRIBE_STATES } from '@supabase/supabase-js'
import { deleteAccount } from '#vault/account/delete-account.ts'
import { preparePasswordChange } from '#vault/account/change-password.ts'
import { NEW_PASSWORD, openByPassword } from '../support/people/new-password.ts'
import { personWithVault, VAULT_PASSWORD } from '../support/people/vault-person.ts'
import { codeOf, enrolTotp, proveTotp, secondSession } from '../support/people/second-factor.ts'
import { addSoftPasskey, signInBySoftPasskey } from '../support/people/passkeys.ts'
import { signedInPerson } from '../support/people/people.ts'
import { anna, guard, haveRules, moveAway, server, sessionIdOf, stagePolicies } from './policy-stage.ts'

stagePolicies()
afterEach(() => haveRules({}))

const past = () => new Date(Date.now() - 60_000).toISOString()
const future = () => new Date(Date.now() + 60_000).toISOString()
const callAs = (token: string, path: string, init: { method?: string; body?: unknown } = {}) =>
  server.fetch(path, {
    method: init.method ?? (init.body === undefined ? 'GET' : 'POST'),
    headers: {
      authorization: `Bearer ${token}`,
      ...(init.body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(init.body === undefined ? {} : { body: JSON.stringify(init.body) }),
  })

test('before its date the rule refuses nobody', async () => {
  await haveRules({ second_factor_from: future() })
  expect((await anna.client.from('file_records').select('id')).error).toBeNull()
})

test('from its date a session without a second factor gets a coded error everywhere, and never an empty list', async () => {
  await haveRules({ second_factor_from: past() })
  const token = anna.session.access_token
  for (const table of ['file_records', 'folders', 'share_links', 'file_access', 'organisation_policies']) {
    const answer = await callAs(token, `/rest/v1/${table}?select=*`)
    expect(answer.status, table).toBe(403)
    expect(await answer.json(), table).toMatchObject({ code: 'second_factor_required' })
  }
  const object = await callAs(token, '/storage/v1/object/encrypted-files/x/y')
  expect(await object.json()).toMatchObject({ statusCode: '403', code: 'SecondFactorRequired' })
  const keys = await callAs(token, '/auth/v1/vault/keys', { body: {} })
  expect(await keys.json()).toMatchObject({ code: 'second_factor_required' })
  const invitation = await callAs(token, '/auth/v1/team/invitations', { body: {} })
  expect(await invitation.json()).toMatchObject({ code: 'second_factor_required' })
  const mine = await callAs(token, '/threats/v1/mine')
  expect(await mine.json()).toEqual({
    enforcements: [],
    second_factor_required_by: expect.any(String),
    sign_in_required: null,
    has_passkey: false,
    has_provider: false,
    takes_passkey: true,
  })
})

// A server that has not heard of the rule yet asks the database in the same transaction.
test('the database refuses by itself', async () => {
  await haveRules({ second_factor_from: past() })
  const ask = (token: string, sub: string, text: string) =>
    server.database.oneAsCaller(
      { role: 'authenticated', claims: { sub, role: 'authenticated', session_id: sessionIdOf(token), exp: 0 } },
      { text },
    )
  const { access_token: token, user } = anna.session
  await server.database.owner(
    `insert into public.tags (user_id, tenant_id, name) select user_id, tenant_id, 'x' from public.profiles where user_id = $1`,
    [user.id],
  )
  for (const text of [
    'select * from public.tags',
    'select * from public.team_members()',
    'select * from public.own_sessions()',
  ]) {
    await expect(ask(token, user.id, text), text).rejects.toMatchObject({ code: 'QS428' })
  }
  const { data } = await guard.client.auth.getSession()
  const own = data.session?.access_token ?? ''
  expect((await ask(own, guard.session.user.id, 'select * from public.own_sessions()')).rows).toHaveLength(1)
})

test('nothing of the vault is replaced or deleted on the way to the factor', async () => {
  const vera = await personWithVault(server)
  const names = { email: vera.email, current: VAULT_PASSWORD, next: NEW_PASSWORD }
  const change = await preparePasswordChange(vera.api, vera.vault, names)
  await haveRules({ second_factor_from: past() })
  const { authSecret: password, currentSecret: current_password, fields: vault } = change
  const replacing = { method: 'PUT', body: { password, current_password, vault } }
  const opening = { body: { credential_id: 'x', wrapped_key: 'x', epoch: 1 } }
  for (const [path, init] of [
    ['user', replacing],
    ['passkeys/opening', opening],
  ] as const) {
    const answer = await callAs(vera.accessToken, `/auth/v1/${path}`, init)
    expect(await answer.json(), path).toMatchObject({ code: 'second_factor_required' })
  }
  await expect(deleteAccount(vera.api, vera.email, VAULT_PASSWORD)).rejects.toMatchObject({
    code: 'second_factor_required',
  })
  await haveRules({})
  expect(await openByPassword(vera, VAULT_PASSWORD)).toMatchObject({ userId: vera.userId })
})

test('a second factor is set up there and then, and the session continues', async () => {
  const ben = await signedInPerson(server)
  await haveRules({ second_factor_from: past() })
  expect((await ben.client.from('file_records').select('id')).error).toMatchObject({ code: 'second_factor_required' })
  const factor = await enrolTotp(ben.client)
  // Begun is not proven.
  expect((await ben.client.from('file_records').select('id')).error).toMatchObject({ code: 'second_factor_required' })
  await proveTotp(server, ben.client, factor)
  expect((await ben.client.from('file_records').select('id')).error).toBeNull()
})

test('a sign-in by password alone shows the factor first, and a passkey is one', async () => {
  await haveRules({ second_factor_from: past() })
  const again = await secondSession(server, guard)
  expect((await again.from('file_records').select('id')).error).toMatchObject({ code: 'second_factor_required' })
  await server.database.owner('update auth.mfa_factors set last_used_step = null where id = $1', [guard.factor.id])
  const { error } = await again.auth.mfa.challengeAndVerify({
    factorId: guard.factor.id,
    code: codeOf(guard.factor.secret),
  })
  expect(error).toBeNull()
  expect((await again.from('file_records').select('id')).error).toBeNull()

  await haveRules({})
  const pia = await signedInPerson(server)
  const { device, error: refusal } = await addSoftPasskey(server, pia.client)
  expect(refusal).toBeNull()
  await haveRules({ second_factor_from: past() })
  expect((await pia.client.from('file_records').select('id')).error).toMatchObject({ code: 'second_factor_required' })
  const byPasskey = await signInBySoftPasskey(server, device)
  expect((await byPasskey.from('file_records').select('id')).error).toBeNull()
})

test('another organisation is untouched', async () => {
  const olga = await signedInPerson(server)
  await moveAway(olga)
  await haveRules({ second_factor_from: past() })
  expect((await olga.client.from('file_records').select('id')).error).toBeNull()
})

test('a realtime channel that is open ends, and none begins', async () => {
  const cleo = await signedInPerson(server)
  const states: string[] = []
  const channel = cleo.client.channel('mine', { config: { private: false } })
  await new Promise<void>((resolve) =>
    channel.subscribe((state) => {
      states.push(state)
      if (state === REALTIME_SUBSCRIBE_STATES.SUBSCRIBED) resolve()
    }),
  )
  await haveRules({ second_factor_from: past() })
  await expect.poll(() => states.at(-1)).toMatch(/CLOSED|CHANNEL_ERROR/)
  await cleo.client.removeAllChannels()
  // Nor does another one begin.
  const again = new Promise<[string, Error | undefined]>((resolve) => {
    cleo.client.channel('again', { config: { private: false } }).subscribe((state, error) => resolve([state, error]))
  })
  const [state, error] = await again
  expect(state).toBe(REALTIME_SUBSCRIBE_STATES.CHANNEL_ERROR)
  expect(String(error?.message)).toContain('requires a second factor')
  await cleo.client.removeAllChannels()
})
