import type http from 'node:http'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { assert, asyncProperty, constantFrom, integer, string } from 'fast-check'
import { formatMirrorInfo } from '#ledger/mirror/add-entries.ts'
import { formatSignature, parseNote } from '#ledger/notes/note.ts'
import { parseAddCheckpoint } from '#ledger/witness/add-checkpoint.ts'
import { systemClock } from '#server/clock.ts'
import { Ledger } from '#server/ledger/ledger.ts'
import { type Liar, startLiar } from '../support/liar.ts'
import { type TestServer, startServer } from '../support/server/test-server.ts'
import { grow, listener, passMinute, refusals, signedSize } from './witness-stage.ts'

/** What the mirror was shown, and what it answers to entries. */
type Lie = (size: number, response: http.ServerResponse, text: string) => void | Promise<void>

describe('a mirror that does not answer as one', () => {
  let lie: Lie
  let toCheckpoints: ((response: http.ServerResponse) => void) | undefined
  let asked: number
  let shown = ''
  let liar: Liar
  let server: TestServer
  beforeAll(async () => {
    liar = await startLiar((body, response, path) => {
      asked += 1
      const isCheckpoint = path.endsWith('/add-checkpoint')
      if (isCheckpoint) shown = parseNote(parseAddCheckpoint(body.toString()).checkpoint).text
      if (isCheckpoint) return toCheckpoints ? toCheckpoints(response) : void response.end()
      return lie(Number(shown.split('\n')[1]), response, shown)
    })
    server = await startServer({ LEDGER_MIRRORS: `${liar.line}\nquorum L` })
    await grow(server)
    await passMinute(server)
  })
  afterAll(async () => {
    liar.stop()
    await server.stop()
  })
  afterEach(async () => {
    toCheckpoints = undefined
    const { rows } = await server.database.owner('select from ledger.cosignatures')
    expect(rows).toHaveLength(0)
  })

  async function ask(): Promise<{ level: string; message: string }[]> {
    asked = 0
    const { said, log } = listener()
    await new Ledger({ ...server, clock: systemClock }).askWitnesses(log)
    return said
  }
  const info = (response: http.ServerResponse, size: number, next: number, status = 409): void =>
    void response.writeHead(status).end(formatMirrorInfo({ size, next, ticket: new Uint8Array() }))

  const lies: [string, Lie, string][] = [
    ['an error', (_, response) => void response.writeHead(500).end(), 'status 500'],
    ['a page', (_, response) => void response.end('<html>'), 'does not answer as a mirror does'],
    ['without end', (_, response) => void response.end('x'.repeat(600_000)), 'too long'],
    [
      'another address',
      (_, response) => void response.writeHead(307, { location: '/x' }).end(),
      'could not be reached',
    ],
    [
      'a place that is none',
      (_, response) => void response.writeHead(409).end('1\nmany\n\n'),
      'does not answer as a mirror does',
    ],
    ['another checkpoint', (size, response) => info(response, size + 1, 0), 'only'],
    ['that it has all', (size, response) => info(response, size, size), 'signs nothing'],
    ['the same place, again and again', (size, response) => info(response, size, 0, 202), 'takes no entries from 0 on'],
    ['that it has no room', (_, response) => void response.writeHead(507).end(), 'no room'],
    [
      'that they are not those of the checkpoint',
      (_, response) => void response.writeHead(422).end(),
      'not those of the checkpoint',
    ],
    [
      'a signature of another tree',
      async (_, response, text) =>
        void response.end(formatSignature(await liar.key.sign(text.replace(/\n\d+\n/, '\n1\n'), 1_790_000_000))),
      'signature of liar.example',
    ],
    [
      'a signature of tomorrow',
      async (_, response, text) =>
        void response.end(formatSignature(await liar.key.sign(text, Math.floor(Date.now() / 1000) + 86_400))),
      'its clock is ahead',
    ],
  ]
  test.each(lies)('answers with %s: nothing is kept, and it is said', async (_, one, says) => {
    lie = one
    expect(await ask()).toEqual([{ level: expect.any(String), message: expect.stringContaining(says) }])
  })

  test('says that it was shown another history: that is an event', async () => {
    const before = (await refusals(server)).length
    toCheckpoints = (response) => void response.writeHead(422).end()
    expect(await ask()).toMatchObject([{ level: 'error', message: expect.stringContaining('rewritten') }])
    expect(await refusals(server)).toHaveLength(before + 1)
  })

  test('goes back and forth: it is asked a limited number of times, and nothing is made up', async () => {
    lie = (size, response) => info(response, size, asked % Math.max(size, 1), 202)
    await ask()
    expect(asked).toBeLessThan(40)
  })

  test('answers with anything at all: nothing is thrown, and nothing is kept', async () => {
    const size = await signedSize(server)
    const number = integer({ min: -1, max: size + 2 }).map(String)
    await assert(
      asyncProperty(
        constantFrom(200, 202, 204, 301, 409, 422, 999),
        number,
        number,
        string(),
        async (status, first, next, rest) => {
          lie = (_, response) =>
            void response.writeHead(status).end(status === 204 ? undefined : `${first}\n${next}\n${rest}`)
          const said = await ask()
          expect(said.every(({ message }) => message.startsWith('a mirror of the ledger'))).toBe(true)
          expect(asked).toBeLessThan(40)
        },
      ),
      { numRuns: 60 },
    )
  })
})
