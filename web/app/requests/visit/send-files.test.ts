import { expect, test } from 'vitest'
import type { SentFile } from '#web/lib/remote/vault-client.ts'
import { leftAfter } from './send-files.tsx'

const file = (state: SentFile['state'], sizeBytes: number): SentFile => ({
  id: state,
  requestId: 'r',
  name: 'a',
  sizeBytes,
  sentBytes: 0,
  state,
  problem: null,
})

test('what was sent and what is on its way takes room, what failed does not, and nothing goes below zero', () => {
  const request = { filesLeft: 2, bytesLeft: 100 }
  expect(leftAfter(request, [])).toEqual({ files: 2, bytes: 100 })
  expect(leftAfter(request, [file('sent', 30), file('failed', 500)])).toEqual({ files: 1, bytes: 70 })
  expect(leftAfter(request, [file('sent', 30), file('sending', 20), file('waiting', 60)])).toEqual({
    files: 0,
    bytes: 0,
  })
})
