/** A server that says of an event that its time was over, or that its person was erased, and shows something else of it. */
import { beforeAll, describe, expect, test } from 'vitest'
import type { EventRow } from '#ledger/events/event-row.ts'
import { auditFormat } from '#web/lib/keyless/audit/audit-formats.ts'
import { listAuditEvents } from '#vault/audit/audit-log.ts'
import { createFolder } from '#vault/folders/folders.ts'
import { checkLedger } from '#vault/ledger/check-ledger.ts'
import { newLogMemory } from '#vault/ledger/log-memory.ts'
import { growLedger } from '../../support/grow-ledger.ts'
import type { VaultPerson } from '../../support/people/vault-person.ts'
import { stageAttacked } from '../attacked.ts'

const DAY_MS = 86_400_000
const attacked = stageAttacked()
let ada: VaultPerson
let row: EventRow
beforeAll(async () => {
  ada = await attacked.person()
  await createFolder(ada.api, ada.vault, { parentId: null, name: 'folder' })
  await growLedger(attacked.server.ledger)
  const [newest] = await listAuditEvents(ada.api, { filter: { types: ['folders.insert'] }, limit: 1 })
  if (!newest) throw new Error('no event')
  row = newest
})

const emptied = (days: number) => ({
  user_id: null,
  details: { removed_after: { who: days, where: days, what: days } },
})
const stateOf = async (shown: EventRow, ageDays = 0) =>
  (
    await checkLedger(ada.api, [shown], {
      memory: newLogMemory(),
      userId: ada.userId,
      nowMs: Date.parse(row.created_at) + ageDays * DAY_MS,
    })
  ).events.get(row.id)

describe('an event that is said to be removed', () => {
  test('after fewer days than anybody may choose, or before them', async () => {
    expect(await stateOf(row)).toMatchObject({ state: 'verified' })
    expect(await stateOf({ ...row, ...emptied(1) })).toMatchObject({ state: 'changed' })
    expect(await stateOf({ ...row, ...emptied(1) }, 40)).toMatchObject({ state: 'changed' })
    expect(await stateOf({ ...row, ...emptied(29) }, 40)).toMatchObject({ state: 'changed' })
    expect(await stateOf({ ...row, ...emptied(30) }, 20)).toMatchObject({ state: 'changed' })
    // Not noticed: it is old enough (docs/threat-model.md).
    expect(await stateOf({ ...row, ...emptied(30) }, 40)).toMatchObject({ state: 'verified' })
  })

  test('of a person who was erased still says something of them', async () => {
    expect(await stateOf({ ...row, user_id: null, details: { erased: true } })).toMatchObject({ state: 'verified' })
    const details = { erased: true, person: crypto.randomUUID() }
    expect(await stateOf({ ...row, user_id: null, details })).toMatchObject({ state: 'changed' })
  })

  test.each([{ erased: true }, emptied(400).details])('shows no action that nothing proves: %j', async (details) => {
    attacked.proxy.tamperJson('/system_audit_log', (rows: EventRow[]) =>
      rows.map((one) => ({ ...one, user_id: null, action: 'made-up', details })),
    )
    const [shown] = await listAuditEvents(ada.api, { filter: { types: ['folders.insert'] }, limit: 1 })
    if (!shown) throw new Error('no event')
    expect(shown.action).toBe('folders.insert')
    for (const format of ['csv', 'ndjson', 'cef', 'ocsf'] as const)
      expect(auditFormat(format).lines([shown])).not.toContain('made-up')
  })
})
