import { z } from 'zod'
import { REWRITTEN_HOURS } from '#contract/studio/rewriting.ts'
import type { Clock } from '../../clock.ts'
import { Tickets } from '../../http/tickets.ts'
import { contentError } from '../content-requests.ts'

const facts = z.object({
  /** SHA-256 of the rewritten passage, and of the one that was there. */
  passage: z.string(),
  original: z.string(),
  model: z.string(),
  /** SHA-256 of what the model was asked. */
  prompt: z.string(),
  person: z.string(),
  /** The organisation whose model it was. */
  tenant: z.string(),
})
export type RewriteFacts = z.output<typeof facts>

/** Proofs of a passage that a model wrote, until it is taken into a text: nothing of it is stored before. */
export class RewriteTickets {
  readonly #tickets: Tickets

  constructor({ serverSecret, clock }: { serverSecret: Buffer; clock: Clock }) {
    this.#tickets = new Tickets({
      serverSecret,
      clock,
      keyInfo: 'qs1/rewritten-passage',
      claim: 'rewritten',
      lifetimeSeconds: REWRITTEN_HOURS * 60 * 60,
      refuse: {
        expired: (options) => contentError('rewriting_expired', options),
        invalid: (options) => contentError('no_rewriting', options),
      },
    })
  }

  issue(rewritten: RewriteFacts): Promise<string> {
    return this.#tickets.issue(JSON.stringify(rewritten))
  }

  /** @throws {Refusal} `rewriting_expired`, `no_rewriting` */
  async read(ticket: string): Promise<RewriteFacts> {
    const read = facts.safeParse(JSON.parse(await this.#tickets.read(ticket)))
    // A server of an earlier version left out what is asked now.
    if (!read.success) throw contentError('no_rewriting', { cause: read.error })
    return read.data
  }
}
