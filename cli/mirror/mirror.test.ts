import fs from 'node:fs'
import path from 'node:path'
import { assert, asyncProperty, constantFrom, nat, record } from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { concat } from '#crypto/bytes.ts'
import { parseMirrorInfo } from '#ledger/mirror/add-entries.ts'
import { uploadOf } from '#ledger/testing/mirror-upload.ts'
import { logSigners, signedCheckpoint } from '#ledger/testing/signed-log.ts'
import { formatAddCheckpoint } from '#ledger/witness/add-checkpoint.ts'
import { forked, HASH, inPieces, log, MirrorStage, NOW, ORIGIN } from '../../test/support/mirror-stage.ts'

let stage: MirrorStage
beforeEach(async () => {
  stage = await MirrorStage.open()
})
afterEach(() => stage.remove())

describe('a mirror', () => {
  test('keeps a log as it grows, and signs nothing but what it keeps', async () => {
    expect(stage.mirror.checkpoint(HASH)).toBeUndefined()
    let before = 0
    for (const size of [0, 1, 3, 255, 256, 257, 300, 700]) {
      expect(await stage.pend(before, size)).toEqual({ status: 200, body: '' })
      const shown = stage.mirror.checkpoint(HASH)
      if (size > 0) expect(await stage.send(size, size)).toMatchObject({ status: 409, size, next: before })
      expect(stage.mirror.checkpoint(HASH), 'a checkpoint alone changes nothing').toBe(shown)
      expect((await stage.send(before, size)).status).toBe(200)
      await stage.expectWhole(size)
      before = size
    }
    await stage.restart()
    await stage.expectWhole(700)
  })

  test('takes parts, and continues with the first entry that is missing', async () => {
    await stage.pend(0, 700)
    expect(await stage.send(0, 700, { most: 1 })).toMatchObject({ status: 202, size: 700, next: 256 })
    expect(await stage.send(300, 700)).toMatchObject({ status: 409, next: 256 })
    await stage.restart()
    expect(await stage.send(700, 700)).toMatchObject({ status: 409, next: 256 })
    expect(await stage.send(100, 700, { most: 2 })).toMatchObject({ status: 202, next: 512 })
    expect(stage.mirror.checkpoint(HASH)).toBeUndefined()
    expect((await stage.send(512, 700)).status).toBe(200)
    await stage.expectWhole(700)
  })

  test('takes entries for a checkpoint before the newest, but goes back to none', async () => {
    await stage.pend(0, 300)
    await stage.pend(300, 400)
    expect((await stage.send(0, 300)).status).toBe(200)
    await stage.expectWhole(300)
    expect((await stage.send(300, 400)).status).toBe(200)
    expect(await stage.send(0, 300)).toMatchObject({ status: 409, size: 400, next: 400 })
    await stage.expectWhole(400)
    expect(await stage.send(0, 350), 'a size that no checkpoint had').toMatchObject({
      status: 409,
      size: 400,
      next: 400,
    })
  })

  test('signs a log that rests again, with the time, which never goes back', async () => {
    await stage.pend(0, 40)
    const times: number[] = []
    for (const at of [NOW, NOW + 1_800, NOW - 5_000]) {
      stage.nowMs = at * 1000
      expect((await stage.send(at === NOW ? 0 : 40, 40)).status).toBe(200)
      times.push((await stage.witnessing()).signed[0]?.seconds ?? 0)
    }
    expect(times).toEqual([NOW, NOW + 1_800, NOW + 1_800])
  })

  test('two uploads at once leave one whole copy', async () => {
    await stage.pend(0, 300)
    await stage.pend(300, 700)
    const answers = await Promise.all([stage.send(0, 300), stage.send(0, 700), stage.send(0, 700)])
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(0)
    await stage.expectWhole(700)
  })
})

test('a checkpoint that is shown again is not written again', async () => {
  await stage.pend(0, 300)
  const file = path.join(stage.folder, 'copies', HASH, 'pending.json')
  // A file that is written takes the place of the one before.
  const { ino } = fs.statSync(file)
  expect((await stage.pend(300, 300)).status).toBe(200)
  expect(fs.statSync(file).ino).toBe(ino)
  expect((await stage.pend(300, 301)).status).toBe(200)
  expect(fs.statSync(file).ino).not.toBe(ino)
})

test('an upload that ends behind a later one takes nothing back', async () => {
  await stage.pend(0, 300)
  await stage.pend(300, 700)
  const whole = await uploadOf(log, { origin: ORIGIN, start: 0, end: 300 })
  const gate = Promise.withResolvers<void>()
  const slow = stage.mirror.addEntries(
    (async function* () {
      yield whole.subarray(0, 2_000)
      await gate.promise
      yield whole.subarray(2_000)
    })(),
  )
  expect((await stage.send(0, 700)).status).toBe(200)
  gate.resolve()
  const { status, body } = await slow
  expect([status, parseMirrorInfo(body)]).toMatchObject([409, { size: 700, next: 700 }])
  await stage.expectWhole(700)
})

