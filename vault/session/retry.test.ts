import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { withRetry, waitSecondsOf } from './retry.ts'
import { VaultError } from './vault-error.ts'

const offline = () => new VaultError('offline', 'no answer')
const never = new AbortController().signal

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('a request that fails for want of a connection is repeated until it comes through', async () => {
  const trouble: boolean[] = []
  const work = withRetry(
    never,
    async (tries) => {
      if (tries < 4) throw offline()
      return tries
    },
    (isTroubled) => void trouble.push(isTroubled),
  )

  await vi.runAllTimersAsync()

  expect(await work).toBe(4)
  expect(trouble).toEqual([true, true, true, false])
})

test('it waits for longer than a server takes to restart, and gives up after eleven tries with the last error', async () => {
  let tries = 0
  const startedAt = Date.now()
  const work = withRetry(never, async () => {
    tries += 1
    throw offline()
  }).catch((error: unknown) => error)

  await vi.runAllTimersAsync()

  expect(await work).toMatchObject({ code: 'offline' })
  expect(tries).toBe(11)
  expect(Date.now() - startedAt).toBe(55_500)
})

test('a refusal is not repeated', async () => {
  let tries = 0
  const refused = withRetry(never, async () => {
    tries += 1
    throw new VaultError('file_too_large', 'too large')
  })

  await expect(refused).rejects.toMatchObject({ code: 'file_too_large' })
  expect(tries).toBe(1)
})

test('stopping ends the wait at once', async () => {
  const stop = new AbortController()
  let tries = 0
  const work = withRetry(stop.signal, async () => {
    tries += 1
    throw offline()
  })
  const outcome = work.catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(100)

  stop.abort(new Error('stopped'))

  expect(await outcome).toMatchObject({ message: 'stopped' })
  expect(tries).toBe(1)
})

test('the time that a refusal names is read', () => {
  const message = 'For security purposes, you can only request this after 42 seconds.'
  expect(waitSecondsOf(new VaultError('rate_limited', message))).toBe(42)
})

test('a refusal without a time, and another one, have none', () => {
  expect(waitSecondsOf(new VaultError('rate_limited', 'Later.'))).toBeNull()
  expect(waitSecondsOf(new VaultError('rate_limited', 'after 0 seconds'))).toBeNull()
  expect(waitSecondsOf(new VaultError('offline', 'after 5 seconds'))).toBeNull()
})
