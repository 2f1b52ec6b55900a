/** A server that lists another build, shows another log, or rewrites the one that lists builds. */
import { createHash } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { readBuildList } from '#server/http/web-app.ts'
import { checkAnchorLog } from '#vault/ledger/anchor-log.ts'
import { type LogMemory, newLogMemory } from '#vault/ledger/log-memory.ts'
import { createFolder } from '#vault/folders/folders.ts'
import { growLedger } from '../../support/grow-ledger.ts'
import type { VaultPerson } from '../../support/people/vault-person.ts'
import { startAttacked, stageAttacked } from '../attacked.ts'

const attacked = stageAttacked()
let ada: VaultPerson
let device: LogMemory
beforeAll(async () => {
  ada = await attacked.person()
})
beforeEach(async () => {
  device = newLogMemory()
  await happen()
})

/** Something that the anchor log notes. */
async function happen(): Promise<void> {
  await createFolder(ada.api, ada.vault, { parentId: null, name: 'folder' })
  await growLedger(attacked.server.ledger)
}

describe('the anchor log, which lists the builds', () => {
  const list = readBuildList() ?? ''
  const look = (manifest = list, memory = device) =>
    checkAnchorLog(attacked.visitor, { memory, nowMs: Date.now() }, manifest)
  const exchanged = list.replace('"version"', ' "version"')

  test('of an honest server lists the build, and continues what the device saw', async () => {
    expect(await look()).toMatchObject({ log: { before: undefined, isAnother: false }, build: { isListed: true } })
    await happen()
    const later = await look()
    expect(later).toMatchObject({ log: { before: { size: expect.any(Number) } }, build: { isListed: true } })
  })

  test('does not list a build that was exchanged, whatever entry the server names for it', async () => {
    expect((await look(exchanged)).build).toEqual({ isListed: false })
    const name = createHash('sha256').update(list).digest('hex')
    const honest = await (await attacked.visitor.fetch(`/audit/v1/builds/${name}/proof`, {})).text()
    for (const index of ['0', '1', '2']) {
      const body = Buffer.from(honest.replace(/\nindex \d+\n/, `\nindex ${index}\n`))
      attacked.proxy.tamper(({ path: asked }) => (asked.includes('/builds/') ? { status: 200, body } : null))
      expect((await look(exchanged)).build).toEqual({ isListed: false })
    }
    expect(attacked.proxy.changed()).toBeGreaterThan(0)
  })

  test('about which the server gives no answer is no reason to trust it', async () => {
    for (const status of [409, 500, 429]) {
      attacked.proxy.tamper(({ path: asked }) =>
        asked.includes('/builds/') ? { status, body: Buffer.from('{}') } : null,
      )
      expect((await look(exchanged)).build).toBeUndefined()
    }
  })

  test('that is another one, under the same keys or under others, is named, also in a later session', async () => {
    await look()
    const other = await startAttacked()
    onTestFinished(() => other.stop())
    await growLedger(other.server.ledger)
    const lookThere = () => checkAnchorLog(other.visitor, { memory: device, nowMs: Date.now() }, list)
    for (let visit = 0; visit < 2; visit++) {
      expect(await lookThere()).toMatchObject({ log: { problem: 'other_keys' }, build: undefined })
    }
    await attacked.server.database.owner(`update ledger.logs set origin = origin || '/2' where kind = 'anchor'`)
    await happen()
    for (let visit = 0; visit < 2; visit++) expect((await look()).log).toMatchObject({ isAnother: true })
  })

  test('that was rewritten is a fork, and lists nothing then', async () => {
    await look()
    await attacked.server.database.asOwner(async (db) => {
      for (const text of [
        `set local session_replication_role = 'replica'`,
        'delete from ledger.checkpoints',
        'delete from ledger.leaves',
        'delete from ledger.listed_keys',
        'delete from ledger.tiles',
        `update ledger.logs set size = 0, roots = '{}', anchored = 0, anchored_at = null`,
      ]) {
        await db.query({ text })
      }
    })
    await happen()
    const { log, build } = await look()
    expect(['forked', 'shrank']).toContain('problem' in log ? log.problem : '')
    expect(build).toBeUndefined()
  })
})
