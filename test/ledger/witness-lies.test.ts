import type http from 'node:http'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { verifyCheckpoint } from '#ledger/log/verify-checkpoint.ts'
import { systemRandom } from '#crypto/primitives/random.ts'
import { formatSignature, parseNote } from '#ledger/notes/note.ts'
import { parsePolicy } from '#ledger/notes/policy.ts'
import { mlDsaCosigner } from '#ledger/notes/sign.ts'
import { parseAddCheckpoint } from '#ledger/witness/add-checkpoint.ts'
import { systemClock } from '#server/clock.ts'
import { Ledger } from '#server/ledger/ledger.ts'
import { type Liar, startLiar } from '../support/liar.ts'
import { type TestServer, startServer } from '../support/server/test-server.ts'

import { checkpointOf, grow, listener, passMinute, policyOf, refusals, signedSize } from './witness-stage.ts'

describe('a witness that does not answer as one', () => {
  let answer: (body: string, response: http.ServerResponse) => void | Promise<void>
  let liar: Liar
  let server: TestServer
  beforeAll(async () => {
    liar = await startLiar((body, response) => answer(body.toString(), response))
    server = await startServer({
      LEDGER_WITNESSES: `${liar.line}\nquorum L`,
    })
    await grow(server)
    await passMinute(server)
  })
  afterAll(async () => {
    liar.stop()
    await server.stop()
  })
  afterEach(async () => {
    const { rows } = await server.database.owner('select from ledger.cosignatures')
    expect(rows).toHaveLength(0)
    await expect(
      verifyCheckpoint(
        await checkpointOf(server),
        parsePolicy((await policyOf(server)).replace('quorum L', 'quorum none')),
      ),
    ).resolves.toMatchObject({ witnesses: [] })
  })

  const lies: [string, typeof answer, string][] = [
    ['an error', (_, response) => void response.writeHead(500).end(), 'status 500'],
    ['a page', (_, response) => void response.end('<html>'), 'does not answer as a witness does'],
    ['nothing', (_, response) => void response.end(), 'does not answer as a witness does'],
    ['without end', (_, response) => void response.end('x'.repeat(600_000)), 'too long'],
    [
      'another address',
      (_, response) => void response.writeHead(307, { location: '/x' }).end(),
      'could not be reached',
    ],
    [
      'a size that is none',
      (_, response) => void response.writeHead(409).end('many'),
      'does not answer as a witness does',
    ],
    ['a size, again and again', (_, response) => void response.writeHead(409).end('0\n'), 'status 409'],
    ['a larger size', (_, response) => void response.writeHead(409).end('999999\n'), 'it signed 999999 entries'],
    ['that it does not know the log', (_, response) => void response.writeHead(404).end(), 'add the keys'],
    [
      'a signature of another tree',
      async (body, response) => {
        const { text } = parseNote(parseAddCheckpoint(body).checkpoint)
        const other = text.replace(/\n\d+\n/, '\n1\n')
        response.end(formatSignature(await liar.key.sign(other, 1_790_000_000)))
      },
      'signature of liar.example',
    ],
    [
      'a signature of somebody else',
      async (body, response) => {
        const other = await mlDsaCosigner('liar.example', new Uint8Array(32).fill(4), systemRandom)
        const { text } = parseNote(parseAddCheckpoint(body).checkpoint)
        response.end(formatSignature(await other.sign(text, 1_790_000_000)))
      },
      'its signature is missing',
    ],
    [
      'a signature of tomorrow',
      async (body, response) => {
        const { text } = parseNote(parseAddCheckpoint(body).checkpoint)
        response.end(formatSignature(await liar.key.sign(text, Math.floor(Date.now() / 1000) + 86_400)))
      },
      'its clock is ahead',
    ],
  ]
  test.each(lies)('answers with %s: nothing is kept, and it is said', async (_, lie, says) => {
    answer = lie
    const { said, log } = listener()
    await new Ledger({ ...server, clock: systemClock }).askWitnesses(log)
    expect(said).toEqual([{ level: expect.any(String), message: expect.stringContaining(says) }])
  })

  test('signed what another server offered meanwhile: that is no refusal', async () => {
    answer = async (_, response) => {
      await grow(server)
      response.writeHead(409).end(`${await signedSize(server)}\n`)
    }
    const { said, log } = listener()
    const before = await refusals(server)
    await new Ledger({ ...server, clock: systemClock }).askWitnesses(log)
    expect(said).toEqual([])
    expect(await refusals(server)).toEqual(before)
    await passMinute(server)
  })

  test('the status page says so after an hour', async () => {
    expect(await server.ledger.probe()).toBe('fine')
    server.clock.advance(3_700)
    expect(await server.ledger.probe()).toBe('impaired')
  })
})
