import fs from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { HASH, MirrorStage } from '../../test/support/mirror-stage.ts'
import { WitnessFiles } from '../witness/witness-files.ts'
import { shortLivedFolder } from '../../test/support/short-lived.ts'

let stage: MirrorStage
beforeEach(async () => {
  stage = await MirrorStage.open()
})
afterEach(() => {
  vi.restoreAllMocks()
  stage.remove()
})

describe('a computer that fails', () => {
  /** Every place where a file is replaced: a bundle, a tile, the checkpoint, what is pending. */
  test('at any write leaves a copy that is whole, and continues', async () => {
    let writes = 0
    for (let fatal = 1; ; fatal++) {
      fs.rmSync(stage.folder, { recursive: true })
      await stage.restart()
      writes = 0
      const rename = fs.renameSync.bind(fs)
      const spy = vi.spyOn(fs, 'renameSync').mockImplementation((from, to) => {
        // As a process that is killed: neither this write nor a later one happens.
        if (++writes >= fatal) throw new Error('killed')
        rename(from, to)
      })
      const work = async (): Promise<void> => {
        await stage.pend(0, 300)
        await stage.send(0, 300)
        await stage.pend(300, 600)
        await stage.send(300, 600, { most: 1 })
        await stage.send(512, 600)
      }
      const isKilled = await work().then(
        () => false,
        () => true,
      )
      spy.mockRestore()
      await stage.restart()
      const size = Number(stage.mirror.checkpoint(HASH)?.split('\n')[1] ?? 0)
      expect([0, 300, 600]).toContain(size)
      if (size > 0) await stage.expectWhole(size)
      if (!isKilled) break
      const known = await stage.pend(0, 600)
      if (known.status === 409) expect((await stage.pend(Number(known.body), 600)).status).toBe(200)
      const { next, status } = { next: 600, ...(await stage.send(600, 600)) }
      if (status === 409) expect((await stage.send(next, 600)).status, `killed at write ${fatal}`).toBe(200)
      await stage.expectWhole(600)
    }
    expect(writes, 'places where it was killed').toBeGreaterThan(8)
  })

  test('with a full disk says so, keeps what it has, and continues when there is room', async () => {
    await stage.pend(0, 300)
    await stage.send(0, 300)
    await stage.pend(300, 600)
    const full = vi.spyOn(fs, 'writeFileSync').mockImplementation(() => {
      throw Object.assign(new Error('no space left'), { code: 'ENOSPC' })
    })
    expect((await stage.send(300, 600)).status).toBe(507)
    expect((await stage.pend(600, 700)).status).toBe(507)
    full.mockRestore()
    await stage.expectWhole(300)
    expect((await stage.send(300, 600)).status).toBe(200)
    await stage.expectWhole(600)
  })

  test('keeps no more than its operator allows', async () => {
    await stage.restart({ mostBytes: 40_000 })
    await stage.pend(0, 700)
    expect((await stage.send(0, 700)).status).toBe(507)
    const used = fs
      .readdirSync(stage.folder, { recursive: true, withFileTypes: true })
      .filter((one) => one.isFile())
      .reduce((sum, one) => sum + fs.statSync(path.join(one.parentPath, one.name)).size, 0)
    expect(used).toBeLessThan(41_000)
    await stage.restart()
    const { next } = { next: 0, ...(await stage.send(700, 700)) }
    expect((await stage.send(next, 700)).status).toBe(200)
    await stage.expectWhole(700)
  })

  test('whose disk lost or changed something does not start, and says where', async () => {
    await stage.pend(0, 300)
    await stage.send(0, 300)
    const copy = path.join(stage.folder, 'copies', HASH)
    for (const [file, says] of [
      ['tile/entries/000', 'damaged'],
      ['tile/entries/001', 'damaged'],
      ['tile/0/001', 'tile/0/001.p/44'],
      ['tile/1/000', 'tile/1/000.p/1'],
      ['checkpoint', 'damaged'],
    ] as const) {
      const whole = fs.readFileSync(path.join(copy, file))
      for (const other of [whole.subarray(0, -1), Buffer.from(whole.map((byte, at) => (at === 4 ? byte ^ 1 : byte)))]) {
        fs.writeFileSync(path.join(copy, file), other)
        await expect(stage.restart(), file).rejects.toThrow(says)
      }
      fs.writeFileSync(path.join(copy, file), whole)
    }
    await stage.restart()
    await stage.expectWhole(300)
  })

  test('whose disk changed entries before they were signed signs nothing, and asks for them again', async () => {
    await stage.pend(0, 700)
    await stage.send(0, 700, { most: 2 })
    const file = path.join(stage.folder, 'copies', HASH, 'tile/entries/000')
    fs.writeFileSync(file, Buffer.from(fs.readFileSync(file).map((byte, at) => (at === 4 ? byte ^ 1 : byte))))
    await expect(stage.send(512, 700)).rejects.toThrow('another root')
    expect(stage.mirror.checkpoint(HASH)).toBeUndefined()
    expect(await stage.send(700, 700)).toMatchObject({ status: 409, next: 0 })
    expect((await stage.send(0, 700)).status).toBe(200)
    await stage.expectWhole(700)
  })
})

test('a mirror and a witness have keys and folders of their own, and one process has a folder', () => {
  const files = new WitnessFiles(stage.folder, 'mirror')
  expect(() => new WitnessFiles(stage.folder).key(undefined)).toThrow('folder of a mirror')
  const other = fs.mkdtempSync(path.join(shortLivedFolder(), 'quantumshield-mirror-'))
  new WitnessFiles(other).key('witness.example/1')
  expect(() => new WitnessFiles(other, 'mirror').key(undefined)).toThrow('folder of a witness')
  fs.rmSync(other, { recursive: true })
  const release = files.lock()
  expect(() => new WitnessFiles(stage.folder, 'mirror').lock()).toThrow('Another mirror runs')
  release()
})
