import { beforeEach, describe, expect, test, vi } from 'vitest'
import { VaultError } from '#vault/session/vault-error.ts'
import { createSender, type SenderBackend, type SenderClient } from './sender-client.ts'

/** A file that the worker has been given and has not answered for yet. */
type Attempt = {
  key: string
  requestId: string
  name: string
  sender: string
  report: (sentBytes: number) => void
  succeed: () => void
  fail: (error: Error) => void
}

let attempts: Attempt[]
let cancelled: string[]
let cancelFails: boolean
let sender: SenderClient

beforeEach(() => {
  attempts = []
  cancelled = []
  cancelFails = false
  sender = createSender(Promise.resolve({ workers: { vault: { delivery } } }))
})

/** The worker: it keeps each file until the test says what became of it. */
const delivery: SenderBackend['workers']['vault']['delivery'] = {
  knock: async (id, fragment) => ({ hasPassword: `${id} ${fragment}` === 'r1 #secret' }),
  open: async (id, fragment, password) => ({
    title: [id, fragment, password].join(' '),
    note: '',
    name: '',
    email: '',
    expiresAt: '',
    filesLeft: 1,
    bytesLeft: 1,
    maxFileBytes: 1,
  }),
  send: (key, requestId, content, report) =>
    new Promise((resolve, reject) => {
      const { name } = content.file
      attempts.push({ key, requestId, name, sender: content.sender, report, succeed: resolve, fail: reject })
    }),
  cancel: async (key) => {
    cancelled.push(key)
    if (cancelFails) throw new VaultError('offline', 'away')
  },
}

const fileOf = (name: string, bytes = 3) => new File(['x'.repeat(bytes)], name)
const send = (...files: File[]) => sender.send('r1', files, { maxFileBytes: 10, sender: 'Ada' })
const shown = () => sender.files.read().map(({ name, state }) => `${name} ${state}`)
const one = (name: string) => sender.files.read().find((file) => file.name === name)!
/** The attempt with this number, from 1, once the worker has it. */
const attempt = (number: number) => vi.waitUntil(() => attempts[number - 1])
const becomes = (...states: string[]) => vi.waitFor(() => expect(shown()).toEqual(states))
/** Whatever could still start has started. */
const settled = () => new Promise((resolve) => setTimeout(resolve))

test('a request is looked at and opened with what its address says', async () => {
  expect(await sender.knock('r1', '#secret')).toEqual({ hasPassword: true })
  expect((await sender.open('r1', '#secret', 'typed')).title).toBe('r1 #secret typed')
})

describe('order', () => {
  test('one after the other, in the order they were chosen, also of what is chosen meanwhile', async () => {
    send(fileOf('a'), fileOf('b'))
    send(fileOf('c'))
    ;(await attempt(1)).succeed()
    ;(await attempt(2)).fail(new VaultError('offline', 'away'))
    await attempt(3)
    expect(shown()).toEqual(['a sent', 'b failed', 'c sending'])
    expect(attempts.map(({ name }) => name)).toEqual(['a', 'b', 'c'])
  })

  test('the second waits until the worker has answered for the first', async () => {
    send(fileOf('a'), fileOf('b'))
    const first = await attempt(1)
    await settled()
    expect([attempts.length, shown()]).toEqual([1, ['a sending', 'b waiting']])
    first.succeed()
    await becomes('a sent', 'b sending')
  })

  test('after all were sent, the next one starts by itself', async () => {
    send(fileOf('a'))
    ;(await attempt(1)).succeed()
    await becomes('a sent')
    send(fileOf('b'))
    expect((await attempt(2)).name).toBe('b')
  })

  test('a file goes to its own request, with the name the person gave then', async () => {
    send(fileOf('a'))
    sender.send('r2', [fileOf('b')], { maxFileBytes: 10, sender: '' })
    const first = await attempt(1)
    first.succeed()
    expect(first).toMatchObject({ requestId: 'r1', sender: 'Ada', key: one('a').id })
    expect(await attempt(2)).toMatchObject({ requestId: 'r2', sender: '', key: one('b').id })
  })
})

