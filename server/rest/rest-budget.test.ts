import type { FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import type { Caller } from '../db/database.ts'
import { RestBudgets } from './rest-budget.ts'

const from = (ip: string) => ({ ip }) as FastifyRequest
const stranger: Caller = { role: 'anon', claims: { role: 'anon' } }
const person = (sub: string): Caller => ({ role: 'authenticated', claims: { role: 'authenticated', sub } })
const nothing = async (): Promise<void> => undefined
const costly = async (caller: Caller): Promise<void> => caller.onBusy?.(60_000)

test('what a request cost is paid before the next, and by nobody else', async () => {
  const budgets = new RestBudgets(1)
  const own = { caller: person('a'), request: from('192.0.2.1') }
  await budgets.spend(own, costly)
  await expect(budgets.spend(own, nothing)).rejects.toMatchObject({ status: 429, retryAfterSeconds: 20 })
  await budgets.spend({ caller: person('b'), request: from('192.0.2.1') }, nothing)
  await budgets.spend({ caller: stranger, request: from('192.0.2.1') }, nothing)
})

test('many accounts of one address have a budget together', async () => {
  const budgets = new RestBudgets(1)
  for (const name of ['a', 'b', 'c']) {
    await budgets.spend({ caller: person(name), request: from('2001:db8::1') }, costly)
  }
  const next = { caller: person('d'), request: from('2001:db8::2') }
  await expect(budgets.spend(next, nothing)).rejects.toMatchObject({ status: 429 })
  await budgets.spend({ caller: person('d'), request: from('2001:db8:1::') }, nothing)
})

test('so many requests at once and no more; the others wait in line', async () => {
  const budgets = new RestBudgets(1)
  const own = { caller: stranger, request: from('192.0.2.1') }
  const { promise, resolve: letGo } = Promise.withResolvers<void>()
  let running = 0
  const counted = async (): Promise<void> => {
    running += 1
    await promise
  }
  const all = Array.from({ length: 5 }, () => budgets.spend(own, counted))
  await new Promise((resolve) => setImmediate(resolve))
  expect(running).toBe(2)
  letGo()
  await Promise.all(all)
  expect(running).toBe(5)
})

test('the service itself has no budget', async () => {
  const budgets = new RestBudgets(1)
  const service: Caller = { role: 'service_role', claims: { role: 'service_role' } }
  for (let round = 0; round < 3; round++) await budgets.spend({ caller: service, request: from('192.0.2.1') }, costly)
})
