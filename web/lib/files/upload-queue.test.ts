import { beforeEach, describe, expect, test, vi } from 'vitest'
import { VaultError } from '#vault/session/vault-error.ts'
import { fileTooLarge, sentenceOfCode } from '#web/messages/errors.ts'
import { UploadingDevice, UploadingTab, fileOf, settled } from './testing/uploading-tab.ts'

const away = () => new VaultError('offline', 'away')

let device: UploadingDevice
let tab: UploadingTab
beforeEach(() => {
  device = new UploadingDevice()
  tab = new UploadingTab(device).open('ada')
})

const replaced = { id: 'old', spaceId: 'space-2', folderId: 'folder-2', name: 'old.txt', version: 3 }
const pause = (name: string) => tab.queue.pauseUpload(tab.item(name).id)
const cancel = (name: string) => tab.queue.cancelUpload(tab.item(name).id)
const resume = (name: string) => tab.queue.resumeUpload(tab.item(name).id)

describe('what is chosen', () => {
  test('is taken only while the vault is open', async () => {
    tab.lock()
    tab.upload('a')
    await settled()
    expect([tab.shown(), tab.plans]).toEqual([[], []])
  })

  test('six at once in their order; each that ends or only waits for its record lets the next begin', async () => {
    tab.upload('1', '2', '3', '4', '5', '6', '7', '8', '9')
    await tab.run(6)
    await settled()
    expect(tab.runs.map(({ file }) => file.name)).toEqual(['1', '2', '3', '4', '5', '6'])
    tab.runs[3]!.succeed()
    expect((await tab.run(7)).file.name).toBe('7')
    tab.runs[0]!.tell({ kind: 'committing' })
    tab.runs[1]!.tell({ kind: 'committing' })
    expect((await tab.run(8)).file.name).toBe('8')
    tab.runs[2]!.fail(away())
    expect((await tab.run(9)).file.name).toBe('9')
  })

  test('is planned for its folder and space, and what replaces a file for that file', async () => {
    const within = [{ id: 'folder-1', spaceId: 'space-1', name: 'Boats', parentId: null }]
    tab.queue.upload([fileOf('a')], within, 'space-1')
    tab.queue.replace(fileOf('b'), replaced)
    await tab.run(2)
    expect(tab.plans).toMatchObject([
      {
        file: { name: 'a', sizeBytes: 3, modifiedMs: 5, folderId: 'folder-1', spaceId: 'space-1' },
        replaces: null,
        within,
      },
      { file: { name: 'b', folderId: 'folder-2', spaceId: 'space-2' }, replaces: replaced },
    ])
  })

  test('too large it is never planned, and holds up no other', async () => {
    tab.queue.upload([fileOf('large', 1001), fileOf('fits', 1000)], [])
    await tab.run(1)
    tab.queue.retryFailedUploads()
    await settled()
    expect(tab.plans.map(({ file }) => file.name)).toEqual(['fits'])
    expect(tab.item('large')).toMatchObject({ state: 'failed', problem: fileTooLarge(1000) })
  })
})

describe('stored', () => {
  test('listeners hear of the file, under the name the list keeps, before the queue says so', async () => {
    const heard: string[] = []
    const sealed = () => tab.queue.uploads.read().filter(({ state }) => state === 'sealed').length
    const end = tab.queue.onUploaded(({ id, name }) => heard.push(`${id} ${name} after ${sealed()}`))
    tab.upload('a')
    ;(await tab.run(1)).succeed()
    await tab.becomes('a sealed')
    tab.queue.replace(fileOf('b'), replaced)
    ;(await tab.run(2)).succeed()
    await tab.becomes('a sealed', 'old.txt sealed')
    expect(heard).toEqual(['file-1 a after 0', 'old old.txt after 1'])

    end()
    tab.upload('c')
    ;(await tab.run(3)).succeed()
    await tab.becomes('a sealed', 'old.txt sealed', 'c sealed')
    expect(heard).toHaveLength(2)
  })

  test('nothing of it stays noted on this device, and other tabs may have it', async () => {
    tab.upload('a')
    const run = await tab.run(1)
    expect([device.notes(), device.claimed()]).toMatchObject([[{ id: 'file-1', isGivenUp: false }], ['file-1']])
    run.succeed()
    await tab.becomes('a sealed')
    await settled()
    expect([device.notes(), device.claimed()]).toEqual([[], []])
  })

  test('only what is stored or cancelled is cleared from the list', async () => {
    tab.upload('sealed', 'failed', 'paused', 'cancelled', 'runs')
    await tab.run(5)
    tab.runs[0]!.succeed()
    tab.runs[1]!.fail(new Error('lost'))
    pause('paused')
    cancel('cancelled')
    await tab.becomes('sealed sealed', 'failed failed', 'paused paused', 'cancelled cancelled', 'runs uploading')
    tab.queue.clearFinishedUploads()
    expect(tab.shown()).toEqual(['failed failed', 'paused paused', 'runs uploading'])
  })
})

