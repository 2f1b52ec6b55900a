import { describe, expect, test } from 'vitest'
import { AUDIT_EVENT_TYPES } from '#contract/audit/audit-events.ts'
import { OCSF, ocsfProblems } from '#server/checks/integrations/ocsf-schema.ts'
import type { EventRow } from '../events/event-row.ts'
import { cefLine } from './cef.ts'
import { ocsfEvent } from './ocsf.ts'

const ROW: EventRow = {
  id: '0191d5a2-8c1b-4e5e-9a5a-000000000001',
  created_at: '2026-11-26T11:39:00.123456+00:00',
  event_type: 'file_records.read',
  event_category: 'data_access',
  user_id: '0191d5a2-8c1b-4e5e-9a5a-0000000000aa',
  action: 'read',
  status: 'success',
  risk_level: 'low',
  details: {
    file_id: '0191d5a2-8c1b-4e5e-9a5a-0000000000ff',
    ip: '192.0.2.7',
    user_agent: 'Firefox',
    session_id: 's1',
  },
}

/** As much as an event may say, and as little. */
const VARIANTS: Partial<EventRow>[] = [
  {},
  { user_id: null, details: {} },
  { status: 'failure', risk_level: 'critical', details: { person: 'p', id: 'i', ip: '2001:db8::1' } },
  { status: 'blocked', risk_level: 'medium' },
  { status: 'as nobody knows it', risk_level: 'unheard of', details: { ip: '', id: 7 } },
]

describe('OCSF', () => {
  test('every kind of event is valid by the schema of its class', () => {
    expect(AUDIT_EVENT_TYPES.length).toBeGreaterThan(100)
    const problems = [...AUDIT_EVENT_TYPES, 'unknown.kind'].flatMap((event_type) =>
      VARIANTS.flatMap((variant) =>
        ocsfProblems(ocsfEvent({ ...ROW, event_type, ...variant }, 7)).map((problem) => `${event_type}: ${problem}`),
      ),
    )
    expect(problems).toEqual([])
  })

  test('an event names the version of the schema that it was validated against', () => {
    expect(ocsfEvent(ROW)['metadata']).toMatchObject({ version: OCSF.version })
  })

  test('says who read which file from where, and by what name we know the event', () => {
    expect(ocsfEvent(ROW)).toMatchObject({
      class_uid: 6006,
      activity_id: 2,
      time: Date.parse('2026-11-26T11:39:00.123Z'),
      actor: { user: { uid: ROW.user_id }, session: { uid: 's1' } },
      src_endpoint: { ip: '192.0.2.7' },
      http_request: { user_agent: 'Firefox' },
      file: { uid: ROW.details['file_id'], is_encrypted: true },
      metadata: { uid: ROW.id, event_code: 'file_records.read' },
      status_id: 1,
    })
  })

  test('names its place in the log where that is known', () => {
    expect(ocsfEvent(ROW, 41)['metadata']).toMatchObject({ sequence: 41 })
    expect(ocsfEvent(ROW)['metadata']).not.toHaveProperty('sequence')
    expect(cefLine(ROW, 41)).toMatch(/ cn1Label=leafIndex cn1=41$/)
    expect(cefLine(ROW)).not.toContain('cn1')
  })

  test.each([
    ['login.failed', 3002, 1],
    ['logout', 3002, 2],
    ['password.reset', 3007, 9],
    ['mfa.removed', 3007, 13],
    ['enterprise_user_roles.insert', 3007, 16],
    ['enterprise_user_roles.delete', 3007, 17],
    ['file_access.delete', 6006, 13],
    ['folders.insert', 3004, 1],
    ['ledger.witness_refused', 2004, 1],
    ['unknown.kind', 0, 99],
    ['constructor.insert', 3004, 1],
    ['file_records.constructor', 0, 99],
  ])('%s is class %i, activity %i', (event_type, class_uid, activity_id) => {
    expect(ocsfEvent({ ...ROW, event_type })).toMatchObject({ class_uid, activity_id })
  })

  test('what was blocked was denied', () => {
    const blocked = ocsfEvent({ ...ROW, status: 'blocked', risk_level: 'high' })
    expect(blocked).toMatchObject({ status_id: 2, action_id: 2, disposition_id: 2, severity_id: 4, risk_level_id: 3 })
  })

  test('the validator refuses what the schema does', () => {
    const valid = ocsfEvent(ROW)
    const without = (name: string) => Object.fromEntries(Object.entries(valid).filter(([one]) => one !== name))
    for (const broken of [
      without('file'),
      without('src_endpoint'),
      { ...valid, activity_id: 77, type_uid: 600_677 },
      { ...valid, type_uid: 1 },
      { ...valid, category_uid: 3 },
      { ...valid, class_uid: 1 },
      { ...valid, time: '2026' },
      { ...valid, file: { uid: 'x' } },
      { ...valid, made_up: 1 },
      { ...valid, actor: {} },
      { ...valid, metadata: { ...(valid['metadata'] as object), profiles: [] } },
    ]) {
      expect(ocsfProblems(broken)).not.toEqual([])
    }
  })
})

describe('CEF', () => {
  test('is one line with the fields that receivers know', () => {
    expect(cefLine(ROW)).toBe(
      String.raw`CEF:0|QuantumShield|QuantumShield|1|file_records.read|read|2|rt=1795693140123 externalId=${ROW.id} cat=data_access act=read ` +
        String.raw`outcome=success suid=${ROW.user_id} src=192.0.2.7 requestClientApplication=Firefox cs1Label=details cs1={"file_id":"0191d5a2-8c1b-4e5e-9a5a-0000000000ff",` +
        String.raw`"ip":"192.0.2.7","user_agent":"Firefox","session_id":"s1"}`,
    )
  })

  test('no text makes a second line, another column or another field', () => {
    const action = 'a|b\\c\nCEF:0|forged'
    const user_agent = 'x suid=forged\r\nCEF:0|forged'
    const line = cefLine({ ...ROW, action, details: { user_agent } })
    expect(line).not.toMatch(/[\r\n]/)
    // Seven columns, and then the fields.
    expect(line).toMatch(/^(?:(?:[^|\\]|\\.)*\|){7}rt=/)
    expect(line.split('|').slice(0, 3)).toEqual(['CEF:0', 'QuantumShield', 'QuantumShield'])
    expect([...line.matchAll(/ suid=/g)]).toHaveLength(1)
  })

  test('an address of IPv6 is not given as one of IPv4, and what is not known is left out', () => {
    const line = cefLine({ ...ROW, user_id: null, details: { ip: '2001:db8::1' } })
    expect(line).toContain('c6a2Label=Source IPv6 Address c6a2=2001:db8::1')
    expect(line).not.toMatch(/ (src|suid|requestClientApplication)=/)
  })
})