test('what another upload had thrown away is requested again, and is no refusal', async () => {
  await stage.pend(0, 300)
  await stage.send(0, 300, { most: 1 })
  await stage.pend(300, 700)
  const whole = await uploadOf(log, { origin: ORIGIN, start: 100, end: 700 })
  const gate = Promise.withResolvers<void>()
  const slow = stage.mirror.addEntries(
    (async function* () {
      yield whole.subarray(0, 60)
      await gate.promise
      yield whole.subarray(60)
    })(),
  )
  fs.rmSync(path.join(stage.folder, 'copies', HASH, 'tile', 'entries', '000'))
  await expect(stage.send(256, 300)).rejects.toThrow('missing')
  gate.resolve()
  const { status, body } = await slow
  expect([status, parseMirrorInfo(body)]).toMatchObject([409, { size: 700, next: 0 }])
  expect((await stage.send(0, 700)).status).toBe(200)
  await stage.expectWhole(700)
})

describe('a log that lies', () => {
  test('has one history here: the other is refused, and kept as what shows it', async () => {
    await stage.pend(0, 300)
    await stage.send(0, 300)
    expect((await stage.pend(300, 400, forked)).status).toBe(422)
    const { status } = await stage.mirror.addCheckpoint(
      formatAddCheckpoint({ oldSize: 300, proof: [], checkpoint: await stage.checkpoint(300, forked) }),
    )
    expect([status, stage.refused]).toEqual([422, [ORIGIN, ORIGIN]])
    expect(fs.readdirSync(path.join(stage.folder, 'refused'))).toHaveLength(2)
    expect((await stage.pend(300, 400)).status).toBe(200)
    expect((await stage.send(300, 400)).status).toBe(200)
    await stage.expectWhole(400)
  })

  test('that is shorter than it was is refused', async () => {
    await stage.pend(0, 300)
    await stage.send(0, 300)
    expect(await stage.pend(0, 200)).toMatchObject({ status: 409, body: '300\n' })
    const short = formatAddCheckpoint({ oldSize: 300, proof: [], checkpoint: await stage.checkpoint(200) })
    expect((await stage.mirror.addCheckpoint(short)).status).toBe(400)
    await stage.expectWhole(300)
  })

  test('cannot have other entries kept than its checkpoint holds', async () => {
    await stage.pend(0, 300)
    expect((await stage.send(0, 300, { of: forked })).status).toBe(422)
    expect(await stage.send(0, 300, { most: 1 })).toMatchObject({ status: 202, next: 256 })
    const exchanged = { ...log, entries: log.entries.with(270, log.entries[271] ?? new Uint8Array()) }
    expect((await stage.send(256, 300, { of: exchanged })).status).toBe(422)
    expect(stage.mirror.checkpoint(HASH)).toBeUndefined()
    expect((await stage.send(256, 300)).status).toBe(200)
    await stage.expectWhole(300)
  })

  test('an unknown log, another key, and entries before a checkpoint are refused', async () => {
    expect((await stage.send(0, 0)).status).toBe(422)
    const others = await logSigners(ORIGIN, 9)
    const foreign = await signedCheckpoint(ORIGIN, { size: 3, root: log.rootOf(3) }, others, NOW)
    expect(
      (await stage.mirror.addCheckpoint(formatAddCheckpoint({ oldSize: 0, proof: [], checkpoint: foreign }))).status,
    ).toBe(403)
    const unknown = await uploadOf(log, { origin: 'other.example', start: 0, end: 3 })
    expect((await stage.mirror.addEntries(inPieces(unknown))).status).toBe(404)
    const elsewhere = (await stage.checkpoint(3)).replace(ORIGIN, 'other.example')
    expect(
      (await stage.mirror.addCheckpoint(formatAddCheckpoint({ oldSize: 0, proof: [], checkpoint: elsewhere }))).status,
    ).toBe(404)
  })

  test('whatever is sent, nothing else is kept or signed, and the log continues', async () => {
    await stage.pend(0, 300)
    const whole = await uploadOf(log, { origin: ORIGIN, start: 0, end: 300 })
    const damage = record({
      at: nat(whole.length - 1),
      byte: nat(255),
      way: constantFrom('cut', 'flip', 'insert', 'drop'),
      pieceBytes: constantFrom(1, 7, 100_000),
    })
    await assert(
      asyncProperty(damage, async ({ at, byte, way, pieceBytes }) => {
        const rest = whole.subarray(way === 'insert' ? at : at + 1)
        const sent = concat(
          whole.subarray(0, at),
          way === 'drop' ? new Uint8Array() : Uint8Array.of(byte),
          way === 'cut' ? new Uint8Array() : rest,
        )
        const answer = await stage.mirror.addEntries(inPieces(sent, pieceBytes))
        expect([200, 202, 400, 404, 409, 422]).toContain(answer.status)
        if (stage.mirror.checkpoint(HASH) !== undefined) await stage.expectWhole(300)
      }),
      { numRuns: 60 },
    )
    const { next } = { next: 0, ...(await stage.send(300, 300)) }
    expect((await stage.send(Math.min(next, 300), 300)).status).toBe(200)
    await stage.expectWhole(300)
  })

  test('and a connection that breaks leaves what arrived whole', async () => {
    await stage.pend(0, 700)
    const whole = await uploadOf(log, { origin: ORIGIN, start: 0, end: 700 })
    const broken = async function* () {
      yield* inPieces(whole.subarray(0, whole.length - 20))
      throw new Error('aborted')
    }
    const answer = await stage.mirror.addEntries(broken())
    expect([answer.status, parseMirrorInfo(answer.body).next]).toEqual([202, 512])
    expect((await stage.send(512, 700)).status).toBe(200)
  })
})
