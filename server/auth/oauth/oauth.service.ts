import { createHash } from 'node:crypto'
import type { Transaction } from '#server/db/database.ts'
import type { Client } from '../audit.ts'
import { AuthError } from '../auth-error.ts'
import type { AuthContext } from '../context.ts'
import type { Outcome } from '../external/callback-target.ts'
import {
  addIdentity,
  admitExternal,
  resolveExternalAccount,
  type ExternalIdentity,
} from '../external/external-account.service.ts'
import { insertFlowState } from '../links/one-time-tokens.sql.ts'
import type { Challenge } from '../links/pkce.ts'
import { lockAccount, requireOwnFactor } from '../mfa/assurance.service.ts'
import type { SignedIn } from '../request.ts'
import { openSession } from '../session/sessions.service.ts'
import { ownerOf, type UserRow } from '../account/users.sql.ts'
import { findOAuthState, insertOAuthState, type OAuthStateRow, useOAuthState } from './oauth.sql.ts'
import { readProfile } from './profile.ts'
import type { TokensOfProvider } from '../external/provider-tokens.ts'

const LIFE_SECONDS = 600

export type OAuthRequest = {
  provider: string
  redirectTo: string
  challenge: Challenge | undefined
  /** Scopes on top of those that a sign-in needs. */
  scopes: string[]
  /** Further parameters for the provider, such as `prompt`. */
  extra: Record<string, string>
  browserHash: Buffer
  /** A signed-in person who adds the provider to their account. */
  link: SignedIn | undefined
}

/**
 * Begins a sign-in at a provider.
 * @returns where the browser has to go.
 * @throws {AuthError} `validation_failed` for an unknown provider.
 */
export async function beginOAuth(context: AuthContext, request: OAuthRequest): Promise<URL> {
  const provider = context.providers.require(request.provider)
  const configuration = await provider.configuration()
  const oidc = await import('openid-client')
  const state = oidc.randomState()
  const nonce = oidc.randomNonce()
  const codeVerifier = oidc.randomPKCECodeVerifier()
  await insertOAuthState(ownerOf(context.database), {
    ...request,
    provider: provider.name,
    stateHash: hashState(state),
    codeVerifier,
    nonce,
    lifeSeconds: LIFE_SECONDS,
  })
  return oidc.buildAuthorizationUrl(configuration, {
    ...request.extra,
    ...provider.parameters,
    redirect_uri: context.providers.callbackUrl,
    scope: [...new Set([...provider.scopes, ...request.scopes])].join(' '),
    state,
    code_challenge: await oidc.calculatePKCECodeChallenge(codeVerifier),
    code_challenge_method: 'S256',
    ...(provider.isOpenId && { nonce }),
  })
}

/**
 * The sign-in that a callback belongs to, which is used up by this.
 * @param isBrowser whether the callback comes from the browser that `hash` stands for. Asked before the state is used up, so
 *   that a stranger who learnt it cannot spoil the sign-in.
 * @throws {AuthError} `bad_oauth_callback`, `bad_oauth_state`, `flow_state_already_used`
 */
export async function takeOAuthState(
  context: AuthContext,
  state: string | null,
  isBrowser: (hash: Buffer) => boolean,
): Promise<OAuthStateRow> {
  if (!state) throw new AuthError(400, 'bad_oauth_callback', 'OAuth state parameter missing')
  const db = ownerOf(context.database)
  const found = await findOAuthState(db, hashState(state))
  if (!found) throw new AuthError(400, 'bad_oauth_state', 'OAuth state is unknown')
  if (!isBrowser(found.browser_hash)) {
    throw new AuthError(400, 'bad_oauth_state', 'OAuth state belongs to another browser')
  }
  if (found.is_used) throw used()
  if (found.is_expired) throw new AuthError(400, 'bad_oauth_state', 'OAuth state has expired')
  if (!(await useOAuthState(db, found.id))) throw used()
  return found
}

const used = () => new AuthError(400, 'flow_state_already_used', 'OAuth state was used already')
const hashState = (state: string) => createHash('sha256').update(state).digest()

export type Callback = { flow: OAuthStateRow; state: string; query: URLSearchParams; client: Client }

/**
 * Finishes a sign-in with what the provider sent the browser back with.
 * @throws {AuthError} refusals of `enter` and `addIdentity`. Anything else means that the provider cannot be believed.
 */
export async function finishOAuth(context: AuthContext, { flow, state, query, client }: Callback): Promise<Outcome> {
  const provider = context.providers.require(flow.provider)
  const configuration = await provider.configuration()
  const { authorizationCodeGrant } = await import('openid-client')
  const url = new URL(context.providers.callbackUrl)
  url.search = query.toString()
  const answer = await authorizationCodeGrant(configuration, url, {
    pkceCodeVerifier: flow.code_verifier,
    expectedState: state,
    idTokenExpected: provider.isOpenId,
    ...(provider.isOpenId && { expectedNonce: flow.nonce }),
  })
  const identity = await readProfile(provider, configuration, answer)
  const tokens: TokensOfProvider = {
    provider_token: answer.access_token,
    ...(answer.refresh_token && { provider_refresh_token: answer.refresh_token }),
  }
  return admit(context, { flow, identity, tokens, client })
}

// Asked again, because a rule may have begun to count on the way. The fresh proof of the beginning lasts as long as the state.
async function link(
  context: AuthContext,
  db: Transaction,
  { sessionId, ...wanted }: SignedIn & Pick<Admission, 'identity' | 'client'>,
): Promise<UserRow> {
  const user = await lockAccount(db, wanted.userId)
  const message = 'AAL2 session is required to link identities when MFA is enabled.'
  if (user) await requireOwnFactor(context, db, { user, sessionId, status: 403, message })
  return addIdentity(context, db, wanted)
}

type Admission = { flow: OAuthStateRow; identity: ExternalIdentity; tokens: TokensOfProvider; client: Client }

async function admit(context: AuthContext, { flow, identity, tokens, client }: Admission): Promise<Outcome> {
  const outcome = await admitExternal(context, { identity, client }, async (db): Promise<Outcome> => {
    const user = flow.link_user_id
      ? await link(context, db, { userId: flow.link_user_id, sessionId: flow.link_session_id ?? '', identity, client })
      : await resolveExternalAccount(context, db, { identity, needsEmail: true, mayJoin: true, client })
    const { provider } = identity
    const { code_challenge: codeChallenge, code_challenge_method: codeChallengeMethod } = flow
    if (codeChallenge && codeChallengeMethod) {
      const challenge = { codeChallenge, codeChallengeMethod }
      const code = { userId: user.id, challenge, amrMethod: 'oauth', provider, lifeSeconds: LIFE_SECONDS }
      return { code: await insertFlowState(db, code) }
    }
    return { session: await openSession(context, db, { userId: user.id, method: 'oauth', provider, client }), tokens }
  })
  if ('code' in outcome) context.providerTokens.keep(outcome.code, tokens)
  return outcome
}
