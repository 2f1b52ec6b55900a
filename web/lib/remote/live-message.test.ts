import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { readMessage } from './live-message.ts'

const WORDS = ['files', 'sharing', 'spaces', 'notices', 'requests', 'all', 'joined', 'refused', undefined]

const change = (record: unknown) =>
  JSON.stringify({ event: 'postgres_changes', payload: { ids: [1], data: { record } } })

test.each([
  [change({ id: 1, kind: 'files', name: 'a name' }), 'files'],
  [change({ kind: 'notices' }), 'notices'],
  [change({ kind: 'all' }), undefined],
  [change({ kind: 'constructor' }), undefined],
  [change(null), undefined],
  ['{"event":"system","payload":{"status":"ok"}}', 'joined'],
  ['{"event":"system","payload":{"status":"error"}}', 'refused'],
  ['{"event":"system","payload":{"status":"error","extension":"system"}}', 'refused'],
  ['{"event":"system","payload":{"status":"error","extension":"postgres_changes"}}', 'all'],
  ['{"event":"phx_reply","payload":{"status":"ok"}}', undefined],
  ['{"event":"phx_reply","payload":{"status":"error"}}', 'refused'],
  ['{"event":"phx_close"}', 'refused'],
  ['{"event":"broadcast","payload":{"kind":"files"}}', undefined],
  ['no JSON', undefined],
])('%s says %s', (data, word) => {
  expect(readMessage(data)).toBe(word)
})

test('whatever a server sends, it says one of a few words or nothing', () => {
  const field = fc.oneof(fc.jsonValue(), fc.constantFrom('postgres_changes', 'system', 'phx_reply', 'ok', 'error'))
  const message = fc.record({ event: field, payload: fc.oneof(field, fc.record({ status: field, data: field })) })
  fc.assert(
    fc.property(
      fc.oneof(
        message.map((it) => JSON.stringify(it)),
        fc.json(),
        fc.string(),
      ),
      (data) => {
        expect(WORDS).toContain(readMessage(data))
      },
    ),
  )
})
