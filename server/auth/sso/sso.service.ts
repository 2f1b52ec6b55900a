import { createHash, randomBytes } from 'node:crypto'
import type { Profile } from '@node-saml/node-saml'
import type { Client } from '../audit.ts'
import { AuthError, banned } from '../auth-error.ts'
import type { AuthContext } from '../context.ts'
import type { Outcome } from '../external/callback-target.ts'
import { admitExternal, resolveExternalAccount } from '../external/external-account.service.ts'
import { insertFlowState } from '../links/one-time-tokens.sql.ts'
import type { Challenge } from '../links/pkce.ts'
import { openSession } from '../session/sessions.service.ts'
import { findUser, ownerOf } from '../account/users.sql.ts'
import { askIdentityProvider, readAnswer, serviceProviderOf } from './saml.ts'
import { identityOf } from './saml-identity.ts'
import {
  findSsoOffer,
  findSsoProvider,
  findSsoProviderByDomain,
  findSsoRequest,
  hasSsoProvider,
  insertSsoRequest,
  offerSsoSession,
  type SsoProviderRow,
  type SsoRequestRow,
  takeSsoOffer,
  useSsoRequest,
} from './sso.sql.ts'

const LIFE_SECONDS = 600
/** As amr.method, by the wire. */
const METHOD = 'sso/saml'

export type SsoRequest = {
  providerId: string | undefined
  domain: string | undefined
  redirectTo: string
  challenge: Challenge | undefined
  browserHash: Buffer
}

/**
 * Begins a sign-in at an identity provider.
 * @returns where the browser has to go.
 * @throws {AuthError} `saml_provider_disabled`, `sso_provider_not_found`
 */
export async function beginSso(context: AuthContext, request: SsoRequest): Promise<string> {
  const db = ownerOf(context.database)
  await requireSaml(context)
  const { providerId, domain = '' } = request
  const provider = await (providerId
    ? findSsoProvider(db, providerId)
    : findSsoProviderByDomain(db, domain.toLowerCase()))
  if (!provider) throw notFound(providerId ? 'provider_id' : 'domain')
  const relayState = randomBytes(32).toString('base64url')
  const self = serviceProviderOf(context.config.publicUrl)
  const { url, requestId } = await askIdentityProvider(self, provider, relayState)
  await insertSsoRequest(db, {
    ...request,
    providerId: provider.id,
    requestId,
    relayHash: hashOf(relayState),
    lifeSeconds: LIFE_SECONDS,
  })
  return url
}

const notFound = (by: string) => new AuthError(404, 'sso_provider_not_found', `No SSO provider assigned for this ${by}`)

/** @throws {AuthError} `saml_provider_disabled` */
export async function requireSaml(context: AuthContext): Promise<void> {
  if (!(await hasSsoProvider(ownerOf(context.database)))) throw disabled()
}

/** Before there is a provider, too. @throws {AuthError} `saml_provider_disabled` */
export function requireSwitchedOn({ config }: AuthContext): void {
  if (!config.saml) throw disabled()
}

const disabled = () => new AuthError(404, 'saml_provider_disabled', 'SAML 2.0 is disabled')

/**
 * The question that an answer belongs to.
 * @throws {AuthError} `saml_relay_state_not_found`, also for answers that nobody asked for; `saml_relay_state_expired`,
 *   `flow_state_already_used`
 */
export async function findQuestion(context: AuthContext, relayState: string): Promise<SsoRequestRow> {
  const found = await findSsoRequest(ownerOf(context.database), hashOf(relayState))
  if (!found) {
    throw new AuthError(404, 'saml_relay_state_not_found', 'SAML RelayState does not exist: begin the sign-in here')
  }
  if (found.is_used) throw used()
  if (found.is_expired) throw new AuthError(422, 'saml_relay_state_expired', 'SAML RelayState has expired')
  return found
}

const used = () => new AuthError(400, 'flow_state_already_used', 'The answer to this question was used already')

export type SamlAnswer = { request: SsoRequestRow; samlResponse: string; client: Client }
/** `pickup` is a secret with which the browser that began collects its session. */
export type SamlOutcome = { code: string } | { pickup: string }

/**
 * Takes the answer of an identity provider, once.
 * @throws {AuthError} `flow_state_already_used`, refusals of `enter`. Anything else means that the answer is not good.
 */
export async function takeAnswer(context: AuthContext, answer: SamlAnswer): Promise<SamlOutcome> {
  const { request, samlResponse, client } = answer
  const provider = await findSsoProvider(ownerOf(context.database), request.sso_provider_id)
  if (!provider) throw notFound('provider_id')
  const self = serviceProviderOf(context.config.publicUrl)
  const profile = await readAnswer(self, provider, { request, samlResponse })
  // Outside of what follows: an answer that is refused below stays used.
  if (!(await useSsoRequest(ownerOf(context.database), request.id))) throw used()
  return admit(context, { request, provider, profile, client })
}

type Admission = { request: SsoRequestRow; provider: SsoProviderRow; profile: Profile; client: Client }

async function admit(context: AuthContext, { request, provider, profile, client }: Admission): Promise<SamlOutcome> {
  const { identity, speaksForAddress } = identityOf(provider, profile)
  return admitExternal(context, { identity, client }, async (db) => {
    const user = await resolveExternalAccount(context, db, {
      identity,
      needsEmail: true,
      mayJoin: speaksForAddress,
      client,
    })
    const { code_challenge: codeChallenge, code_challenge_method: codeChallengeMethod } = request
    if (codeChallenge && codeChallengeMethod) {
      const challenge = { codeChallenge, codeChallengeMethod }
      const flow = { userId: user.id, challenge, amrMethod: METHOD, provider: provider.id, lifeSeconds: LIFE_SECONDS }
      return { code: await insertFlowState(db, flow) }
    }
    const pickup = randomBytes(32).toString('base64url')
    await offerSsoSession(db, { id: request.id, userId: user.id, pickupHash: hashOf(pickup) })
    return { pickup }
  })
}

export type Pickup = { pickup: string; isBrowser: (hash: Buffer) => boolean; client: Client }

/**
 * Opens the session that waits for the browser which began.
 * @throws {AuthError} `saml_relay_state_not_found`, also in another browser; `user_banned`
 */
export async function collectSession(
  context: AuthContext,
  { pickup, isBrowser, client }: Pickup,
): Promise<{ redirectTo: string; outcome: Outcome }> {
  return context.database.asOwner(async (db) => {
    const offer = await findSsoOffer(db, hashOf(pickup))
    if (!offer || !isBrowser(offer.browser_hash) || !(await takeSsoOffer(db, offer.id))) {
      throw new AuthError(404, 'saml_relay_state_not_found', 'No sign-in of this browser waits here')
    }
    const user = await findUser(db, offer.user_id)
    if (!user) throw new AuthError(403, 'user_banned', 'User is banned')
    if (user.is_banned) throw banned(user)
    const provider = offer.sso_provider_id
    const session = await openSession(context, db, { userId: user.id, method: METHOD, provider, client })
    return { redirectTo: offer.redirect_to, outcome: { session } }
  })
}

const hashOf = (secret: string) => createHash('sha256').update(secret).digest()
