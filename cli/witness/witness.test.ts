import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { fromHex } from '#crypto/encoding.ts'
import { parsePolicy } from '#ledger/notes/policy.ts'
import type { NoteSigner } from '#ledger/notes/sign.ts'
import { formatVerifierKey, verifierKey } from '#ledger/notes/verifier-key.ts'
import { memoryLog } from '#ledger/testing/memory-log.ts'
import { logSigners, signedCheckpoint } from '#ledger/testing/signed-log.ts'
import { proveConsistency } from '#ledger/tree/prove.ts'
import type { TreeHead } from '#ledger/tree/verify-proof.ts'
import { formatAddCheckpoint } from '#ledger/witness/add-checkpoint.ts'
import { readWitnessing } from '#ledger/witness/cosignatures.ts'
import { CommandLine } from '../../test/support/command-line.ts'
import { startWitness, type WitnessProcess } from '../../test/support/witness-process.ts'
import { WitnessFiles } from './witness-files.ts'

const ORIGIN = 'vault.example/audit/anchor'
const NOW = 1_790_000_000
const log = memoryLog(40)
const forked = memoryLog(40, 5)

let computer: CommandLine
let signers: [NoteSigner, NoteSigner]
let running: WitnessProcess
beforeAll(async () => {
  computer = new CommandLine()
  signers = await logSigners(ORIGIN)
})
afterAll(() => computer.remove())

const keysOfLog = (): string => signers.map(({ key }) => `log ${formatVerifierKey(key)}\n`).join('')
beforeEach(async () => {
  computer.moveOn()
  running = await startWitness(computer, `${keysOfLog()}quorum none\n`)
})
afterEach(() => running.kill())

const head = (size: number, of = log): TreeHead => ({ size, root: of.rootOf(size) })
const request = async (oldSize: number, to: TreeHead, from = log): Promise<string> =>
  formatAddCheckpoint({
    oldSize,
    proof: await proveConsistency(oldSize, to.size, from.read),
    checkpoint: await signedCheckpoint(ORIGIN, to, signers, NOW),
  })
const send = (body: string): Promise<Response> => fetch(`${running.url}add-checkpoint`, { method: 'POST', body })
const shown = (): Promise<Response> =>
  fetch(`${running.url}${createHash('sha256').update(ORIGIN).digest('hex')}/checkpoint`)
const policy = () => parsePolicy(`${keysOfLog()}witness W ${running.key}\nquorum W\n`)

test('signs a log as it grows, with the time, and shows what it signed', async () => {
  expect((await shown()).status).toBe(404)
  for (const [from, to] of [
    [0, 3],
    [3, 3],
    [3, 8],
  ] as const) {
    const answer = await send(await request(from, head(to)))
    expect(answer.status).toBe(200)
    const checkpoint = (await signedCheckpoint(ORIGIN, head(to), signers, NOW)) + (await answer.text())
    const { isEnough, signed } = await readWitnessing(checkpoint, policy())
    expect(isEnough).toBe(true)
    expect(Math.abs((signed[0]?.seconds ?? 0) * 1000 - Date.now())).toBeLessThan(3_600_000)
  }
  const note = await (await shown()).text()
  expect(note).toContain(`${ORIGIN}\n8\n`)
  expect((await readWitnessing(note, policy())).isEnough).toBe(true)
})

test('signs one of two histories, and keeps the request that shows the other', async () => {
  expect((await send(await request(0, head(8)))).status).toBe(200)
  const other = await request(8, head(12, forked), forked)
  expect((await send(other)).status).toBe(422)
  expect((await send(other)).status).toBe(422)
  expect(keptTexts()).toEqual([other])
  expect(running.errors()).toContain('that its own keys signed')
  expect((await send(await request(8, head(12)))).status, 'the first history continues').toBe(200)
})

const refusedFolder = (): string => path.join(computer.home, 'witness', 'refused')
const keptTexts = (): string[] =>
  fs.readdirSync(refusedFolder()).map((file) => fs.readFileSync(path.join(refusedFolder(), file), 'utf8'))

/** Anybody can fetch a checkpoint that the log signed, and send it with a proof of their own. */
test('strangers accuse no log with what it signed, and leave room for what shows two histories', async () => {
  expect((await send(await request(0, head(8)))).status).toBe(200)
  const wrong = (body: string, i: number): string =>
    body.replace('\n', `\n${Buffer.alloc(32, i + 1).toString('base64')}\n`)
  const signed = await request(8, head(8))
  for (let i = 0; i < 5; i++) expect((await send(wrong(signed, i))).status).toBe(422)
  expect(keptTexts(), 'what it signed itself').toEqual([])
  expect(running.errors()).toBe('')

  const next = await request(8, head(12))
  for (let i = 0; i < 5; i++) expect((await send(wrong(next, i))).status).toBe(422)
  expect(keptTexts(), 'one checkpoint, once').toHaveLength(1)
  expect(running.errors().match(/refused a checkpoint/g)).toHaveLength(1)
  expect((await send(next)).status).toBe(200)
  expect(keptTexts(), 'continued after all').toEqual([])

  for (let i = 0; i < 105; i++) fs.writeFileSync(path.join(refusedFolder(), unexplained(i)), 'x')
  const other = await request(12, head(12, forked), forked)
  expect((await send(other)).status).toBe(422)
  expect(keptTexts()).toContain(other)
})
const unexplained = (i: number): string =>
  `${createHash('sha256').update(ORIGIN).digest('hex').slice(0, 16)}-unexplained-${i}.txt`

