import { expect, test } from 'vitest'
import { VaultError } from '#vault/session/vault-error.ts'
import type { VaultApi } from '#vault/session/api.ts'
import { auditCalls } from './audit-calls.ts'

const REFUSED = new VaultError('against_rules', 'only owners')
const EVENT = {
  id: '0190b5a0-0000-7000-8000-000000000001',
  created_at: '2026-11-30T10:00:00.000001+00:00',
  event_type: 'files.downloaded',
  event_category: 'data_access',
  user_id: null,
  action: 'files.downloaded',
  status: 'success',
  risk_level: 'low',
  details: {},
}

/** Answers a page of one event, and then none. @returns what was asked, in order */
function logOfOne(refuses = false) {
  const asked: string[] = []
  const rest = async (path: string): Promise<unknown> => {
    const [name = ''] = path.split('?')
    asked.push(name)
    if (refuses) throw REFUSED
    return name === 'system_audit_log' && asked.filter((one) => one === name).length === 1 ? [EVENT] : []
  }
  return { asked, api: { rest } as unknown as VaultApi }
}

test('an export asks whether it may, reads, records and then gives the file', async () => {
  const { asked, api } = logOfOne()
  const file = await auditCalls.export(api, {}, 'ndjson', () => true)
  expect(await file?.text()).toContain('files.downloaded')
  expect(asked).toEqual(['rpc/require_audit_export', 'system_audit_log', 'system_audit_log', 'rpc/record_audit_export'])
})

test('what the rule refuses is not read', async () => {
  const { asked, api } = logOfOne(true)
  await expect(auditCalls.export(api, {}, 'csv', () => true)).rejects.toBe(REFUSED)
  expect(asked).toEqual(['rpc/require_audit_export'])
})

test.each([
  ['after the first events', 1, 1],
  ['while the last request found nothing', 2, 2],
])('an export that is stopped %s is no event', async (_, askedBefore, reads) => {
  const { asked, api } = logOfOne()
  let left = askedBefore
  expect(await auditCalls.export(api, {}, 'csv', () => --left > 0)).toBeNull()
  expect(asked).toEqual(['rpc/require_audit_export', ...Array.from({ length: reads }, () => 'system_audit_log')])
})
