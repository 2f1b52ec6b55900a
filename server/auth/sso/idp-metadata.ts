import { X509Certificate } from 'node:crypto'
import type { Outbound } from '#server/outbound/outbound.ts'
import { isSafe } from '../oauth/provider-settings.ts'

const REDIRECT = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect'
const IDP = `/*[local-name()='EntityDescriptor']/*[local-name()='IDPSSODescriptor']`
const LONGEST_BYTES = 512 * 1024

export type IdpMetadata = {
  entityId: string
  /** PEM certificates of the keys that sign. */
  certificates: string[]
  /** Where people are sent to, by redirect. */
  signInUrl: string
}

/**
 * Reads the metadata of one identity provider (SAML 2.0 metadata §2.4.3).
 * @throws {Error} that says what is missing.
 */
export async function readIdpMetadata(xml: string): Promise<IdpMetadata> {
  // Entities and external documents have no business here.
  if (xml.includes('<!DOCTYPE')) throw new Error('metadata must not have a document type')
  const { default: tools } = await import('@node-saml/node-saml/lib/xml.js')
  const document = await tools.parseDomFromString(xml)
  const first = (path: string) => tools.xpath.selectAttributes(document, path)[0]?.value

  const entityId = first(`/*[local-name()='EntityDescriptor']/@entityID`)
  if (!entityId) throw new Error('metadata must describe one entity with an entityID')
  const signInUrl = first(`${IDP}/*[local-name()='SingleSignOnService'][@Binding='${REDIRECT}']/@Location`)
  if (!signInUrl || !URL.canParse(signInUrl)) throw new Error('metadata has no SingleSignOnService with HTTP-Redirect')
  if (!isSafe(signInUrl)) throw new Error('the SingleSignOnService must be reached by https')
  const keys = tools.xpath.selectElements(
    document,
    `${IDP}/*[local-name()='KeyDescriptor'][not(@use) or @use='signing']//*[local-name()='X509Certificate']`,
  )
  const certificates = keys.map((key) => toPem(key.textContent ?? ''))
  if (certificates.length === 0) throw new Error('metadata has no signing certificate')
  return { entityId, certificates, signInUrl }
}

function toPem(base64: string): string {
  try {
    return new X509Certificate(Buffer.from(base64, 'base64')).toString()
  } catch (cause) {
    throw new Error('metadata has a certificate that cannot be read', { cause })
  }
}

/** Fetches metadata. @throws {Error} when the address may not be reached, redirects, is slow or answers too much. */
export async function fetchIdpMetadata(outbound: Outbound, url: string): Promise<string> {
  const { status, body, isCut } = await outbound.request(url, { method: 'GET', mostBytes: LONGEST_BYTES })
  if (status !== 200) throw new Error(`the address answered ${status}`)
  if (isCut) throw new Error('the metadata is too long')
  return body.toString('utf8')
}
