import { hkdfSync } from 'node:crypto'
import { errors, jwtVerify, SignJWT } from 'jose'
import { z } from 'zod'
import { type Clock, secondsOf } from '../../clock.ts'
import type { Caller } from '../../db/database.ts'
import { StorageError } from '../storage-error.ts'

const ALGORITHM = 'HS256'

const claimsShape = z.object({
  /** `bucket/key`: the one object that the token is for. */
  url: z.string(),
  scope: z.enum(['download', 'upload']),
  /** Who signed, as what role and in which session: row-level security asks about them again when the address is used. */
  session_id: z.string().exactOptional(),
  sub: z.string().exactOptional(),
  role: z.enum(['anon', 'authenticated', 'service_role']).exactOptional(),
  upsert: z.boolean().exactOptional(),
})
type SignedClaims = z.infer<typeof claimsShape>

export type Target = { bucket: string; name: string }
/** Says whether who signed may still do anything. */
type Accounts = { mayAct: (userId: string) => Promise<boolean> }

/** Tokens in addresses that work without a session. Their key signs nothing else, and the two scopes are not interchangeable. */
export class SignedTargets {
  readonly #key: Uint8Array
  readonly #accounts: Accounts
  readonly #clock: Clock

  constructor(serverSecret: Buffer, accounts: Accounts, clock: Clock) {
    this.#clock = clock
    this.#accounts = accounts
    this.#key = new Uint8Array(hkdfSync('sha256', serverSecret, '', 'qs1/storage/signed', 32))
  }

  signDownload(target: Target, by: Caller, lifeSeconds: number): Promise<string> {
    return this.#sign({ url: urlOf(target), scope: 'download', ...signerOf(by) }, lifeSeconds)
  }

  signUpload(target: Target, by: Caller, options: { isUpsert: boolean; lifeSeconds: number }): Promise<string> {
    const claims = { url: urlOf(target), scope: 'upload' as const, upsert: options.isUpsert, ...signerOf(by) }
    return this.#sign(claims, options.lifeSeconds)
  }

  /**
   * As whom a download token reads, and when it ends, in seconds since 1970.
   * @throws {StorageError} `InvalidJWT` | `ExpiredToken` | `InvalidSignature`
   */
  async verifyDownload(token: string | undefined, target: Target): Promise<{ caller: Caller; expiresAt: number }> {
    const { claims, expiresAt } = await this.#verify(token)
    if (claims.scope !== 'download' || claims.url !== urlOf(target)) throw new StorageError('InvalidSignature')
    return { caller: await this.#callerOf(claims), expiresAt }
  }

  /**
   * Whom an upload token lets upload what. It ends with the account that signed it.
   * @throws {StorageError} `InvalidJWT` | `ExpiredToken` | `InvalidSignature`
   */
  async verifyUpload(token: string | undefined): Promise<{ caller: Caller; isUpsert: boolean; url: string }> {
    const { claims } = await this.#verify(token)
    const { scope, upsert = false, url } = claims
    if (scope !== 'upload') throw new StorageError('InvalidSignature')
    return { caller: await this.#callerOf(claims), isUpsert: upsert, url }
  }

  async #callerOf({ role, sub, session_id: session }: SignedClaims): Promise<Caller> {
    if (!role || (role === 'authenticated' && !(await this.#accounts.mayAct(sub ?? '')))) {
      throw new StorageError('InvalidSignature')
    }
    return {
      role,
      claims: {
        role,
        ...(sub === undefined ? {} : { sub }),
        ...(session === undefined ? {} : { session_id: session }),
      },
    }
  }

  #sign(claims: SignedClaims, lifeSeconds: number): Promise<string> {
    return new SignJWT(claims)
      .setProtectedHeader({ alg: ALGORITHM, typ: 'JWT' })
      .setIssuedAt(secondsOf(this.#clock))
      .setExpirationTime(secondsOf(this.#clock) + lifeSeconds)
      .sign(this.#key)
  }

  async #verify(token: string | undefined): Promise<{ claims: SignedClaims; expiresAt: number }> {
    if (!token) throw new StorageError('InvalidJWT', 'A token is required')
    try {
      const { payload } = await jwtVerify(token, this.#key, {
        algorithms: [ALGORITHM],
        requiredClaims: ['exp'],
        currentDate: new Date(this.#clock.nowMs()),
      })
      const claims = claimsShape.safeParse(payload)
      if (!claims.success) throw new StorageError('InvalidJWT')
      return { claims: claims.data, expiresAt: payload.exp ?? 0 }
    } catch (cause) {
      if (cause instanceof errors.JWTExpired) throw new StorageError('ExpiredToken', undefined, { cause })
      if (cause instanceof errors.JOSEError) throw new StorageError('InvalidJWT', undefined, { cause })
      throw cause
    }
  }
}

function signerOf({ role, claims: { sub, session_id: session } }: Caller): Partial<SignedClaims> {
  return {
    role,
    ...(typeof sub === 'string' ? { sub } : {}),
    ...(typeof session === 'string' ? { session_id: session } : {}),
  }
}

export const urlOf = ({ bucket, name }: Target): string => `${bucket}/${name}`
