import { describe, expect, test } from 'vitest'
import type { VaultErrorCode } from '#vault/session/vault-error.ts'
import { transfers as text } from '#web/messages/transfer.ts'
import type { UploadState } from './files-types.ts'
import {
  type Upload,
  type UploadEvent,
  isSameFile,
  newUpload,
  nextUpload,
  recalledUpload,
  startable,
} from './upload-state.ts'

const OWNER = { userId: 'ada', maxFileBytes: 1_000_000_000 }
const PART = 8 * 1024 * 1024
const queued: UploadEvent = { kind: 'queued', hasFile: true, maxFileBytes: OWNER.maxFileBytes }
const pause: UploadEvent = { kind: 'requested', request: 'pause' }
const cancel: UploadEvent = { kind: 'requested', request: 'cancel' }
const ended = (code: VaultErrorCode | undefined): UploadEvent => ({ kind: 'ended', code, sentence: 'a sentence' })

/** A file of a size, without its bytes. */
const fileOf = (name: string, size: number, lastModified = 5) => ({ name, size, type: '', lastModified }) as File
const upload = (size = 100, name = 'a.txt'): Upload => newUpload(fileOf(name, size), OWNER)
const after = (start: Upload, ...events: UploadEvent[]): Upload => events.reduce(nextUpload, start)
const running = (size?: number): Upload => after(upload(size), { kind: 'started' }, { kind: 'sending' })
const inState: Record<UploadState, () => Upload> = {
  waiting: () => upload(),
  encrypting: () => after(upload(), { kind: 'started' }),
  uploading: () => running(),
  sealed: () => after(running(), { kind: 'sealed', name: 'a' }),
  paused: () => after(upload(), pause),
  failed: () => after(running(), ended('unexpected')),
  cancelled: () => after(upload(), cancel),
  resumable: () => recalledUpload('ada', { id: 'x', name: 'a.txt', sizeBytes: 100 }),
}
const states = Object.keys(inState) as UploadState[]

test('the way of an upload that nothing disturbs', () => {
  const seen: string[] = []
  let now = upload()
  const events: UploadEvent[] = [
    { kind: 'started' },
    { kind: 'sending' },
    { kind: 'stored', bytes: 40 },
    { kind: 'stored', bytes: 100 },
    { kind: 'committing' },
    { kind: 'sealed', name: 'a' },
  ]
  for (const event of events) {
    now = nextUpload(now, event)
    seen.push(`${now.item.state} ${now.item.sentBytes}`)
  }
  expect(seen).toEqual(['encrypting 0', 'uploading 0', 'uploading 40', 'uploading 100', 'uploading 100', 'sealed 100'])
})

describe('what fits a state, and what changes nothing', () => {
  const results: [UploadEvent, Partial<Record<UploadState, UploadState>>][] = [
    [queued, { paused: 'waiting', failed: 'waiting', resumable: 'waiting' }],
    [{ kind: 'started' }, { waiting: 'encrypting' }],
    [{ kind: 'sending' }, { encrypting: 'uploading' }],
    [pause, { waiting: 'paused', failed: 'paused', resumable: 'paused' }],
    [cancel, { waiting: 'cancelled', paused: 'cancelled', failed: 'cancelled', resumable: 'cancelled' }],
    [{ kind: 'locked' }, { waiting: 'paused' }],
    [ended('unexpected'), { encrypting: 'failed', uploading: 'failed' }],
    [ended('vault_locked'), { encrypting: 'paused', uploading: 'paused' }],
  ]
  test.each(results.flatMap(([event, to]) => states.map((state) => [state, event, to[state] ?? state] as const)))(
    '%s, %j: %s',
    (state, event, expected) => {
      expect(nextUpload(inState[state](), event).item.state).toBe(expected)
    },
  )

  test.each(states)('a late report does not move the bar of one that is %s, unless it is running', (state) => {
    const before = inState[state]()
    const isRunning = state === 'encrypting' || state === 'uploading'
    expect(nextUpload(before, { kind: 'stored', bytes: 7 }) === before).toBe(!isRunning)
  })
})

describe('order', () => {
  const names = (uploads: Upload[]) => startable(uploads).map(({ item }) => item.name)
  const small = (name: string) => upload(100, name)
  const large = (name: string) => upload(PART + 1, name)

  test('six small files at once, in the order in which they were chosen', () => {
    expect(names(['1', '2', '3', '4', '5', '6', '7', '8'].map(small))).toEqual(['1', '2', '3', '4', '5', '6'])
  })

  test('four that are sent in parts', () => {
    expect(names(['1', '2', '3', '4', '5'].map(large))).toEqual(['1', '2', '3', '4'])
  })

  test('a large one that does not fit yet is not overtaken', () => {
    const busy = Array.from({ length: 5 }, () => running())
    expect(names([...busy, large('large'), small('small')])).toEqual([])
    expect(names([...busy.slice(1), large('large'), small('small')])).toEqual(['large'])
  })

  test('one whose record is being written makes room for the next', () => {
    const busy = Array.from({ length: 6 }, () => running())
    const committing = busy.map((one, at) => (at < 2 ? nextUpload(one, { kind: 'committing' }) : one))
    expect(names([...busy, small('next')])).toEqual([])
    expect(names([...committing, small('next'), small('after')])).toEqual(['next'])
  })

  test('paused, failed and finished ones are passed over', () => {
    const others = states.filter((state) => !['waiting', 'encrypting', 'uploading'].includes(state))
    expect(names([...others.map((state) => inState[state]()), small('next')])).toEqual(['next'])
  })
})

