import { z } from 'zod'

// Only when somebody uses it: it loads slowly, and every start would wait for it.
const library = () => import('@simplewebauthn/server')

/** Who asks authenticators. Credentials are bound to `id`, so they work only under the host name they were made for. */
export type RelyingParty = { id: string; origin: string; name: string }

/** What is kept of an authenticator's credential. */
export type Credential = { credential_id: Buffer; public_key: Buffer; sign_count: number; transports: string[] }

type Descriptor = Pick<Credential, 'credential_id' | 'transports'>
type Verification = 'required' | 'discouraged'

const TIMEOUT_MS = 300_000
const base64url = (longest: number) =>
  z
    .string()
    .regex(/^[\w-]+$/)
    .max(longest)
const frame = { id: base64url(1400), rawId: base64url(1400), type: z.literal('public-key') }
const TRANSPORTS = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const
// Results of extensions are dropped here: with PRF they hold a key that is none of the server's business.
const registration = z.object({
  ...frame,
  response: z.object({
    clientDataJSON: base64url(8192),
    attestationObject: base64url(65_536),
    transports: z.array(z.string().max(32)).max(16).optional(),
  }),
})
const assertion = z.object({
  ...frame,
  response: z.object({
    clientDataJSON: base64url(8192),
    authenticatorData: base64url(8192),
    signature: base64url(16_384),
    userHandle: base64url(128).nullish(),
  }),
})

/** The relying party at a public address. Browsers refuse one that is an IP address. */
export function relyingParty(publicUrl: string): RelyingParty {
  const { hostname, origin } = new URL(publicUrl)
  return { id: hostname, origin, name: 'QuantumShield' }
}

type Creation = {
  /** 16 bytes as an UUID; an authenticator keeps one discoverable credential for each. */
  handle: string
  userName: string
  exclude: Descriptor[]
  /** True for a credential that must be found without a user name. */
  isDiscoverable: boolean
  verification: Verification
}

/** Options for `navigator.credentials.create`; `challenge` must be kept. Attestation is not asked for: any device will do. */
export async function creationOptions(rp: RelyingParty, { handle, userName, exclude, ...options }: Creation) {
  const { generateRegistrationOptions } = await library()
  return generateRegistrationOptions({
    rpID: rp.id,
    rpName: rp.name,
    userName,
    userDisplayName: userName,
    userID: uuidBytes(handle),
    timeout: TIMEOUT_MS,
    attestationType: 'none',
    excludeCredentials: exclude.map(described),
    authenticatorSelection: {
      residentKey: options.isDiscoverable ? 'required' : 'discouraged',
      userVerification: options.verification,
    },
  })
}

/** Options for `navigator.credentials.get`; with nothing in `allow` the person chooses among discoverable credentials. */
export async function requestOptions(
  rp: RelyingParty,
  { allow, verification }: { allow: Descriptor[]; verification: Verification },
) {
  const { generateAuthenticationOptions } = await library()
  return generateAuthenticationOptions({
    rpID: rp.id,
    timeout: TIMEOUT_MS,
    allowCredentials: allow.map(described),
    userVerification: verification,
  })
}

type Expected = { challenge: string; verification: Verification }

/** The credential in a response to `creationOptions`, or null when the response proves nothing. */
export async function readCreation(
  rp: RelyingParty,
  response: unknown,
  expected: Expected,
): Promise<Credential | null> {
  const parsed = registration.safeParse(response)
  if (!parsed.success) return null
  const { verifyRegistrationResponse } = await library()
  const verified = await orNull(
    verifyRegistrationResponse({
      response: { ...parsed.data, response: withoutTransports(parsed.data.response), clientExtensionResults: {} },
      expectedChallenge: expected.challenge,
      expectedOrigin: rp.origin,
      expectedRPID: rp.id,
      requireUserVerification: expected.verification === 'required',
    }),
  )
  if (!verified?.verified) return null
  const { id, publicKey, counter } = verified.registrationInfo.credential
  const reported = parsed.data.response.transports ?? []
  return {
    credential_id: Buffer.from(id, 'base64url'),
    public_key: Buffer.from(publicKey),
    sign_count: counter,
    transports: TRANSPORTS.filter((transport) => reported.includes(transport)),
  }
}

/** Which credential a response to `requestOptions` claims to come from, and of whom. Nothing is proven yet. */
export function claimedCredential(response: unknown): { id: Buffer; handle: string | undefined } | null {
  const parsed = assertion.safeParse(response)
  if (!parsed.success) return null
  const { userHandle } = parsed.data.response
  return { id: Buffer.from(parsed.data.id, 'base64url'), handle: userHandle ? uuidText(userHandle) : undefined }
}

/** The new count of signatures when `credential` signed the challenge, or null. A count that fell marks a copy. */
export async function readAssertion(
  rp: RelyingParty,
  response: unknown,
  { credential, challenge, verification }: Expected & { credential: Credential },
): Promise<number | null> {
  const parsed = assertion.safeParse(response)
  if (!parsed.success) return null
  const { userHandle, ...signed } = parsed.data.response
  const { verifyAuthenticationResponse } = await library()
  const verified = await orNull(
    verifyAuthenticationResponse({
      response: {
        ...parsed.data,
        response: { ...signed, ...(userHandle && { userHandle }) },
        clientExtensionResults: {},
      },
      expectedChallenge: challenge,
      expectedOrigin: rp.origin,
      expectedRPID: rp.id,
      requireUserVerification: verification === 'required',
      credential: {
        id: credential.credential_id.toString('base64url'),
        publicKey: Uint8Array.from(credential.public_key),
        counter: credential.sign_count,
      },
    }),
  )
  return verified?.verified ? verified.authenticationInfo.newCounter : null
}

// The library throws for everything that is wrong with a response, from its origin to its signature.
async function orNull<T>(verification: Promise<T>): Promise<T | null> {
  return verification.catch(() => null)
}

function described({ credential_id: id, transports }: Descriptor) {
  return { id: id.toString('base64url'), transports }
}

function withoutTransports({ clientDataJSON, attestationObject }: z.output<typeof registration>['response']) {
  return { clientDataJSON, attestationObject }
}

function uuidBytes(uuid: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(Buffer.from(uuid.replaceAll('-', ''), 'hex'))
}

function uuidText(userHandle: string): string {
  const hex = Buffer.from(userHandle, 'base64url').toString('hex')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
