import http from 'node:http'
import { gzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { formatMirrorInfo, parseMirrorInfo } from '#ledger/mirror/add-entries.ts'
import { parsePolicy } from '#ledger/notes/policy.ts'
import type { NoteSigner } from '#ledger/notes/sign.ts'
import { formatVerifierKey } from '#ledger/notes/verifier-key.ts'
import { memoryLog } from '#ledger/testing/memory-log.ts'
import { uploadOf } from '#ledger/testing/mirror-upload.ts'
import { logSigners, signedCheckpoint } from '#ledger/testing/signed-log.ts'
import { readEntryBundle } from '#ledger/tree/entry-bundle.ts'
import { proveConsistency } from '#ledger/tree/prove.ts'
import { formatAddCheckpoint } from '#ledger/witness/add-checkpoint.ts'
import { readWitnessing } from '#ledger/witness/cosignatures.ts'
import { CommandLine } from '../../test/support/command-line.ts'
import { startWitness, type WitnessProcess } from '../../test/support/witness-process.ts'
import { hashOf } from '../witness/witness-files.ts'

const ORIGIN = 'vault.example/audit/anchor'
const NOW = 1_790_000_000
const log = memoryLog(600)

let computer: CommandLine
let signers: [NoteSigner, NoteSigner]
let running: WitnessProcess
beforeAll(async () => {
  computer = new CommandLine()
  signers = await logSigners(ORIGIN)
})
afterAll(() => computer.remove())
beforeEach(async () => {
  computer.moveOn()
  running = await startMirror()
})
afterEach(() => running.kill())

const keysOfLog = (): string => signers.map(({ key }) => `log ${formatVerifierKey(key)}\n`).join('')
const startMirror = (port = 0): Promise<WitnessProcess> =>
  startWitness(computer, `${keysOfLog()}quorum none\n`, { port, name: 'mirror.example/1', more: ['--mirror'] })

async function pend(oldSize: number, size: number): Promise<Response> {
  const checkpoint = await signedCheckpoint(ORIGIN, { size, root: log.rootOf(size) }, signers, NOW)
  const body = formatAddCheckpoint({ oldSize, proof: await proveConsistency(oldSize, size, log.read), checkpoint })
  return fetch(`${running.url}add-checkpoint`, { method: 'POST', body })
}
const post = (body: Uint8Array | string, encoding?: string): Promise<Response> =>
  fetch(`${running.url}add-entries`, {
    method: 'POST',
    body: Buffer.from(body),
    headers: { 'content-type': 'application/octet-stream', ...(encoding && { 'content-encoding': encoding }) },
  })
const send = async (start: number, end: number): Promise<Response> =>
  post(gzipSync(await uploadOf(log, { origin: ORIGIN, start, end })), 'gzip')
const shown = (path: string, method = 'GET'): Promise<Response> =>
  fetch(`${running.url}${hashOf(ORIGIN)}/${path}`, { method })

test('takes a log and shows it as logs are shown, to everybody and for reading only', async () => {
  expect((await shown('checkpoint')).status).toBe(404)
  const accepted = await pend(0, 300)
  expect([accepted.status, await accepted.text()], 'nothing is signed for a checkpoint').toEqual([200, ''])
  const answer = await send(0, 300)
  expect([answer.status, answer.headers.get('accept-encoding')]).toEqual([200, 'gzip'])
  const note = await (await shown('checkpoint')).text()
  expect(note).toContain(await answer.text())
  const policy = parsePolicy(`${keysOfLog()}witness M ${running.key}\nquorum M\n`)
  expect((await readWitnessing(note, policy)).isEnough).toBe(true)

  const full = await shown('tile/entries/000')
  expect([full.headers.get('cache-control'), full.headers.get('content-type')]).toEqual([
    'public, max-age=31536000, immutable',
    'application/octet-stream',
  ])
  expect(readEntryBundle(new Uint8Array(await full.arrayBuffer()), 256)).toEqual(log.entries.slice(0, 256))
  const part = await shown('tile/entries/001.p/10')
  expect(readEntryBundle(new Uint8Array(await part.arrayBuffer()), 10)).toEqual(log.entries.slice(256, 266))
  expect((await (await shown('tile/0/000')).arrayBuffer()).byteLength).toBe(8_192)
  expect(await (await shown('tile/0/000', 'HEAD')).text()).toBe('')
  for (const path of [
    'tile/0/001',
    'tile/0/001.p/45',
    'tile/0/000.p/256',
    'tile/0/0',
    'tile/entries/../../../key.json',
    '../key.json',
  ]) {
    expect((await shown(path)).status, path).toBe(404)
  }
  for (const method of ['PUT', 'DELETE', 'POST']) expect((await shown('checkpoint', method)).status).toBe(404)
  expect((await fetch(`${running.url}key.json`)).status).toBe(404)
  expect((await fetch(`${running.url}sign-subtree`, { method: 'POST' })).status).toBe(404)
})

test('says where to continue, also to who still sends', async () => {
  await pend(0, 600)
  const conflict = await post(
    Buffer.concat([await uploadOf(log, { origin: ORIGIN, start: 512, end: 600 }), Buffer.alloc(3_000_000)]),
  )
  const info = { size: 600, next: 0, ticket: new Uint8Array() }
  expect([conflict.status, conflict.headers.get('content-type'), await conflict.text()]).toEqual([
    409,
    'text/x.tlog.mirror-info',
    formatMirrorInfo(info),
  ])
  const part = await post(gzipSync(await uploadOf(log, { origin: ORIGIN, start: 0, end: 600 }, 2)), 'gzip')
  expect([part.status, parseMirrorInfo(await part.text()).next]).toEqual([202, 512])
})

test('what is no request, is packed wrongly or in another way, or is too large is refused', async () => {
  await pend(0, 300)
  const whole = await uploadOf(log, { origin: ORIGIN, start: 0, end: 300 })
  expect((await post('')).status).toBe(400)
  expect((await post('x'.repeat(1_000))).status).toBe(400)
  expect((await post(whole.subarray(0, 500))).status).toBe(400)
  expect((await post(whole, 'gzip')).status).toBe(400)
  expect((await post(whole, 'br')).status).toBe(415)
  // A hundred megabytes of zeros, in a small request: entries of no bytes, which are not those of the log.
  const packed = gzipSync(Buffer.concat([whole.subarray(0, 60), Buffer.alloc(100_000_000)]))
  expect((await post(packed, 'gzip')).status).toBe(422)
  const large = await fetch(`${running.url}add-checkpoint`, { method: 'POST', body: 'x'.repeat(600_000) })
  expect(large.status).toBe(413)
  expect((await shown('checkpoint')).status).toBe(404)
  expect((await send(0, 300)).status).toBe(200)
})

test('who sends half and waits holds up nobody', async () => {
  await pend(0, 300)
  const whole = await uploadOf(log, { origin: ORIGIN, start: 0, end: 300 })
  const waiting = Array.from({ length: 4 }, () => {
    const request = http.request(`${running.url}add-entries`, { method: 'POST' }).on('error', () => undefined)
    request.write(whole.subarray(0, 1_500))
    return request
  })
  expect((await send(0, 300)).status).toBe(200)
  for (const request of waiting) request.destroy()
})

test('killed while it takes entries, it continues where it was', async () => {
  await pend(0, 600)
  const { port } = new URL(running.url)
  const whole = await uploadOf(log, { origin: ORIGIN, start: 0, end: 600 })
  const request = http.request(`${running.url}add-entries`, { method: 'POST' }).on('error', () => undefined)
  request.write(whole.subarray(0, whole.length - 10))
  // Until two of its three packages arrived.
  await expect
    .poll(
      async () =>
        parseMirrorInfo(await (await post(await uploadOf(log, { origin: ORIGIN, start: 600, end: 600 }))).text()).next,
    )
    .toBe(512)
  const { key } = running
  await running.kill()
  running = await startMirror(Number(port))
  expect(running.key, 'the key stays').toBe(key)
  expect((await send(512, 600)).status).toBe(200)
  expect(await (await shown('checkpoint')).text()).toContain(`${ORIGIN}\n600\n`)
})

test('does not run twice with one folder, nor as a witness', async () => {
  const words = ['witness', '--policy', running.policyFile, '--listen', '127.0.0.1:0']
  const second = await computer.run([...words, '--mirror'])
  expect([second.status, second.stderr]).toEqual([1, expect.stringContaining('Another mirror runs with this folder')])
  await running.kill()
  const witness = await computer.run([...words, '--into', `${computer.home}/mirror`])
  expect([witness.status, witness.stderr]).toEqual([1, expect.stringContaining('is the folder of a mirror')])
  expect((await computer.run([...words, '--max-megabytes', '5'])).stderr).toContain('for a mirror')
  expect((await computer.run([...words, '--mirror', '--max-megabytes', '0'])).status).toBe(2)
})
