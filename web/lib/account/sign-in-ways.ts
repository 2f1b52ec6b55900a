import type { Session } from '@supabase/supabase-js'
import { VaultError } from '#vault/session/vault-error.ts'
import { fromAuth } from './auth-refusal.ts'
import type { Backend } from '../remote/backend.ts'
import type { Opening } from './opening.ts'
import { readStay, type Stay, STAY_KEY } from './session/stay.ts'
import { createEphemeralAuthClient, hasVerifier, type PageOfTab, pageOfTab } from './arrival/ephemeral-auth-client.ts'
import {
  type FailedReturn,
  readReturn,
  RETURN_PATH,
  type ReturnFromElsewhere,
} from './arrival/return-from-elsewhere.ts'

/** Always shown, so that their place does not change; the others only where they are configured. */
const KNOWN = ['google', 'github'] as const
const OWN = ['keycloak', 'oidc'] as const

/** What was chosen before this tab left for a provider; it counts when that one sends it back. */
const CHOSEN_KEY = 'quantumshield-chosen-stay'

type ProviderId = (typeof KNOWN)[number] | (typeof OWN)[number]

/** What this server lets people sign in with besides a password and a passkey. */
export type Ways = {
  providers: readonly {
    id: ProviderId
    /** As the operator calls it; null for a known one. */ name: string | null
    isOn: boolean
  }[]
  hasSms: boolean
  hasOrganisations: boolean
}

export type CodeReceiver = { email: string } | { phone: string }

export type SignInWays = {
  ways: () => Promise<Ways>
  /** Leaves this page for a provider, which sends the browser back. */
  leaveForProvider: (input: { provider: ProviderId; stay: Stay }) => Promise<void>
  /** Leaves this page for the identity provider of the organisation with this domain. */
  leaveForOrganisation: (input: { domain: string; stay: Stay }) => Promise<void>
  /** Sends six digits. Resolves for unknown addresses and numbers too. */
  sendCode: (to: CodeReceiver) => Promise<void>
  signInWithCode: (input: { to: CodeReceiver; code: string; stay: Stay }) => Promise<void>
  /** How the page came back from elsewhere; null when it did not. Settles when the account's state says the same. */
  arrival: Promise<'signed-in' | FailedReturn | null>
}

type WaysBackend = { config: Pick<Backend['config'], 'publishable_key'> }

type Settings = {
  external: Record<string, boolean | undefined>
  external_names?: Record<string, string | undefined>
  saml_enabled: boolean
}

/**
 * Sign-in by providers, organisations and codes. A client of its own begins it with PKCE (RFC 7636): what comes back is worth
 * nothing without the verifier, which does not leave this tab.
 */
