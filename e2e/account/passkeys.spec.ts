import fs from 'node:fs'
import path from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import type * as Browser from '@simplewebauthn/browser'
import type { createClient, SupabaseClient } from '@supabase/supabase-js'
import { type RunningServer, startServer } from '../support/server.ts'

/** What the page has besides the app: the unmodified clients, put there by the test. */
type PageGlobals = {
  supabase: { createClient: typeof createClient }
  SimpleWebAuthnBrowser: typeof Browser
  client: SupabaseClient
}

// A script that the test adds has no global scope of its own, so what the bundle declares is handed out.
const CLIENTS = [
  `${bundle('@supabase/supabase-js/dist/umd/supabase.js')};globalThis.supabase = supabase`,
  bundle('@simplewebauthn/browser/dist/bundle/index.umd.min.js'),
]

let server: RunningServer
test.beforeAll(async () => {
  server = await startServer({ MAILER_AUTOCONFIRM: 'true' })
})
test.afterAll(() => server.stop())

/** Gives the page an authenticator: Chromium's own, in software. */
async function addAuthenticator(page: Page, transport: 'internal' | 'usb') {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      ctap2Version: 'ctap2_1',
      transport,
      hasResidentKey: true,
      // A plain security key asks for a touch only.
      hasUserVerification: transport === 'internal',
      isUserVerified: transport === 'internal',
      hasPrf: true,
      automaticPresenceSimulation: true,
    },
  })
  const credentials = () => devtools.send('WebAuthn.getCredentials', { authenticatorId })
  const isVerifying = (verified: boolean) =>
    devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: verified })
  return { credentials, isVerifying }
}

/** Opens the site with a signed-in client in the page. */
async function openSignedUp(page: Page): Promise<string> {
  for (const content of CLIENTS) await page.addInitScript({ content })
  await page.goto(`${server.url}/login`)
  const email = `${crypto.randomUUID().slice(0, 8)}@example.org`
  const error = await page.evaluate(async (email) => {
    const globals = globalThis as unknown as PageGlobals
    const { publishable_key: key } = await (await fetch('/config.json')).json()
    // A storage of its own, so that the app on this page takes no notice.
    globals.client = globals.supabase.createClient(location.origin, key, { auth: { storageKey: 'test' } })
    return (await globals.client.auth.signUp({ email, password: 'correct horse battery staple' })).error?.message
  }, email)
  expect(error).toBeUndefined()
  return email
}

test('a passkey is made and signs in, by the unmodified client', async ({ page }) => {
  const authenticator = await addAuthenticator(page, 'internal')
  const email = await openSignedUp(page)

  const made = await page.evaluate(async () => {
    const { client } = globalThis as unknown as PageGlobals
    const { data, error } = await client.auth.registerPasskey()
    await client.auth.signOut()
    return { id: data?.id, problem: error?.message }
  })
  expect(made).toEqual({ id: expect.any(String) })
  const { credentials } = await authenticator.credentials()
  expect(credentials).toMatchObject([{ rpId: 'localhost', isResidentCredential: true, userName: email }])

  const signedIn = await page.evaluate(async () => {
    const { client } = globalThis as unknown as PageGlobals
    const { data, error } = await client.auth.signInWithPasskey()
    const { data: claims } = await client.auth.getClaims()
    const list = await client.auth.passkey.list()
    return { email: data?.user?.email, problem: error?.message, claims: claims?.claims, list: list.data }
  })
  expect(signedIn).toMatchObject({
    email,
    claims: { aal: 'aal1', amr: [{ method: 'passkey' }] },
    list: [{ id: made.id, last_used_at: expect.any(String) }],
  })
  expect(signedIn.problem).toBeUndefined()
})

test('nobody signs in without showing to the device that it is them', async ({ page }) => {
  const authenticator = await addAuthenticator(page, 'internal')
  await openSignedUp(page)
  await page.evaluate(async () => {
    const { client } = globalThis as unknown as PageGlobals
    await client.auth.registerPasskey()
    await client.auth.signOut()
  })
  await authenticator.isVerifying(false)

  const error = await page.evaluate(async () => {
    const { client } = globalThis as unknown as PageGlobals
    return (await client.auth.signInWithPasskey()).error?.message
  })
  expect(error).toBeTruthy()
})