describe('pause', () => {
  test('ends the attempt; resumed, the same plan continues where the server has it', async () => {
    tab.upload('a')
    const first = await tab.run(1)
    first.tell({ kind: 'created', path: '/upload/1' })
    pause('a')
    await tab.becomes('a paused')
    expect(tab.stopped).toEqual(['file-1'])
    resume('a')
    expect(await tab.run(2)).toMatchObject({ id: 'file-1', path: '/upload/1' })
    expect(tab.plans).toHaveLength(1)
  })

  test('of one that waits: it is passed over until it is resumed', async () => {
    tab.upload('1', '2', '3', '4', '5', '6', '7', '8')
    await tab.run(6)
    pause('7')
    tab.runs[0]!.succeed()
    expect((await tab.run(7)).file.name).toBe('8')
    tab.runs[1]!.succeed()
    await settled()
    expect(tab.runs).toHaveLength(7)
    resume('7')
    expect((await tab.run(8)).file.name).toBe('7')
  })

  test('while it is planned: nothing is sent, and it is not planned twice', async () => {
    const planned = Promise.withResolvers<void>()
    tab.planning = planned.promise
    tab.upload('a')
    await vi.waitUntil(() => tab.plans.length === 1)
    pause('a')
    planned.resolve()
    await tab.becomes('a paused')
    expect(tab.runs).toEqual([])
    resume('a')
    await tab.run(1)
    expect(tab.plans).toHaveLength(1)
  })

  test('resumed twice, it runs once', async () => {
    tab.upload('a')
    await tab.run(1)
    pause('a')
    await tab.becomes('a paused')
    resume('a')
    resume('a')
    await tab.run(2)
    await settled()
    expect(tab.runs).toHaveLength(2)
  })
})

describe('cancel', () => {
  const cancelled = { id: 'file-1', path: '/upload/1' }
  const begin = async () => {
    tab.upload('a')
    const run = await tab.run(1)
    run.tell({ kind: 'created', path: '/upload/1' })
    return run
  }

  test('of one that runs: what is on the server goes after the attempt has ended, and nothing stays noted', async () => {
    await begin()
    cancel('a')
    expect(tab.discarded).toEqual([])
    await tab.becomes('a cancelled')
    await settled()
    expect(tab.stopped).toEqual(['file-1'])
    expect(tab.discarded).toMatchObject([cancelled])
    expect([device.notes(), device.claimed()]).toEqual([[], []])
  })

  test('of one that is paused, asked for twice: removed once', async () => {
    await begin()
    pause('a')
    await tab.becomes('a paused')
    cancel('a')
    expect(tab.shown()).toEqual(['a cancelled'])
    cancel('a')
    await settled()
    expect(tab.discarded).toMatchObject([cancelled])
  })

  test('of one that never began: the server is not asked', async () => {
    tab.upload('1', '2', '3', '4', '5', '6', '7')
    await tab.run(6)
    cancel('7')
    tab.runs[0]!.succeed()
    await tab.becomes('1 sealed', ...['2', '3', '4', '5', '6'].map((name) => `${name} uploading`), '7 cancelled')
    await settled()
    expect([tab.discarded, tab.runs.length]).toEqual([[], 6])
  })

  test('too late: the file is stored, and listeners hear of it', async () => {
    const heard: unknown[] = []
    tab.queue.onUploaded((file) => heard.push(file))
    tab.discarding = async () => 'committed'
    await begin()
    cancel('a')
    await tab.becomes('a sealed')
    expect(heard).toEqual([{ id: 'file-1', name: 'a' }])
  })

  test('that cannot reach the server is made up for by the next unlock, without a row', async () => {
    tab.discarding = async () => Promise.reject(new VaultError('vault_locked', 'locked'))
    await begin()
    cancel('a')
    await tab.becomes('a cancelled')
    await settled()
    expect(device.notes()).toMatchObject([{ ...cancelled, userId: 'ada', isGivenUp: true }])
    expect(device.claimed()).toEqual([])

    const next = new UploadingTab(device).open('ada')
    await vi.waitUntil(() => device.stored.size === 0)
    await settled()
    expect(next.discarded).toMatchObject([cancelled])
    expect([next.shown(), device.claimed()]).toEqual([[], []])
  })
})