export function createSignInWays(backend: Promise<WaysBackend>, opening: Opening, page: PageOfTab = pageOfTab()) {
  const elsewhere = backend.then(({ config }) => createEphemeralAuthClient(config.publishable_key, page))
  elsewhere.catch(() => undefined)

  async function takeOver(session: Session | null, stay: Stay): Promise<void> {
    const { client, forget } = await elsewhere
    if (!session?.user.email) {
      if (session) await client.signOut({ scope: 'local' })
      throw new VaultError('no_address', 'A vault needs an email address.')
    }
    forget()
    await opening.choose(stay)
    const { access_token, refresh_token } = session
    const adopted = await opening.adopt({ access_token, refresh_token })
    if (adopted) await opening.resume(adopted)
  }

  async function exchange(code: string): Promise<void> {
    const { data, error } = await (await elsewhere).client.exchangeCodeForSession(code)
    if (error) {
      const refusal = fromAuth(error)
      throw refusal.code === 'offline' ? refusal : new VaultError('elsewhere_refused', refusal.message)
    }
    await takeOver(data.session, takeChosen(page.tab))
  }

  return {
    /** Finishes what was begun before the page was left. */
    finish: async (back: ReturnFromElsewhere): Promise<'signed-in' | FailedReturn> => {
      if (back.kind === 'refused') (await elsewhere).forget()
      if (back.kind !== 'code') return back.kind === 'refused' ? back.error : 'foreign'
      try {
        await exchange(back.code)
        return 'signed-in'
      } catch (error) {
        if (error instanceof VaultError) return error
        throw error
      }
    },

    ways: async () => readWays((await backend).config.publishable_key, page.fetch),

    async leaveForProvider({ provider, stay }: { provider: ProviderId; stay: Stay }) {
      await opening.clearEarlierSignIn()
      const options = { redirectTo: page.origin + RETURN_PATH, skipBrowserRedirect: true }
      // The library does not know that one server may have an OpenID provider by no name but that.
      const wanted = provider as 'keycloak'
      const { data, error } = await (await elsewhere).client.signInWithOAuth({ provider: wanted, options })
      if (error) throw fromAuth(error)
      leaveTo(page, data.url, stay)
    },

    async leaveForOrganisation({ domain, stay }: { domain: string; stay: Stay }) {
      await opening.clearEarlierSignIn()
      const options = {
        redirectTo: page.origin + RETURN_PATH,
        skipBrowserRedirect: true,
        ...(await opening.captchaOptions()),
      }
      const { data, error } = await (await elsewhere).client.signInWithSSO({ domain, options })
      if (error) throw fromAuth(error)
      if (!/^https?:/.test(data.url)) throw new VaultError('unexpected', 'The identity provider has no web address.')
      leaveTo(page, data.url, stay)
    },

    async sendCode(to: CodeReceiver) {
      const options = { shouldCreateUser: false, ...(await opening.captchaOptions()) }
      const { client } = await elsewhere
      // The mail has a link as well; by PKCE it opens nothing outside of this tab.
      const emailRedirectTo = page.origin + RETURN_PATH
      const { error } = await client.signInWithOtp(
        'email' in to ? { ...to, options: { ...options, emailRedirectTo } } : { ...to, options },
      )
      if (error) throw fromAuth(error)
    },

    async signInWithCode({ to, code, stay }: { to: CodeReceiver; code: string; stay: Stay }) {
      await opening.clearEarlierSignIn()
      const { client } = await elsewhere
      const { data, error } = await client.verifyOtp(
        'email' in to ? { ...to, token: code, type: 'email' } : { ...to, token: code, type: 'sms' },
      )
      if (error) throw error.code === 'otp_expired' ? wrongCode(error) : fromAuth(error)
      await takeOver(data.session, stay)
    },
  }
}

async function readWays(apikey: string, fetch: PageOfTab['fetch']): Promise<Ways> {
  const response = await fetch('/auth/v1/settings', { headers: { apikey }, cache: 'no-store' })
  if (!response.ok) throw new VaultError('offline', 'The server gave no settings.')
  const { external, external_names: names = {}, saml_enabled } = (await response.json()) as Settings
  const own = OWN.filter((id) => external[id]).map((id) => ({ id, name: names[id] ?? id, isOn: true }))
  return {
    providers: [...KNOWN.map((id) => ({ id, name: null, isOn: external[id] === true })), ...own],
    hasSms: external['phone'] === true,
    hasOrganisations: saml_enabled,
  }
}

function leaveTo({ tab, leaveTo }: PageOfTab, address: string, stay: Stay): void {
  tab.setItem(CHOSEN_KEY, stay)
  leaveTo(address)
}

function takeChosen(tab: PageOfTab['tab']): Stay {
  const stay = readStay({ getItem: (key) => (key === STAY_KEY ? tab.getItem(CHOSEN_KEY) : null) })
  tab.removeItem(CHOSEN_KEY)
  return stay
}

const wrongCode = (cause: Error) => new VaultError('wrong_sent_code', cause.message, { cause })

/** Reads how the page was entered and takes it out of the address, before anything else looks at that. */
export function takeReturn(): ReturnFromElsewhere | null {
  const back = readReturn(location, hasVerifier(sessionStorage))
  if (back) history.replaceState(history.state, '', location.pathname)
  return back
}
