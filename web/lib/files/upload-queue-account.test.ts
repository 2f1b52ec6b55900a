import { beforeEach, describe, expect, test, vi } from 'vitest'
import { VaultError } from '#vault/session/vault-error.ts'
import { transfers as text } from '#web/messages/transfer.ts'
import { UploadingDevice, UploadingTab, fileOf, settled } from './testing/uploading-tab.ts'

let device: UploadingDevice
let tab: UploadingTab
beforeEach(() => {
  device = new UploadingDevice()
  tab = new UploadingTab(device).open('ada')
})

const signOut = () => tab.account.write({ kind: 'signed-out' })
const begin = async () => {
  tab.upload('a')
  const run = await tab.run(1)
  run.tell({ kind: 'created', path: '/upload/1' })
  return run
}

describe('locking', () => {
  test('pauses what runs and what waits; unlocking starts nothing, and offers each once', async () => {
    tab.upload('1', '2', '3', '4', '5', '6', '7')
    await tab.run(6)
    tab.lock()
    const paused = ['1', '2', '3', '4', '5', '6', '7'].map((name) => `${name} paused`)
    await tab.becomes(...paused)
    tab.open('ada')
    await settled()
    expect([tab.shown(), tab.runs.length]).toEqual([paused, 6])
    tab.queue.resumeUpload(tab.item('2').id)
    expect(await tab.run(7)).toMatchObject({ id: 'file-2' })
  })

  test('leaves alone what has failed or is stored', async () => {
    ;(await begin()).succeed()
    await tab.becomes('a sealed')
    tab.upload('b')
    ;(await tab.run(2)).fail(new Error('lost'))
    await tab.becomes('a sealed', 'b failed')
    tab.lock()
    await settled()
    expect(tab.shown()).toEqual(['a sealed', 'b failed'])
  })
})

describe('signing out', () => {
  test('stops everything and shows nothing of it; what it ends with is nobody’s news', async () => {
    const heard: unknown[] = []
    tab.queue.onUploaded((file) => heard.push(file))
    const run = await begin()
    signOut()
    expect(tab.shown()).toEqual([])
    await vi.waitUntil(() => tab.stopped.length === 1)
    run.succeed()
    await settled()
    expect([tab.shown(), heard, tab.failures, device.claimed()]).toEqual([[], [], [], []])
  })

  test('an upload whose record was faster than the end is announced to nobody', async () => {
    const heard: unknown[] = []
    tab.queue.onUploaded((file) => heard.push(file))
    const run = await begin()
    run.succeed()
    signOut()
    await settled()
    expect([tab.shown(), heard]).toEqual([[], []])
  })

  test('the person finds it again after signing in, another person does not', async () => {
    await begin()
    signOut()
    await settled()
    tab.open('bea')
    await settled()
    expect(tab.shown()).toEqual([])
    tab.open('ada')
    await tab.becomes('a resumable')
  })

  test('what is just being read again does not appear for the next person', async () => {
    await begin()
    const restored = Promise.withResolvers<void>()
    signOut()
    await settled()
    tab.restoring = restored.promise
    tab.open('ada')
    await settled()
    tab.open('bea')
    restored.resolve()
    await settled()
    expect([tab.shown(), device.claimed()]).toEqual([[], []])
    expect(device.notes()).toMatchObject([{ userId: 'ada' }])
  })
})

describe('after a reload', () => {
  /** The browser frees what the tab before had claimed. */
  const reload = async () => {
    await begin()
    signOut()
    await settled()
    return new UploadingTab(device)
  }

  test('it waits for its file, refuses another one, and continues where it stopped', async () => {
    const next = (await reload()).open('ada')
    await next.becomes('a resumable')
    const { id } = next.item('a')
    next.queue.resumeUpload(id)
    next.queue.resumeUpload(id, fileOf('a', 3, 6))
    await vi.waitUntil(() => next.item('a').problem === text.anotherFile)
    await settled()
    expect([next.shown(), next.runs]).toEqual([['a resumable'], []])

    next.queue.resumeUpload(id, fileOf('a'))
    expect(await next.run(1)).toMatchObject({ id: 'file-1', path: '/upload/1' })
    expect(next.plans).toEqual([])
  })

  test('cancelled there, it leaves nothing', async () => {
    const next = (await reload()).open('ada')
    await next.becomes('a resumable')
    next.queue.cancelUpload(next.item('a').id)
    await vi.waitUntil(() => next.discarded.length === 1)
    await settled()
    expect(next.discarded).toMatchObject([{ id: 'file-1', path: '/upload/1' }])
    expect([device.notes(), device.claimed()]).toEqual([[], []])
  })

  test('one that the vault knows nothing of is forgotten', async () => {
    const next = await reload()
    next.restoring = Promise.resolve(new VaultError('not_found', 'gone'))
    next.open('ada')
    await vi.waitUntil(() => device.stored.size === 0)
    await settled()
    expect([next.shown(), device.claimed()]).toEqual([[], []])
  })

  test('one that could not be read now is offered by the next unlock', async () => {
    const next = await reload()
    next.restoring = Promise.resolve(new VaultError('vault_locked', 'locked'))
    next.open('ada')
    await settled()
    expect([next.shown(), device.notes().length, device.claimed()]).toEqual([[], 1, []])
    next.lock()
    next.restoring = Promise.resolve()
    next.open('ada')
    await next.becomes('a resumable')
  })
})

test('a second tab offers nothing that the first one works on, nor what that one has paused', async () => {
  await begin()
  const second = new UploadingTab(device).open('ada')
  await settled()
  expect(second.shown()).toEqual([])
  tab.queue.pauseUpload(tab.item('a').id)
  await tab.becomes('a paused')
  second.lock()
  second.open('ada')
  await settled()
  expect(second.shown()).toEqual([])
})
