import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

type CreationOptions = { challenge: string; rp: { id?: string }; user: { id: string } }
type RequestOptions = { challenge: string; rpId?: string; allowCredentials?: { id: string }[] }

/** What a test may do that no honest device does. */
type Lies = { origin?: string; challenge?: string; rpId?: string; isUserVerified?: boolean; count?: number }

const USER_PRESENT = 0x01
const USER_VERIFIED = 0x04
const HAS_CREDENTIAL = 0x40

/**
 * An authenticator and the browser before it, in software, for tests over HTTP: one ES256 credential, no attestation.
 * Written from WebAuthn level 3, 6.1 and 6.5; the end-to-end tests use Chromium's own.
 */
export class SoftAuthenticator {
  readonly #origin: string
  readonly #key: KeyObject
  readonly #point: { x: Buffer; y: Buffer }
  readonly id = randomBytes(16)
  userHandle: string | undefined
  count = 0

  constructor(origin: string) {
    this.#origin = origin
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
    this.#key = privateKey
    this.#point = { x: Buffer.from(x, 'base64url'), y: Buffer.from(y, 'base64url') }
  }

  /** Answers `navigator.credentials.create`, in the form of `toJSON`. */
  create(options: CreationOptions, lies: Lies = {}) {
    this.userHandle = options.user.id
    const { x, y } = this.#point
    const length = Buffer.alloc(2)
    length.writeUInt16BE(this.id.length)
    // COSE: kty 2 (EC2), alg -7 (ES256), crv 1 (P-256), x, y.
    const cose = Buffer.concat([hex('a5010203262001215820'), x, hex('225820'), y])
    const authData = Buffer.concat([
      this.#head(options.rp.id ?? '', HAS_CREDENTIAL, lies),
      Buffer.alloc(16),
      length,
      this.id,
      cose,
    ])
    // CBOR: {"fmt": "none", "attStmt": {}, "authData": bytes}
    const attestationObject = Buffer.concat([
      hex('a363666d74646e6f6e656761747453746d74a068617574684461746158'),
      Buffer.from([authData.length]),
      authData,
    ])
    const clientDataJSON = this.#clientData('webauthn.create', options.challenge, lies)
    return this.#response({
      clientDataJSON: clientDataJSON.toString('base64url'),
      attestationObject: attestationObject.toString('base64url'),
      transports: ['internal' as const, 'hybrid' as const],
    })
  }

  /** Answers `navigator.credentials.get`, in the form of `toJSON`. */
  get(options: RequestOptions, lies: Lies = {}) {
    this.count += 1
    const authenticatorData = this.#head(options.rpId ?? '', 0, lies)
    const clientDataJSON = this.#clientData('webauthn.get', options.challenge, lies)
    const signed = Buffer.concat([authenticatorData, createHash('sha256').update(clientDataJSON).digest()])
    return this.#response({
      clientDataJSON: clientDataJSON.toString('base64url'),
      authenticatorData: authenticatorData.toString('base64url'),
      signature: sign('sha256', signed, this.#key).toString('base64url'),
      ...(this.userHandle && { userHandle: this.userHandle }),
    })
  }

  #head(rpId: string, extraFlags: number, lies: Lies): Buffer {
    const flags = USER_PRESENT | (lies.isUserVerified === false ? 0 : USER_VERIFIED) | extraFlags
    const count = Buffer.alloc(4)
    count.writeUInt32BE(lies.count ?? this.count)
    return Buffer.concat([
      createHash('sha256')
        .update(lies.rpId ?? rpId)
        .digest(),
      Buffer.from([flags]),
      count,
    ])
  }

  #clientData(type: string, challenge: string, lies: Lies): Buffer {
    const data = {
      type,
      challenge: lies.challenge ?? challenge,
      origin: lies.origin ?? this.#origin,
      crossOrigin: false,
    }
    return Buffer.from(JSON.stringify(data))
  }

  #response<T extends object>(response: T) {
    const id = this.id.toString('base64url')
    // A device may add what is nobody's business but its owner's.
    const clientExtensionResults: object = { prf: { results: { first: 'a key that must stay in the browser' } } }
    return { id, rawId: id, type: 'public-key' as const, response, clientExtensionResults }
  }
}

function hex(text: string): Buffer {
  return Buffer.from(text, 'hex')
}
