import { expect, test } from 'vitest'
import { uploadContent } from './upload-content.ts'

test.each([
  ['one part', 1000],
  ['several parts', 20_000_000],
])('an upload of %s that was cancelled before it began sends nothing', async (_, sizeBytes) => {
  const calls: string[] = []
  const call = (name: string) => async () => {
    calls.push(name)
    throw new Error('sent')
  }
  const sender = {
    createUpload: call('create'),
    missingParts: call('missing'),
    sendRun: call('send'),
    sealRun: call('seal'),
    sendWhole: call('whole'),
  }
  const cancelled = new DOMException('cancelled', 'AbortError')
  const upload = uploadContent({
    sizeBytes,
    senders: [sender],
    memory: { path: null, save: () => undefined, sent: () => ({}) },
    signal: AbortSignal.abort(cancelled),
    report: { stored: () => undefined, sent: () => undefined, troubled: () => undefined, sealed: () => undefined },
  })
  await expect(upload).rejects.toBe(cancelled)
  expect(calls).toEqual([])
})