describe('failure', () => {
  test.each([
    ['quota_reached', 'room', false],
    ['organisation_without_room', 'shared-room', false],
    ['session_ended', 'session', false],
    ['offline', null, true],
    ['key_log_offline', null, true],
    ['unexpected', null, false],
    [undefined, null, false],
  ] as const)('%s lacks %s', (code, lacks, isOffline) => {
    const failed = nextUpload(running(), ended(code))
    expect(failed).toMatchObject({ isOffline, item: { state: 'failed', problem: 'a sentence', lacks } })
  })

  test('trying again forgets why it failed', () => {
    const again = after(running(), ended('quota_reached'), queued, { kind: 'started' })
    expect(again).toMatchObject({ isOffline: false, item: { state: 'encrypting', problem: null, lacks: null } })
  })

  test('a file that is too large is not tried again, unless the server takes more by then', () => {
    const tooLarge = newUpload(fileOf('a', 11), { ...OWNER, maxFileBytes: 10 })
    expect(tooLarge.item.state).toBe('failed')
    expect(nextUpload(tooLarge, { ...queued, maxFileBytes: 10 })).toBe(tooLarge)
    expect(nextUpload(tooLarge, { ...queued, maxFileBytes: 11 }).item.state).toBe('waiting')
  })

  test('a connection that drops is reported while it lasts', () => {
    const lost = nextUpload(running(), { kind: 'troubled', isTroubled: true })
    expect(lost.item).toMatchObject({ state: 'uploading', problem: text.reconnecting })
    expect(nextUpload(lost, { kind: 'troubled', isTroubled: false }).item.problem).toBeNull()
  })

  test('what did not arrive is taken back, and the bar stays within the file', () => {
    const shown = (...totals: number[]) =>
      after(running(), ...totals.map((bytes): UploadEvent => ({ kind: 'stored', bytes }))).item.sentBytes
    expect([shown(60, 40), shown(10, -10), shown(110)]).toEqual([40, 0, 100])
  })
})

describe('requests that meet something else', () => {
  test('a running upload stays in its state until its attempt has ended', () => {
    const requested = nextUpload(running(), pause)
    expect([requested.item.state, requested.requested]).toEqual(['uploading', 'pause'])
    expect(nextUpload(requested, ended(undefined)).item).toMatchObject({ state: 'paused', problem: null })
  })

  test('pause, then cancel: cancelled; cancel, then pause: cancelled as well', () => {
    for (const requests of [
      [pause, cancel],
      [cancel, pause],
    ]) {
      expect(after(running(), ...requests, ended(undefined)).item.state).toBe('cancelled')
    }
  })

  test('paused while it failed: paused, and nothing is lacking', () => {
    expect(after(running(), pause, ended('quota_reached')).item).toMatchObject({ state: 'paused', lacks: null })
  })

  test('cancelled while its record arrived: stored', () => {
    expect(after(running(), { kind: 'committing' }, cancel, { kind: 'sealed', name: 'a' })).toMatchObject({
      requested: null,
      isCommitting: false,
      item: { state: 'sealed', sentBytes: 100 },
    })
    expect(after(upload(), cancel, { kind: 'sealed', name: 'a' }).item.state).toBe('sealed')
  })

  test('locked while it runs: paused; cancelled before that: cancelled', () => {
    expect(after(running(), { kind: 'locked' }, ended('vault_locked')).item.state).toBe('paused')
    expect(after(running(), cancel, { kind: 'locked' }, ended('vault_locked')).item.state).toBe('cancelled')
  })
})

describe('after a reload', () => {
  const recalled = inState.resumable()

  test('it waits for its file', () => {
    expect(nextUpload(recalled, { ...queued, hasFile: false }).item.state).toBe('resumable')
    expect(nextUpload(recalled, queued).item.state).toBe('waiting')
  })

  test.each([
    ['another size', fileOf('a.txt', 99), false],
    ['another name', fileOf('b.txt', 100), false],
    ['another version', fileOf('a.txt', 100, 6), false],
    ['the same file', fileOf('a.txt', 100), true],
  ])('%s', (_, file, isSame) => {
    expect(isSameFile(recalled, 5, file)).toBe(isSame)
  })

  test('another file is reported, and the upload still waits', () => {
    const said = nextUpload(recalled, { kind: 'another-file' })
    expect(said.item).toMatchObject({ state: 'resumable', problem: text.anotherFile })
  })
})

test('a name that cannot be used fails at once', () => {
  expect(upload(100, '..').item).toMatchObject({ state: 'failed', name: 'file' })
})
