import type { Profile } from '@node-saml/node-saml'
import type { ExternalIdentity } from '../external/external-account.service.ts'
import { email as emailSchema } from '../schemas.ts'
import type { SsoProviderRow } from './sso.sql.ts'

const EMAIL_FORMAT = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress'
const TRANSIENT_FORMAT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient'
const EMAIL_NAMES = [
  'email',
  'mail',
  'urn:oid:0.9.2342.19200300.100.1.3',
  'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress',
]
/** User data travels in every access token. */
const LONGEST_TEXT = 300
const MOST_CLAIMS = 10

/**
 * Who an assertion is about.
 *
 * `speaksForAddress`: the address lies in a domain that the administrator has given to this provider. Only then does it open
 * an account that exists already. A provider that has domains may vouch for no address outside of them; one that has none is
 * believed for new accounts.
 */
export function identityOf(
  provider: SsoProviderRow,
  profile: Profile,
): { identity: ExternalIdentity; speaksForAddress: boolean } {
  // A transient name is another one at every sign-in.
  if (!profile.nameID || profile.nameIDFormat === TRANSIENT_FORMAT)
    throw new Error('the assertion names nobody for good')
  const attributes = readAttributes(profile)
  const email = emailSchema.safeParse(emailIn(provider, profile, attributes)).data
  const domain = email?.split('@').at(-1)
  const speaksForAddress = provider.domains.some((entry) => entry.domain === domain)
  const isEmailVerified = email !== undefined && (speaksForAddress || provider.domains.length === 0)
  const data = {
    iss: provider.entity_id,
    sub: profile.nameID,
    provider_id: profile.nameID,
    ...(email !== undefined && { email }),
    email_verified: isEmailVerified,
    phone_verified: false,
    custom_claims: mapped(provider, attributes),
  }
  const subject = profile.nameID
  return { identity: { provider: `sso:${provider.id}`, subject, email, isEmailVerified, data }, speaksForAddress }
}

type Attributes = Map<string, string[]>

function readAttributes({ attributes }: Profile): Attributes {
  const entries = typeof attributes === 'object' && attributes !== null ? Object.entries(attributes) : []
  return new Map(
    entries.map(([name, value]) => [
      name,
      (Array.isArray(value) ? value : [value]).filter((item): item is string => typeof item === 'string'),
    ]),
  )
}

function emailIn(provider: SsoProviderRow, profile: Profile, attributes: Attributes): unknown {
  const rule = provider.attribute_mapping.keys?.email
  const names = rule ? namesOf(rule) : EMAIL_NAMES
  const named = names.flatMap((name) => attributes.get(name) ?? [])[0]
  return named ?? (!rule && profile.nameIDFormat === EMAIL_FORMAT ? profile.nameID : undefined)
}

function mapped(provider: SsoProviderRow, attributes: Attributes): Record<string, unknown> {
  const claims: Record<string, unknown> = {}
  for (const [key, rule] of Object.entries(provider.attribute_mapping.keys ?? {}).slice(0, MOST_CLAIMS)) {
    if (key === 'email') continue
    const values = namesOf(rule)
      .flatMap((name) => attributes.get(name) ?? [])
      .map((value) => value.slice(0, LONGEST_TEXT))
    const value = rule.array ? values.slice(0, MOST_CLAIMS) : values[0]
    const chosen = values.length > 0 ? value : rule.default
    if (chosen !== undefined) claims[key] = chosen
  }
  return claims
}

const namesOf = ({ name, names = [] }: { name?: string; names?: string[] }) => (name ? [name, ...names] : names)