describe('failure', () => {
  const failWith = async (error: Error) => {
    tab.upload('a')
    const run = await tab.run(1)
    run.tell({ kind: 'created', path: '/upload/1' })
    run.fail(error)
    await tab.becomes('a failed')
  }

  test('keeps plan, place and note, and another try continues there', async () => {
    await failWith(new VaultError('quota_reached', 'full'))
    expect(tab.item('a')).toMatchObject({ problem: sentenceOfCode('quota_reached'), lacks: 'room' })
    expect(tab.discarded).toEqual([])
    expect(device.notes()).toMatchObject([{ id: 'file-1', path: '/upload/1', isGivenUp: false }])
    tab.queue.retryFailedUploads()
    expect(await tab.run(2)).toMatchObject({ id: 'file-1', path: '/upload/1' })
    expect(tab.plans).toHaveLength(1)
  })

  test('for want of a connection is reported, and continues by itself when the server answers', async () => {
    const error = away()
    await failWith(error)
    expect(tab.failures).toEqual([error])
    tab.reach()
    expect(await tab.run(2)).toMatchObject({ id: 'file-1', path: '/upload/1' })
  })

  test('for another reason does not continue by itself, nor does what was paused', async () => {
    await failWith(new Error('lost'))
    tab.upload('b')
    await tab.run(2)
    pause('b')
    await tab.becomes('a failed', 'b paused')
    tab.reach()
    await settled()
    expect(tab.runs).toHaveLength(2)
    tab.queue.retryFailedUploads()
    expect((await tab.run(3)).file.name).toBe('a')
    await settled()
    expect(tab.runs).toHaveLength(3)
  })

  test('larger than the server takes is said with the limit of now', async () => {
    await failWith(new VaultError('file_too_large', 'too large'))
    expect(tab.item('a').problem).toBe(fileTooLarge(1000))
  })

  test('a part without an answer is reported while the attempt continues', async () => {
    tab.upload('a')
    const { tell } = await tab.run(1)
    tell({ kind: 'troubled', isTroubled: true })
    tell({ kind: 'troubled', isTroubled: false })
    expect(tab.failures).toMatchObject([{ code: 'offline' }])
  })

  test.each(['not_allowed', 'space_gone', 'space_refused'] as const)(
    '%s: what was sent is taken back first, then another try starts from the first byte',
    async (code) => {
      const removed = Promise.withResolvers<'removed'>()
      tab.discarding = () => removed.promise
      await failWith(new VaultError(code, 'refused'))
      tab.queue.retryFailedUploads()
      await settled()
      expect(tab.discarded).toMatchObject([{ id: 'file-1', path: '/upload/1' }])
      expect(tab.plans).toHaveLength(1)
      removed.resolve('removed')
      expect(await tab.run(2)).toMatchObject({ id: 'file-2', path: null })
      // The new one is this tab's own, as the first was.
      expect(device.claimed()).toEqual(['file-2'])
    },
  )

  test('paused while a refused one is taken back: it is not even planned', async () => {
    const removed = Promise.withResolvers<'removed'>()
    tab.discarding = () => removed.promise
    await failWith(new VaultError('not_allowed', 'refused'))
    tab.queue.retryFailedUploads()
    pause('a')
    removed.resolve('removed')
    await tab.becomes('a paused')
    expect(tab.plans).toHaveLength(1)
  })

  test('refused and not to be removed: another try continues with the same plan', async () => {
    tab.discarding = async () => Promise.reject(new VaultError('vault_locked', 'locked'))
    await failWith(new VaultError('not_allowed', 'refused'))
    await settled()
    expect(device.notes()).toMatchObject([{ id: 'file-1', isGivenUp: true }])
    tab.queue.retryFailedUploads()
    expect(await tab.run(2)).toMatchObject({ id: 'file-1', path: '/upload/1' })
    expect(device.notes()).toMatchObject([{ id: 'file-1', isGivenUp: false }])
  })
})
