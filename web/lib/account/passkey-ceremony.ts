import { fromBase64Url, toBase64Url } from '#crypto/encoding.ts'
import { PASSKEY_PRF_INPUT } from '#crypto/identity/passkey-input.ts'
import { VaultError } from '#vault/session/vault-error.ts'

type DescriptorJSON = { id: string; transports?: string[] }
/** What a server asks a new passkey for. Its extensions are left out: what the page asks for is its own. */
export type CreationOptions = Omit<
  PublicKeyCredentialCreationOptions,
  'challenge' | 'user' | 'excludeCredentials' | 'extensions'
> & {
  challenge: string
  user: { id: string; name: string; displayName: string }
  excludeCredentials?: DescriptorJSON[]
}
export type RequestOptions = Pick<PublicKeyCredentialRequestOptions, 'rpId' | 'timeout'> & { challenge: string }

/** What is sent of a credential: named here one by one, so that the output of an extension is never among it. */
type SentCredential<T> = { id: string; rawId: string; type: 'public-key'; clientExtensionResults: object; response: T }
type Answer = { clientDataJSON: string; authenticatorData: string; signature: string; userHandle?: string }
type Attestation = { clientDataJSON: string; attestationObject: string; transports: AuthenticatorTransport[] }

const CHALLENGE_BYTES = 32
const prf = { eval: { first: PASSKEY_PRF_INPUT } }

/**
 * Has the browser make a passkey.
 * @returns `canOpen`: its authenticator has the PRF extension, so it could open a vault.
 */
export async function makePasskey({
  challenge,
  user,
  excludeCredentials = [],
  ...options
}: CreationOptions): Promise<{ credential: SentCredential<Attestation>; canOpen: boolean }> {
  const made = await navigator.credentials.create({
    publicKey: {
      ...options,
      challenge: fromBase64Url(challenge),
      user: { ...user, id: fromBase64Url(user.id) },
      excludeCredentials: excludeCredentials.map(({ id }) => ({ id: fromBase64Url(id), type: 'public-key' })),
      extensions: { prf: {} },
    },
  })
  if (!(made instanceof PublicKeyCredential) || !(made.response instanceof AuthenticatorAttestationResponse)) {
    throw stopped()
  }
  const { clientDataJSON, attestationObject } = made.response
  return {
    credential: {
      ...sent(made),
      response: {
        clientDataJSON: text(clientDataJSON),
        attestationObject: text(attestationObject),
        transports: made.response.getTransports() as AuthenticatorTransport[],
      },
    },
    canOpen: made.getClientExtensionResults().prf?.enabled === true,
  }
}

export type UsedPasskey = {
  credential: SentCredential<Answer>
  /** base64url. */
  credentialId: string
  /** Null where the authenticator has no PRF extension. */
  prfOutput: Uint8Array | null
}

/** Has the person use a passkey, and asks its PRF extension. */
export async function usePasskey({ challenge, rpId, timeout }: RequestOptions): Promise<UsedPasskey> {
  const used = await navigator.credentials.get({
    publicKey: {
      challenge: fromBase64Url(challenge),
      ...(rpId !== undefined && { rpId }),
      ...(timeout !== undefined && { timeout }),
      // Without it, another secret would answer.
      userVerification: 'required',
      extensions: { prf },
    },
  })
  if (!(used instanceof PublicKeyCredential) || !(used.response instanceof AuthenticatorAssertionResponse)) {
    throw stopped()
  }
  const { clientDataJSON, authenticatorData, signature, userHandle } = used.response
  const output = used.getClientExtensionResults().prf?.results?.first
  return {
    credential: {
      ...sent(used),
      response: {
        clientDataJSON: text(clientDataJSON),
        authenticatorData: text(authenticatorData),
        signature: text(signature),
        ...(userHandle && { userHandle: text(userHandle) }),
      },
    },
    credentialId: text(used.rawId),
    prfOutput: output ? bytesOf(output) : null,
  }
}

/** For the vault alone: the server takes no part, so the challenge is for nobody. @throws {VaultError} `passkey_stopped` | `passkey_without_prf` */
export async function openingPasskey(): Promise<{ credentialId: string; prfOutput: Uint8Array }> {
  const challenge = toBase64Url(crypto.getRandomValues(new Uint8Array(CHALLENGE_BYTES)))
  const { credentialId, prfOutput } = await usePasskey({
    challenge,
    rpId: location.hostname,
  }).catch((cause: unknown) => {
    throw new VaultError('passkey_stopped', 'No passkey was used.', { cause })
  })
  if (!prfOutput) throw new VaultError('passkey_without_prf', 'This passkey has no PRF extension.')
  return { credentialId, prfOutput }
}

const sent = ({ rawId }: PublicKeyCredential) => ({
  id: text(rawId),
  rawId: text(rawId),
  type: 'public-key' as const,
  clientExtensionResults: {},
})
const text = (bytes: ArrayBuffer): string => toBase64Url(new Uint8Array(bytes))
const stopped = () => new VaultError('passkey_stopped', 'No passkey was used.')

function bytesOf(source: BufferSource): Uint8Array {
  return ArrayBuffer.isView(source)
    ? new Uint8Array(source.buffer, source.byteOffset, source.byteLength).slice()
    : new Uint8Array(source).slice()
}
