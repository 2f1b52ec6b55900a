import { expect, test } from 'vitest'
import { createSessionReads } from './session-reads.ts'

/** A server that answers only what changes something. */
const slow = (_: unknown, { method = 'GET', signal }: RequestInit = {}): Promise<Response> =>
  new Promise((resolve, reject) => {
    signal?.throwIfAborted()
    signal?.addEventListener('abort', () => reject(signal.reason))
    if (method !== 'GET') resolve(new Response())
  })
const left = { code: 'vault_locked' }

test('reads under way end with those of the workers, later ones are refused, and changes go through', async () => {
  const ended: string[] = []
  const reads = createSessionReads(slow, async () => void ended.push('workers'))
  const accessToken = reads.guard(async () => 'token')
  const own = new AbortController()
  const underWay = [reads.fetch('/user'), reads.fetch('/user', { method: 'GET', signal: own.signal })]
  const results = Promise.allSettled(underWay)

  await reads.end()
  expect(ended).toEqual(['workers'])
  expect(await results).toMatchObject([{ reason: left }, { reason: left }])
  await expect(reads.fetch('/user')).rejects.toMatchObject(left)
  await expect(accessToken()).rejects.toMatchObject(left)
  expect((await reads.fetch('/logout', { method: 'POST' })).ok).toBe(true)

  reads.begin()
  expect(await accessToken()).toBe('token')
  const next = reads.fetch('/user', { signal: own.signal })
  own.abort(new Error('not wanted any more'))
  await expect(next).rejects.toThrow('not wanted any more')
})

test.each([
  ['fails', async () => Promise.reject(new Error('the worker is gone'))],
  ['is busy', () => new Promise<void>(() => undefined)],
])('a worker that %s does not hold up signing out', async (_, endInWorkers) => {
  await createSessionReads(slow, endInWorkers, 10).end()
})
