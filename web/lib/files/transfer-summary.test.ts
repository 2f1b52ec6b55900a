import { expect, test } from 'vitest'
import type { UploadItem, UploadState } from '#web/lib/remote/vault-client.ts'
import { shownUploads, totalProgress, transferTitle, uploadText } from './transfer-summary.ts'

function upload(state: UploadState, sentBytes = 0, sizeBytes = 100, batch = 1): UploadItem {
  return { id: `${state}${sentBytes}`, name: 'a.pdf', sizeBytes, sentBytes, state, batch, problem: null, lacks: null }
}
const title = (...states: UploadState[]) =>
  transferTitle(
    states.map((state) => upload(state)),
    [],
  )

test('what failed comes first, then what runs, and what is done last', () => {
  const states: UploadState[] = ['sealed', 'waiting', 'uploading', 'cancelled', 'paused', 'failed', 'resumable']
  expect(shownUploads(states.map((state) => upload(state))).shown.map(({ state }) => state)).toEqual([
    'failed',
    'resumable',
    'uploading',
    'paused',
    'waiting',
    'sealed',
    'cancelled',
  ])
})

test('of a large batch a hundred rows are listed, those that want somebody first', () => {
  const many = Array.from({ length: 300 }, (_, at) =>
    upload(at === 250 ? 'failed' : at === 120 ? 'uploading' : 'sealed', at),
  )
  const { shown, more } = shownUploads(many)
  expect(more).toBe(200)
  expect(shown).toHaveLength(100)
  expect(shown.slice(0, 3).map(({ state }) => state)).toEqual(['failed', 'uploading', 'sealed'])
  expect(shownUploads(many.slice(0, 100))).toMatchObject({ more: 0, shown: { length: 100 } })
})

test('the title counts where the work stands', () => {
  expect(title('sealed', 'uploading', 'waiting')).toBe('Uploading 2 of 3')
  expect(title('uploading')).toBe('Uploading 1 of 1')
  expect(title('failed', 'sealed', 'uploading')).toBe('Uploading 3 of 3')
})

test('what was done in an earlier batch is not listed, what is left of it is', () => {
  const left = [upload('failed'), upload('paused')]
  const newest = [upload('uploading', 0, 100, 2), upload('sealed', 0, 100, 2)]

  const { shown, more } = shownUploads([upload('sealed', 1), upload('cancelled', 2), ...left, ...newest])
  expect(shown.map(({ state }) => state)).toEqual(['failed', 'uploading', 'paused', 'sealed'])
  expect(more).toBe(0)
})

test('only the newest batch is counted', () => {
  const earlier = [upload('sealed', 0, 900), upload('sealed', 0, 900), upload('failed', 0, 900)]
  const [running, done] = [upload('uploading', 50, 100, 2), upload('sealed', 0, 100, 2)]

  expect(transferTitle([...earlier, running, done], [])).toBe('Uploading 2 of 2')
  expect(totalProgress([...earlier, running, done])).toBe(150 / 200)
  expect(transferTitle([upload('sealed'), done], [])).toBe('a.pdf has been encrypted and uploaded securely')
  expect(transferTitle([...earlier, done], [])).toBe('1 upload failed, 1 stored')
})

test('cancelled uploads are not counted', () => {
  expect(title('cancelled', 'sealed', 'uploading')).toBe('Uploading 2 of 2')
  expect(title('cancelled')).toBe('Uploads stopped')
})

test('when nothing runs the title says what is left to do', () => {
  expect(title('sealed', 'paused', 'failed')).toBe('1 upload paused, 1 stored')
  expect(title('sealed', 'failed', 'failed')).toBe('2 uploads failed, 1 stored')
  expect(title('failed')).toBe('1 upload failed')
  expect(title('sealed', 'sealed')).toBe('2 files have been encrypted and uploaded securely')
})

test('of a long name the title has both ends, and the whole sentence', () => {
  const named = (name: string) => transferTitle([{ ...upload('sealed'), name }], [])
  expect(named('Minutes of the last meeting, as agreed.pdf')).toBe(
    'Minutes of the la…agreed.pdf has been encrypted and uploaded securely',
  )
  const whole = `${'m'.repeat(24)}.pdf`
  expect(named(whole)).toBe(`${whole} has been encrypted and uploaded securely`)
})

test('downloads have the title while no upload runs', () => {
  const download = { id: 'd', name: 'b.pdf', sizeBytes: 10, doneBytes: 5 }

  expect(transferTitle([], [download])).toBe('Downloading 1 file')
  expect(transferTitle([upload('uploading')], [download])).toBe('Uploading 1 of 1')
})

test('progress is by bytes: sealed in full, cancelled not at all', () => {
  expect(totalProgress([upload('sealed', 0, 300), upload('uploading', 50, 100), upload('cancelled', 80, 100)])).toBe(
    350 / 400,
  )
  expect(totalProgress([upload('sealed', 0, 0)])).toBe(1)
  expect(totalProgress([upload('waiting', 0, 0)])).toBe(0)
})

test('a failed upload says why', () => {
  expect(uploadText({ ...upload('failed'), problem: 'Too large.' })).toBe('Too large.')
  expect(uploadText(upload('failed'))).toBe('Failed')
  expect(uploadText(upload('uploading', 1024, 2048))).toBe('Encrypting and uploading, 1.00 KB of 2.00 KB')
})

test('a lost connection and a wrong file are shown in the row', () => {
  expect(uploadText({ ...upload('uploading', 1024, 2048), problem: 'No connection.' })).toBe('No connection.')
  expect(uploadText({ ...upload('resumable'), problem: 'This is another file.' })).toBe('This is another file.')
})