describe('what is shown', () => {
  test('of a file on its way how much arrived, of a sent one all of it', async () => {
    send(fileOf('a', 9))
    const { report, succeed } = await attempt(1)
    report(4)
    expect(one('a')).toMatchObject({ sizeBytes: 9, sentBytes: 4, state: 'sending' })
    succeed()
    await becomes('a sent')
    expect(one('a')).toMatchObject({ sentBytes: 9, problem: null })
  })

  test('a count that comes after the end of its attempt changes nothing', async () => {
    send(fileOf('a', 9))
    const first = await attempt(1)
    first.fail(new VaultError('offline', 'away'))
    await becomes('a failed')
    sender.retry(one('a').id)
    const second = await attempt(2)
    first.report(7)
    expect(one('a').sentBytes).toBe(0)
    second.succeed()
    await becomes('a sent')
    second.report(5)
    expect(one('a').sentBytes).toBe(9)
  })

  test.each([
    [new VaultError('request_full', 'no more'), 'request_full'],
    [new Error('something else'), 'unexpected'],
  ] as const)('%s is why it failed', async (error, problem) => {
    send(fileOf('a'))
    ;(await attempt(1)).fail(error)
    await becomes('a failed')
    expect(one('a').problem).toBe(problem)
  })

  test('without workers a file has failed, and is not lost', async () => {
    const lonely = createSender(Promise.reject(new VaultError('offline', 'away')))
    lonely.send('r1', [fileOf('a')], { maxFileBytes: 10, sender: '' })
    await vi.waitFor(() => expect(lonely.files.read()).toMatchObject([{ state: 'failed', problem: 'offline' }]))
  })
})

describe('too large', () => {
  test('a file above the limit fails without being sent, and holds up no other; one of just that size is sent', async () => {
    send(fileOf('large', 11), fileOf('fits', 10))
    expect((await attempt(1)).name).toBe('fits')
    expect(shown()).toEqual(['large failed', 'fits sending'])
    expect(one('large').problem).toBe('file_too_large')
  })

  test('trying it again changes nothing, and what comes after it is sent', async () => {
    send(fileOf('large', 11))
    sender.retry(one('large').id)
    send(fileOf('b'))
    expect((await attempt(1)).name).toBe('b')
    expect(shown()).toEqual(['large failed', 'b sending'])
  })
})

describe('trying again', () => {
  test('goes with the key of the first attempt, from an empty bar and without the old reason', async () => {
    send(fileOf('a'))
    const first = await attempt(1)
    first.report(2)
    first.fail(new VaultError('offline', 'away'))
    await becomes('a failed')
    sender.retry(one('a').id)
    expect(one('a')).toMatchObject({ state: 'sending', problem: null, sentBytes: 0 })
    expect(await attempt(2)).toMatchObject({ key: first.key, name: 'a', sender: 'Ada' })
  })

  test('takes its turn while another one is sent, in its old place', async () => {
    send(fileOf('a'), fileOf('b'), fileOf('c'))
    ;(await attempt(1)).fail(new Error('lost'))
    const second = await attempt(2)
    sender.retry(one('a').id)
    expect(shown()).toEqual(['a waiting', 'b sending', 'c waiting'])
    second.succeed()
    expect((await attempt(3)).name).toBe('a')
  })

  test('asked for twice, sends once', async () => {
    send(fileOf('a'))
    ;(await attempt(1)).fail(new Error('lost'))
    await becomes('a failed')
    const { id } = one('a')
    sender.retry(id)
    sender.retry(id)
    expect(shown()).toEqual(['a sending'])
    ;(await attempt(2)).succeed()
    await becomes('a sent')
    sender.retry(id)
    await settled()
    expect([attempts.length, shown()]).toEqual([2, ['a sent']])
  })
})

describe('taking off the list', () => {
  test('stops what is on its way, and the next one is sent', async () => {
    send(fileOf('a'), fileOf('b'))
    const first = await attempt(1)
    sender.remove(first.key)
    expect(shown()).toEqual(['b waiting'])
    await vi.waitFor(() => expect(cancelled).toEqual([first.key]))
    first.fail(new DOMException('stopped', 'AbortError'))
    expect((await attempt(2)).name).toBe('b')
    expect(shown()).toEqual(['b sending'])
  })

  test('one that waits is never sent', async () => {
    send(fileOf('a'), fileOf('b'), fileOf('c'))
    const first = await attempt(1)
    sender.remove(one('b').id)
    first.succeed()
    expect((await attempt(2)).name).toBe('c')
  })

  test('one that failed gives up what the server holds of it, also when that cannot be reached', async () => {
    cancelFails = true
    send(fileOf('a'))
    const first = await attempt(1)
    first.fail(new VaultError('offline', 'away'))
    await becomes('a failed')
    sender.remove(first.key)
    await vi.waitFor(() => expect(cancelled).toEqual([first.key]))
    expect(shown()).toEqual([])
  })

  test('what was sent stays with the one who asked for it', async () => {
    send(fileOf('a'))
    const first = await attempt(1)
    first.succeed()
    await becomes('a sent')
    sender.remove(first.key)
    await settled()
    expect([cancelled, shown()]).toEqual([[], []])
  })
})
