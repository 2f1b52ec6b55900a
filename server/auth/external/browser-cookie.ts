import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'

const LIFE_SECONDS = 600
const FORM = /^[\w-]{43}$/

/**
 * Ties a sign-in elsewhere to the browser that began it: nobody can finish their own sign-in in a stranger's browser, or
 * have a stranger finish one that adds an identity to their account.
 *
 * `Lax`, because the way back is a navigation from another site.
 */
export class BrowserCookie {
  readonly #name: string
  readonly #attributes: string

  constructor(publicUrl: string) {
    const isSecure = publicUrl.startsWith('https:')
    // The prefix needs Secure, which browsers refuse on http://localhost.
    this.#name = isSecure ? '__Host-qs-sign-in' : 'qs-sign-in'
    this.#attributes = `Path=/; HttpOnly; SameSite=Lax; Max-Age=${LIFE_SECONDS}${isSecure ? '; Secure' : ''}`
  }

  /** The hash of the secret that this browser holds; gives it one when it has none. */
  mark(request: FastifyRequest, reply: FastifyReply): Buffer {
    const secret = this.#read(request) ?? randomBytes(32).toString('base64url')
    reply.header('set-cookie', `${this.#name}=${secret}; ${this.#attributes}`)
    return hashOf(secret)
  }

  /** True when the request comes from the browser that `mark` answered with `hash`. */
  isMarked(request: FastifyRequest, hash: Buffer): boolean {
    const secret = this.#read(request)
    return secret !== undefined && timingSafeEqual(hashOf(secret), hash)
  }

  #read({ headers }: FastifyRequest): string | undefined {
    for (const part of (headers.cookie ?? '').split(';')) {
      const [name = '', value = ''] = part.split('=', 2)
      if (name.trim() === this.#name && FORM.test(value.trim())) return value.trim()
    }
    return undefined
  }
}

const hashOf = (secret: string) => createHash('sha256').update(secret).digest()
