/** A server that shows a time stamp of something else than the public log, or says wrongly what it named, to a person who saves evidence. */
import { beforeAll, expect, test } from 'vitest'
import { utf8 } from '#crypto/encoding.ts'
import { parseNote } from '#ledger/notes/note.ts'
import { unsignedStamp } from '#ledger/testing/unsigned-stamp.ts'
import { verifyEvidence } from '#ledger/evidence/verify-evidence.ts'
import { listAuditEvents } from '#vault/audit/audit-log.ts'
import { collectEvidence } from '#vault/ledger/collect-evidence.ts'
import type { LogMemory } from '#vault/ledger/log-memory.ts'
import { checkpointOf, grow } from '../../ledger/witness-stage.ts'
import type { VaultPerson } from '../../support/people/vault-person.ts'
import { stageAttacked } from '../attacked.ts'

const attacked = stageAttacked()
let ada: VaultPerson
/** Of what the authority was given. */
let text: string
let size: number
beforeAll(async () => {
  ada = await attacked.person()
  const { server } = attacked
  // Of no organisation, so that there is another log.
  await server.database.owner(
    `insert into system_audit_log (event_type, event_category, action) values ('x', 'auth', 'x')`,
  )
  await grow(server)
  text = parseNote(await checkpointOf(server)).text
  size = Number(text.split('\n')[1])
  // Clients do not check who signed it.
  await server.database.owner(
    `insert into ledger.timestamps (log_id, size, stamped_at, authority, stamped, reply)
     select id, $1, now(), 'Authority', $2, $3 from ledger.logs where kind = 'anchor' and ended_at is null`,
    [size, text, Buffer.from(unsignedStamp(utf8(text), 1_790_000_000_000))],
  )
  await grow(server)
  await grow(server)
})

const memory: LogMemory = {
  recall: async () => undefined,
  remember: async () => undefined,
  alone: (_userId, work) => work(),
}
async function evidence() {
  const rows = await listAuditEvents(ada.api, { filter: {}, limit: 50 })
  return collectEvidence(ada.api, rows, { memory, userId: ada.userId, nowMs: Date.now() })
}
function answer(path: RegExp, body: string | Uint8Array): void {
  attacked.proxy.tamper(({ path: asked }) => (path.test(asked) ? { body: Buffer.from(body) } : null))
}
const refused = { name: 'VaultError', code: 'evidence_refused' }

test('an honest one is kept', async () => {
  const { parts } = await evidence()
  const { facts, stamp } = await verifyEvidence(parts)
  expect(facts.at(-1)).toEqual({ name: 'stamped', state: 'holds' })
  expect([stamp?.size, stamp?.covered.length, stamp?.younger.length]).toEqual([size, expect.any(Number), 2])
})

test('a time stamp of another text, or of another history, is no evidence: nothing is saved', async () => {
  answer(/\/timestamps\/\d+$/, unsignedStamp(utf8('another'), 1))
  await expect(evidence()).rejects.toMatchObject(refused)
  answer(/\/timestamps\/\d+$/, 'no stamp')
  await expect(evidence()).rejects.toMatchObject(refused)
  answer(/\/stamped$/, text.replace('/anchor', '/another'))
  await expect(evidence()).rejects.toMatchObject(refused)

  const fork = text.replace(/\n[^\n]+\n$/, `\n${Buffer.alloc(32, 7).toString('base64')}\n`)
  const reply = Buffer.from(unsignedStamp(utf8(fork), 1))
  attacked.proxy.tamper(({ path: asked }) =>
    /\/timestamps\/\d+$/.test(asked)
      ? { body: reply }
      : asked.endsWith('/stamped')
        ? { body: Buffer.from(fork) }
        : null,
  )
  await expect(evidence()).rejects.toMatchObject(refused)
  expect(attacked.proxy.changed()).toBe(2)
})

test('an entry of another log, or one outside the stamped tree, is no evidence either', async () => {
  const { rows } = await attacked.server.database.owner<{ index: number; log: string | null }>(
    `select f.index::int, convert_from(f.entry, 'UTF8')::jsonb ->> 'log' as log from ledger.leaves f
     join ledger.logs g on g.id = f.log_id where g.kind = 'anchor' order by f.index`,
  )
  const isHers = (log: string | null): boolean => log?.includes('/t/') ?? false
  const other = rows.find(({ index, log }) => index < size && log !== null && !isHers(log))
  const later = rows.find(({ index, log }) => index >= size && isHers(log))
  if (!other || !later) throw new Error('no such entries')
  // The last entry of a tree names no log.
  for (const index of [other.index, size - 1, later.index, 1_000_000]) {
    answer(/\/stamped\/\d+$/, JSON.stringify({ index }))
    await expect(evidence(), `entry ${index}`).rejects.toMatchObject(refused)
    expect(attacked.proxy.changed()).toBe(1)
  }
})

test('one that keeps back the stamp, or what it named, takes the stamp away and nothing else', async () => {
  answer(/\/timestamps$/, JSON.stringify({ timestamps: [] }))
  const bare = await verifyEvidence((await evidence()).parts)
  attacked.proxy.tamper(({ path: asked }) => (/\/stamped\/\d+$/.test(asked) ? { status: 404 } : null))
  const unnamed = await verifyEvidence((await evidence()).parts)
  expect(attacked.proxy.changed()).toBe(1)
  for (const { facts, stamp } of [bare, unnamed]) {
    expect([facts.map(({ state }) => state), stamp]).toEqual([
      ['holds', 'holds', 'holds', 'holds', 'none', 'none'],
      undefined,
    ])
  }
})