test('two histories at one moment: one of them is signed', async () => {
  expect((await send(await request(0, head(8)))).status).toBe(200)
  const bodies = [await request(8, head(12)), await request(8, head(20, forked), forked), await request(8, head(30))]
  const statuses = await Promise.all([...bodies, ...bodies].map(async (body) => (await send(body)).status))
  expect(statuses.filter((status) => status === 200)).toHaveLength(1)
  const [, size, root] = (await (await shown()).text()).split('\n')
  expect(root).toBe(Buffer.from(log.rootOf(Number(size))).toString('base64'))
})

test('knows after a crash what it signed before', async () => {
  expect((await send(await request(0, head(8)))).status).toBe(200)
  await running.kill()
  const { key } = running
  running = await startWitness(computer, `${keysOfLog()}quorum none\n`)
  expect(running.key, 'the key stays').toBe(key)
  const refused = await send(await request(0, head(12, forked), forked))
  expect([refused.status, refused.headers.get('content-type'), await refused.text()]).toEqual([
    409,
    'text/x.tlog.size',
    '8\n',
  ])
  expect((await send(await request(8, head(12)))).status).toBe(200)
})

test('does not run twice with one folder, and keeps its name', async () => {
  const words = ['witness', '--policy', running.policyFile, '--listen', '127.0.0.1:0']
  const second = await computer.run(words)
  expect([second.status, second.stderr]).toEqual([1, expect.stringContaining('Another witness runs with this folder')])
  await running.kill()
  const files = (): WitnessFiles => new WitnessFiles(path.join(computer.home, 'witness'))
  const release = files().lock()
  expect(() => files().lock(), 'one process as well, as two with one id are').toThrow('Another witness')
  release()
  const renamed = await computer.run([...words, '--name', 'other.example/1'])
  expect([renamed.status, renamed.stderr]).toEqual([1, expect.stringContaining('its name is part of its key')])
})

test('says what is missing when it starts', async () => {
  computer.moveOn()
  const file = computer.makeFile('logs.txt', Buffer.from(`${keysOfLog()}quorum none\n`))
  const nameless = await computer.run(['witness', '--policy', file])
  expect([nameless.status, nameless.stderr]).toEqual([1, expect.stringContaining('needs a name')])
  const nothing = computer.makeFile('logs.txt', Buffer.from('quorum none\n'))
  expect((await computer.run(['witness', '--policy', nothing, '--name', 'w'])).stderr).toContain('names no log')
  const broken = computer.makeFile('logs.txt', Buffer.from('log x\n'))
  expect((await computer.run(['witness', '--policy', broken, '--name', 'w'])).stderr).toContain('line 1')
  expect((await computer.run(['witness'])).status).toBe(2)
})

test('refuses what is too large, and has no other pages', async () => {
  expect((await send('x'.repeat(600_000))).status).toBe(413)
  for (const name of ['x', '../key.json', '..%2fkey.json']) {
    expect((await fetch(`${running.url}${name}/checkpoint`)).status).toBe(404)
  }
})

describe('the published cases of another witness', () => {
  const LOG = 'sigsum.org/v1/tree/4d6d8825a6bb689d459628312889dfbb0bcd41b5211d9e1ce768b0ff0309e562'
  const KEY = fromHex('ffdc2d4d98e4124d3feaf788c0c2f9abfd796083d1f0495437f302ec79cf100f')
  const text = fs.readFileSync(new URL('../../ledger/vectors/litewitness.hurl', import.meta.url), 'utf8')
  const cases = [...text.matchAll(/```\n([^`]*)```\nHTTP (\d+)\n\[Asserts\]\nbody (?:contains|==) "([^"]*)"/g)].map(
    ([, body = '', status, says = '']) => ({ body, status: Number(status), says }),
  )

  let other: WitnessProcess
  beforeAll(async () => {
    const theirs = new CommandLine()
    other = await startWitness(theirs, `log ${formatVerifierKey(verifierKey(LOG, 'ed25519', KEY))}\nquorum none\n`)
  })
  afterAll(() => other.kill())

  test('are answered over HTTP as there, but for an unknown log, of which the protocol says 404 by now', async () => {
    expect(cases).toHaveLength(9)
    for (const { body, status, says } of cases) {
      const answer = await fetch(`${other.url}add-checkpoint`, { method: 'POST', body })
      expect(answer.status, says).toBe(says === 'unknown log' ? 404 : status)
      const answered = await answer.text()
      if (status === 409) expect(answered.replace('\n', '\\n')).toBe(says)
      else if (status !== 200) expect(answered).toContain(says)
    }
  })
})