test('another client library makes a post-quantum passkey and signs in with it', async ({ page }) => {
  const authenticator = await addAuthenticator(page, 'internal')
  await openSignedUp(page)

  const answer = await page.evaluate(async () => {
    const { client, SimpleWebAuthnBrowser: webauthn } = globalThis as unknown as PageGlobals
    const begun = await client.auth.passkey.startRegistration()
    if (begun.error) throw begun.error
    // The two libraries type the same JSON each in its own way.
    const optionsJSON = begun.data.options as unknown as Browser.PublicKeyCredentialCreationOptionsJSON
    const credential = await webauthn.startRegistration({ optionsJSON })
    const kept = await client.auth.passkey.verifyRegistration({
      challengeId: begun.data.challenge_id,
      credential: credential as never,
    })
    await client.auth.signOut()

    const asked = await client.auth.passkey.startAuthentication()
    if (asked.error) throw asked.error
    const requestJSON = asked.data.options as unknown as Browser.PublicKeyCredentialRequestOptionsJSON
    const assertion = await webauthn.startAuthentication({ optionsJSON: requestJSON })
    const body = { challengeId: asked.data.challenge_id, credential: assertion as never }
    const first = await client.auth.passkey.verifyAuthentication(body)
    const second = await client.auth.passkey.verifyAuthentication(body)
    return {
      algorithm: credential.response.publicKeyAlgorithm,
      problems: [kept.error?.message, first.error?.message],
      replayed: second.error?.code,
    }
  })
  expect(answer.problems).toEqual([undefined, undefined])
  expect(answer.replayed).toBe('webauthn_challenge_not_found')
  // ML-DSA-44 (COSE -48) where Chromium has it, which the server asks for first.
  expect(answer.algorithm).toBe(-48)
  expect((await authenticator.credentials()).credentials).toHaveLength(1)
})

test('a security key is a second factor: made, asked for, and not a passkey', async ({ page }) => {
  const authenticator = await addAuthenticator(page, 'usb')
  const email = await openSignedUp(page)

  const first = await page.evaluate(async () => {
    const { client } = globalThis as unknown as PageGlobals
    const { error } = await client.auth.mfa.webauthn.register({ friendlyName: 'Key' })
    const { data } = await client.auth.getClaims()
    const { data: factors } = await client.auth.mfa.listFactors()
    return { problem: error?.message, aal: data?.claims.aal, amr: data?.claims.amr, keys: factors?.webauthn }
  })
  expect(first.problem).toBeUndefined()
  expect(first).toMatchObject({
    aal: 'aal2',
    amr: [{ method: 'mfa/webauthn' }, { method: 'password' }],
    keys: [{ friendly_name: 'Key', factor_type: 'webauthn', status: 'verified' }],
  })
  expect((await authenticator.credentials()).credentials).toMatchObject([{ isResidentCredential: false }])

  const later = await page.evaluate(async (email) => {
    const { client } = globalThis as unknown as PageGlobals
    await client.auth.signOut()
    await client.auth.signInWithPassword({ email, password: 'correct horse battery staple' })
    const before = await client.auth.mfa.getAuthenticatorAssuranceLevel()
    const { data: factors } = await client.auth.mfa.listFactors()
    const factorId = factors?.webauthn[0]?.id ?? ''
    const { error } = await client.auth.mfa.webauthn.authenticate({ factorId })
    const after = await client.auth.mfa.getAuthenticatorAssuranceLevel()
    return { before: before.data, after: after.data, problem: error?.message }
  }, email)
  expect(later.problem).toBeUndefined()
  expect(later).toMatchObject({
    before: { currentLevel: 'aal1', nextLevel: 'aal2' },
    after: { currentLevel: 'aal2', nextLevel: 'aal2' },
  })
})

function bundle(file: string): string {
  return fs.readFileSync(path.resolve(import.meta.dirname, '../../node_modules', file), 'utf8')
}
