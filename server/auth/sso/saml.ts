import type { Profile, SAML } from '@node-saml/node-saml'
import { z } from 'zod'
import type { SsoProviderRow, SsoRequestRow } from './sso.sql.ts'
import { readIdpMetadata } from './idp-metadata.ts'

const CLOCK_MS = 60_000
const REQUEST_LIFE_MS = 600_000

/** Our own addresses, as identity providers know them. */
export type ServiceProvider = { entityId: string; acsUrl: string }

export function serviceProviderOf(publicUrl: string): ServiceProvider {
  const base = `${publicUrl}/auth/v1/sso/saml`
  return { entityId: `${base}/metadata`, acsUrl: `${base}/acs` }
}

/** The document that administrators give to their identity provider. */
export async function serviceProviderMetadata({ entityId, acsUrl }: ServiceProvider): Promise<string> {
  const { generateServiceProviderMetadata } = await import('@node-saml/node-saml')
  return generateServiceProviderMetadata({ issuer: entityId, callbackUrl: acsUrl, wantAssertionsSigned: true })
}

/** Asks the identity provider who somebody is. @returns the address to go to, and the ID of the question. */
export async function askIdentityProvider(
  self: ServiceProvider,
  provider: SsoProviderRow,
  relayState: string,
): Promise<{ url: string; requestId: string }> {
  let requestId: string | undefined
  const saml = await createSaml(self, provider, {
    saveAsync: async (key, value) => {
      requestId = key
      return { value, createdAt: Date.now() }
    },
    getAsync: async () => null,
    removeAsync: async () => null,
  })
  const url = await saml.getAuthorizeUrlAsync(relayState, undefined, {})
  if (!requestId) throw new Error('the library made no request id')
  return { url, requestId }
}

/**
 * Checks the answer to one question: signature of the assertion, times, audience and, in its signed part, that it answers
 * this question of ours.
 * @throws when anything is wrong with it. The question stays open then, so a forged answer spoils nothing.
 */
export async function readAnswer(
  self: ServiceProvider,
  provider: SsoProviderRow,
  { request, samlResponse }: { request: SsoRequestRow; samlResponse: string },
): Promise<Profile> {
  const saml = await createSaml(self, provider, {
    saveAsync: async () => null,
    getAsync: async (key) => (key === request.request_id ? request.created_at.toISOString() : null),
    // The library would end the question for a forged answer as well; the service does it after a good one.
    removeAsync: async () => null,
  })
  const { profile } = await saml.validatePostResponseAsync({ SAMLResponse: samlResponse })
  if (!profile) throw new Error('the answer has no assertion')
  if (profile.issuer !== provider.entity_id) throw new Error('the assertion is by another issuer')
  if (!confirms(profile, { requestId: request.request_id, acsUrl: self.acsUrl })) {
    throw new Error('the assertion answers another question')
  }
  return profile
}

// The library compares InResponseTo of the response, which need not be signed, and lets the assertion leave its own out.
const confirmation = z.object({
  SubjectConfirmationData: z.tuple([
    z.object({ $: z.object({ InResponseTo: z.string(), Recipient: z.string(), NotOnOrAfter: z.string() }) }),
  ]),
})
const assertionShape = z.object({
  Assertion: z.object({ Subject: z.tuple([z.object({ SubjectConfirmation: z.array(z.unknown()) })]) }),
})

function confirms(profile: Profile, wanted: { requestId: string; acsUrl: string }): boolean {
  const parsed = assertionShape.safeParse(profile.getAssertion?.())
  if (!parsed.success) return false
  return parsed.data.Assertion.Subject[0].SubjectConfirmation.some((entry) => {
    const { data } = confirmation.safeParse(entry)
    const facts = data?.SubjectConfirmationData[0].$
    return facts?.InResponseTo === wanted.requestId && facts.Recipient === wanted.acsUrl
  })
}

type Cache = SAML['options']['cacheProvider']

async function createSaml(self: ServiceProvider, provider: SsoProviderRow, cacheProvider: Cache): Promise<SAML> {
  const { SAML, ValidateInResponseTo } = await import('@node-saml/node-saml')
  const { certificates, signInUrl } = await readIdpMetadata(provider.metadata_xml)
  return new SAML({
    issuer: self.entityId,
    callbackUrl: self.acsUrl,
    audience: self.entityId,
    idpIssuer: provider.entity_id,
    idpCert: certificates,
    entryPoint: signInUrl,
    identifierFormat: provider.name_id_format,
    wantAssertionsSigned: true,
    wantAuthnResponseSigned: false,
    validateInResponseTo: ValidateInResponseTo.always,
    requestIdExpirationPeriodMs: REQUEST_LIFE_MS,
    acceptedClockSkewMs: CLOCK_MS,
    disableRequestedAuthnContext: true,
    cacheProvider,
  })
}
