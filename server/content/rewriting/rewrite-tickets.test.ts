import { expect, test } from 'vitest'
import { REWRITTEN_HOURS } from '#contract/studio/rewriting.ts'
import { RewriteTickets } from './rewrite-tickets.ts'

const FACTS = { passage: 'a', original: 'b', model: 'tiny-1', prompt: 'c', person: 'ada', tenant: 'home' }
const clockAt = (hours: number) => ({
  nowMs: () => hours * 60 * 60_000,
  elapsedMs: () => 0,
  sleep: async () => undefined,
})
const ticketsAt = (hours: number, secret = 'one') =>
  new RewriteTickets({ serverSecret: Buffer.from(secret), clock: clockAt(hours) })

test('a rewritten passage can be taken for a day, on the server that had it rewritten', async () => {
  const ticket = await ticketsAt(1000).issue(FACTS)
  expect(await ticketsAt(1000 + REWRITTEN_HOURS - 0.1).read(ticket)).toEqual(FACTS)
  await expect(ticketsAt(1000 + REWRITTEN_HOURS + 0.1).read(ticket)).rejects.toMatchObject({
    code: 'rewriting_expired',
  })
  await expect(ticketsAt(1000, 'other').read(ticket)).rejects.toMatchObject({ code: 'no_rewriting' })
  const { tenant: _, ...earlier } = FACTS
  const less = await ticketsAt(1000).issue(earlier as typeof FACTS)
  await expect(ticketsAt(1000).read(less)).rejects.toMatchObject({ code: 'no_rewriting' })
  await expect(ticketsAt(1000).read('')).rejects.toMatchObject({ code: 'no_rewriting' })
})
