import { randomUUID } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { FRAME_TOKEN } from '#contract/checks/checks.ts'
import { BASELINE_HEADERS } from '#contract/delivery/document-headers.ts'
import type { Clock } from '../clock.ts'
import { Refusal, refusalsOf } from './refusal.ts'
import { Tickets } from './tickets.ts'

const LIFETIME_SECONDS = 60

const frameError = refusalsOf({
  expired: [403, 'This leave to frame a document has expired'],
  invalid: [403, 'This is no leave to frame a document'],
})

/**
 * Documents forbid being framed. The comprehensive test looks at some of them in frames of narrow width, each with leave of its own: for one
 * address, once, for a minute, and for pages of the same origin only (docs/decisions/0160-documents-are-framed-by-the-test-of-their-own-origin.md).
 */
export class Frames {
  readonly #tickets: Tickets
  readonly #clock: Clock
  /** What was used here, with the time when it would have expired. */
  readonly #used = new Map<string, number>()

  constructor({ serverSecret, clock }: { serverSecret: Buffer; clock: Clock }) {
    this.#clock = clock
    this.#tickets = new Tickets({
      serverSecret,
      clock,
      keyInfo: 'qs1/checks/frame',
      claim: 'document',
      lifetimeSeconds: LIFETIME_SECONDS,
      refuse: {
        expired: (options) => frameError('expired', options),
        invalid: (options) => frameError('invalid', options),
      },
    })
  }

  /** @param pathname of the document; without a query. */
  issue(pathname: string): Promise<string> {
    return this.#tickets.issue(`${randomUUID()} ${pathname}`)
  }

  /** The headers of a document that may be framed by its own origin; none where the request has no leave. */
  async headersFor({ method, url }: FastifyRequest, policy: string | undefined): Promise<Record<string, string>> {
    const [pathname = '', query] = url.split('?', 2)
    const token = new URLSearchParams(query).get(FRAME_TOKEN)
    if (token === null || method !== 'GET' || !(await this.#redeem(token, pathname))) return {}
    const strict = policy ?? BASELINE_HEADERS['content-security-policy']
    return {
      'content-security-policy': strict.replace(`frame-ancestors 'none'`, `frame-ancestors 'self'`),
      'x-frame-options': 'SAMEORIGIN',
    }
  }

  async #redeem(token: string, pathname: string): Promise<boolean> {
    const leave = await this.#tickets.read(token).catch((error: unknown) => {
      if (error instanceof Refusal) return undefined
      throw error
    })
    if (leave === undefined) return false
    const now = this.#clock.nowMs()
    for (const [one, endsAt] of this.#used) if (endsAt < now) this.#used.delete(one)
    if (this.#used.has(leave) || leave.slice(leave.indexOf(' ') + 1) !== pathname) return false
    this.#used.set(leave, now + LIFETIME_SECONDS * 1000)
    return true
  }
}
