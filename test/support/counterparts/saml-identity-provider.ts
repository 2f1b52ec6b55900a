import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import zlib from 'node:zlib'
import * as samlify from 'samlify'

const EMAIL_FORMAT = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress'
const PERSISTENT_FORMAT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent'
const LIFE_MS = 300_000

// What the tests are about is checked by the server; samlify only makes the answers.
samlify.setSchemaValidator({ validate: () => Promise.resolve('skipped') })

/** A question as it arrives at the identity provider. */
export type Question = { id: string; acsUrl: string; issuer: string; relayState: string; destination: string }

export type Answer = {
  question: Question
  nameId?: string
  email?: string
  /** Fields of the answer that the test sets otherwise. */
  changes?: Record<string, string>
  isAssertionSigned?: boolean
}

export type SamlIdentityProvider = {
  entityId: string
  metadata: string
  /** The form fields that a browser would post. */
  answer: (answer: Answer) => Promise<Record<'SAMLResponse' | 'RelayState', string>>
}

/** An identity provider of an organisation, by samlify, with a key of its own. */
export function createSamlIdentityProvider(signInUrl = 'https://idp.example.test/sso'): SamlIdentityProvider {
  const entityId = `https://idp-${randomUUID().slice(0, 8)}.example.test/metadata`
  const { key, certificate } = selfSigned()
  const signing = samlify.IdentityProvider({
    entityID: entityId,
    privateKey: key,
    signingCert: certificate,
    isAssertionEncrypted: false,
    requestSignatureAlgorithm: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
    messageSigningOrder: 'sign-then-encrypt',
    wantAuthnRequestsSigned: false,
    nameIDFormat: [EMAIL_FORMAT],
    // Not used; samlify misses it.
    singleLogoutService: [{ Binding: 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect', Location: signInUrl }],
    singleSignOnService: [
      {
        Binding: 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect',
        Location: signInUrl,
      },
    ],
    loginResponseTemplate: {
      context: samlify.SamlLib.defaultLoginResponseTemplate.context,
      attributes: ATTRIBUTES,
    },
  })
  return {
    entityId,
    metadata: signing.getMetadata(),
    answer: async ({ question, isAssertionSigned = true, ...facts }) => {
      const service = samlify.ServiceProvider({
        entityID: question.issuer,
        wantAssertionsSigned: isAssertionSigned,
        wantMessageSigned: !isAssertionSigned,
        assertionConsumerService: [
          { Binding: 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST', Location: question.acsUrl },
        ],
      })
      const values = valuesOf(entityId, question, facts)
      const made = await signing.createLoginResponse(
        service,
        { extract: { request: { id: question.id } } },
        'post',
        {},
        (template: string) => ({ id: values.ID, context: samlify.SamlLib.replaceTagsByValue(template, values) }),
      )
      return { SAMLResponse: made.context, RelayState: question.relayState }
    },
  }
}

const ATTRIBUTES = [
  {
    name: 'mail',
    nameFormat: 'urn:oasis:names:tc:SAML:2.0:attrname-format:basic',
    valueXsiType: 'xs:string',
    valueTag: 'user.email',
  },
  {
    name: 'department',
    nameFormat: 'urn:oasis:names:tc:SAML:2.0:attrname-format:basic',
    valueXsiType: 'xs:string',
    valueTag: 'user.department',
  },
]

function valuesOf(
  entityId: string,
  question: Question,
  { nameId = randomUUID(), email = '', changes }: Omit<Answer, 'question' | 'isAssertionSigned'>,
): Record<string, string> & { ID: string } {
  const now = new Date()
  const end = new Date(now.getTime() + LIFE_MS).toISOString()
  return {
    ID: `_${randomUUID()}`,
    AssertionID: `_${randomUUID()}`,
    Destination: question.acsUrl,
    Audience: question.issuer,
    EntityID: question.issuer,
    SubjectRecipient: question.acsUrl,
    Issuer: entityId,
    IssueInstant: now.toISOString(),
    AssertionConsumerServiceURL: question.acsUrl,
    StatusCode: 'urn:oasis:names:tc:SAML:2.0:status:Success',
    ConditionsNotBefore: now.toISOString(),
    ConditionsNotOnOrAfter: end,
    SubjectConfirmationDataNotOnOrAfter: end,
    NameIDFormat: PERSISTENT_FORMAT,
    NameID: nameId,
    InResponseTo: question.id,
    AuthnStatement: '',
    attrUserEmail: email,
    attrUserDepartment: 'Research',
    ...changes,
  }
}

/** Reads the address that a browser is sent to. */
export function readQuestion(url: string): Question {
  const { searchParams, origin, pathname } = new URL(url)
  const xml = zlib.inflateRawSync(Buffer.from(searchParams.get('SAMLRequest') ?? '', 'base64')).toString()
  const find = (pattern: RegExp) => pattern.exec(xml)?.[1] ?? ''
  return {
    id: find(/ ID="([^"]+)"/),
    acsUrl: find(/AssertionConsumerServiceURL="([^"]+)"/),
    issuer: find(/<saml:Issuer[^>]*>([^<]+)</),
    relayState: searchParams.get('RelayState') ?? '',
    destination: origin + pathname,
  }
}

function selfSigned(): { key: string; certificate: string } {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'quantumshield-idp-'))
  const [keyFile, certificateFile] = [path.join(folder, 'key.pem'), path.join(folder, 'certificate.pem')]
  const key = ['-newkey', 'rsa:2048', '-nodes', '-keyout', keyFile]
  execFileSync('openssl', ['req', '-x509', ...key, '-out', certificateFile, '-days', '2', '-subj', '/CN=idp'], {
    stdio: 'ignore',
  })
  const made = { key: fs.readFileSync(keyFile, 'utf8'), certificate: fs.readFileSync(certificateFile, 'utf8') }
  fs.rmSync(folder, { recursive: true })
  return made
}
