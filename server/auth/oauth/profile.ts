import type { Configuration, TokenEndpointResponse, TokenEndpointResponseHelpers } from 'openid-client'
import { z } from 'zod'
import type { ExternalIdentity } from '../external/external-account.service.ts'
import { email as emailSchema } from '../schemas.ts'
import { gitHubApi } from './provider-settings.ts'
import type { Provider } from './providers.ts'

/** User data travels in every access token. */
const LONGEST_TEXT = 300

const text = z.string().max(LONGEST_TEXT).optional().catch(undefined)
// Apple writes it as text.
const flag = z.union([z.boolean(), z.stringbool()]).catch(false)

const claimsShape = z.object({
  iss: text,
  sub: z.string().min(1).max(255),
  email: text,
  email_verified: flag.optional(),
  name: text,
  given_name: text,
  family_name: text,
  picture: text,
  preferred_username: text,
})

type Answer = TokenEndpointResponse & TokenEndpointResponseHelpers

/** Who somebody is, by the provider's answer. @throws when the provider answers badly. */
export async function readProfile(
  provider: Provider,
  configuration: Configuration,
  answer: Answer,
): Promise<ExternalIdentity> {
  if (!provider.isOpenId) return gitHubProfile(provider, configuration, answer.access_token)
  const { fetchUserInfo } = await import('openid-client')
  const claims = answer.claims()
  if (!claims) throw new Error('the provider sent no ID token')
  // Some providers put the address into the ID token, some only here.
  const asks = claims.email === undefined && configuration.serverMetadata().userinfo_endpoint !== undefined
  const info = asks ? await fetchUserInfo(configuration, answer.access_token, claims.sub) : {}
  return openIdProfile(provider.name, { ...info, ...claims })
}

/** Who somebody is, by verified claims. */
export function openIdProfile(provider: string, claims: Record<string, unknown>): ExternalIdentity {
  const { sub, email, email_verified: isVerified = false, ...rest } = claimsShape.parse(claims)
  const name = rest.name ?? [rest.given_name, rest.family_name].filter(Boolean).join(' ')
  return identityOf(provider, {
    subject: sub,
    email,
    isEmailVerified: isVerified,
    data: { iss: rest.iss, name, picture: rest.picture, preferred_username: rest.preferred_username },
  })
}

const gitHubUser = z.object({ id: z.int(), login: text, name: text, avatar_url: text })
const gitHubEmails = z.array(z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() }))

async function gitHubProfile(
  provider: Provider,
  configuration: Configuration,
  accessToken: string,
): Promise<ExternalIdentity> {
  const { fetchProtectedResource } = await import('openid-client')
  const get = async (path: string) => {
    const headers = new Headers({ accept: 'application/vnd.github+json', 'user-agent': 'QuantumShield' })
    const url = new URL(gitHubApi(provider) + path)
    const response = await fetchProtectedResource(configuration, accessToken, url, 'GET', null, headers)
    if (!response.ok) throw new Error(`the provider answered ${response.status}`)
    return response.json()
  }
  const user = gitHubUser.parse(await get('/user'))
  const primary = gitHubEmails.parse(await get('/user/emails')).find((entry) => entry.primary)
  return identityOf(provider.name, {
    subject: String(user.id),
    email: primary?.email,
    isEmailVerified: primary?.verified ?? false,
    data: {
      iss: gitHubApi(provider),
      name: user.name ?? user.login,
      picture: user.avatar_url,
      preferred_username: user.login,
    },
  })
}

type Facts = {
  subject: string
  email: string | undefined
  isEmailVerified: boolean
  data: Record<'iss' | 'name' | 'picture' | 'preferred_username', string | undefined>
}

// Clients look for names of several generations.
function identityOf(provider: string, { subject, email, isEmailVerified, data }: Facts): ExternalIdentity {
  const address = emailSchema.safeParse(email).data
  const facts = {
    iss: data.iss,
    sub: subject,
    provider_id: subject,
    email: address,
    email_verified: address !== undefined && isEmailVerified,
    phone_verified: false,
    name: data.name || undefined,
    full_name: data.name || undefined,
    picture: data.picture,
    avatar_url: data.picture,
    preferred_username: data.preferred_username,
    user_name: data.preferred_username,
  }
  return {
    provider,
    subject,
    email: address,
    isEmailVerified: facts.email_verified,
    data: Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined)),
  }
}
