import fs from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { formatNote, parseNote } from '#ledger/notes/note.ts'
import { uploadOf } from '#ledger/testing/mirror-upload.ts'
import { logSigners, signedCheckpoint } from '#ledger/testing/signed-log.ts'
import { formatAddCheckpoint } from '#ledger/witness/add-checkpoint.ts'
import { HASH, inPieces, log, MirrorStage, NOW } from '../../test/support/mirror-stage.ts'
import { hashOf } from '../witness/witness-files.ts'

const NEXT = 'vault.example/audit/anchor/2'

let stage: MirrorStage
beforeEach(async () => {
  stage = await MirrorStage.open()
  await stage.pend(0, 300)
  await stage.send(0, 300)
})
afterEach(() => stage.remove())

/** As when an operator replaced the lines of the policy: new logs were begun. */
async function replacePolicy(): Promise<Awaited<ReturnType<typeof logSigners>>> {
  const signers = await logSigners(NEXT, 9)
  await stage.restart({ logs: signers.map(({ key }) => ({ key, url: undefined })) })
  return signers
}

test('a log that no policy names any more stays shown, and nothing is added to it; the next one is taken', async () => {
  const signers = await replacePolicy()
  await stage.expectWhole(300)
  expect((await stage.pend(300, 400)).status).toBe(404)
  expect((await stage.send(300, 300)).status).toBe(404)

  const checkpoint = await signedCheckpoint(NEXT, { size: 40, root: log.rootOf(40) }, signers, NOW)
  await stage.mirror.addCheckpoint(formatAddCheckpoint({ oldSize: 0, proof: [], checkpoint }))
  const upload = await uploadOf(log, { origin: NEXT, start: 0, end: 40 })
  expect((await stage.mirror.addEntries(inPieces(upload))).status).toBe(200)
  expect(stage.mirror.checkpoint(hashOf(NEXT))?.split('\n').slice(0, 2)).toEqual([NEXT, '40'])
  await stage.expectWhole(300)

  await stage.restart()
  expect((await stage.pend(300, 400)).status).toBe(200)
  expect((await stage.send(300, 400)).status).toBe(200)
  expect(stage.mirror.checkpoint(hashOf(NEXT))).toContain('mirror.example/1')
})

test('what the copies of ended logs take counts', async () => {
  const signers = await logSigners(NEXT, 9)
  await stage.restart({ logs: signers.map(({ key }) => ({ key, url: undefined })), mostBytes: 5_000 })
  const checkpoint = await signedCheckpoint(NEXT, { size: 40, root: log.rootOf(40) }, signers, NOW)
  const added = await stage.mirror.addCheckpoint(formatAddCheckpoint({ oldSize: 0, proof: [], checkpoint }))
  expect(added.status).toBe(507)
})

test('only what this mirror signed is shown', async () => {
  const file = path.join(stage.folder, 'copies', HASH, 'checkpoint')
  const { text, signatures } = parseNote(fs.readFileSync(file, 'utf8'))
  fs.writeFileSync(file, formatNote({ text, signatures: signatures.filter(({ name }) => name !== 'mirror.example/1') }))
  fs.writeFileSync(path.join(stage.folder, 'copies', 'note.txt'), 'of the operator')
  await replacePolicy()
  expect(stage.mirror.checkpoint(HASH)).toBeUndefined()
})

test('a copy of an ended log that lost something is none: the mirror does not start', async () => {
  fs.rmSync(path.join(stage.folder, 'copies', HASH, 'tile', 'entries', '001'))
  await expect(replacePolicy()).rejects.toThrow('or move it away')
})

test('nor is one whose checkpoint is none, or is in the folder of another', async () => {
  const folder = path.join(stage.folder, 'copies', HASH)
  fs.cpSync(folder, path.join(stage.folder, 'copies', hashOf('elsewhere')), { recursive: true })
  await expect(replacePolicy()).rejects.toThrow('was damaged')
  fs.rmSync(path.join(stage.folder, 'copies', hashOf('elsewhere')), { recursive: true })
  fs.writeFileSync(path.join(folder, 'checkpoint'), 'nothing')
  await expect(replacePolicy()).rejects.toThrow('was damaged')
})
