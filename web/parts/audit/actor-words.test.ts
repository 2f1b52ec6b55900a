import { expect, test } from 'vitest'
import type { AuditEvent } from '#web/lib/remote/vault-client.ts'
import { actorLine, actorOf } from './actor-words.ts'

const ADA = '0196f3c2-0000-7000-8000-0000000000aa'
const labelOf = (id: string) => (id === ADA ? 'Ada Khan' : 'somebody else')

function event(user_id: string | null, details: Record<string, unknown> = {}): AuditEvent {
  return {
    id: '0196f3c2-0000-7000-8000-00000000000a',
    created_at: '2026-11-27T09:00:00+00:00',
    event_type: 'logout',
    event_category: 'auth',
    user_id,
    action: 'logout',
    status: 'success',
    risk_level: 'low',
    details,
  }
}

test('what a person did has their name', () => {
  expect(actorOf(event(ADA), labelOf)).toBe('Ada Khan')
  expect(actorLine(event(ADA, { by: 'user' }), labelOf)).toBe('Ada Khan')
})

test('what the operator did to an account is not in the name of its owner', () => {
  const suspended = event(ADA, { by: 'operator' })
  expect(actorOf(suspended, labelOf)).toBe('Operator of the server')
  expect(actorLine(suspended, labelOf)).toBe('Operator of the server (account: Ada Khan)')
})

test('what a program with the secret key did to an account is not in the name of its owner', () => {
  const changed = event(ADA, { by: 'admin' })
  expect(actorOf(changed, labelOf)).toBe('An administrator’s program')
  expect(actorLine(changed, labelOf)).toBe('An administrator’s program (account: Ada Khan)')
  expect(actorLine(event(null, { by: 'admin' }), labelOf)).toBe('An administrator’s program')
})

test('what an identity provider did to an account is not in the name of its owner', () => {
  const changed = event(ADA, { by: 'scim' })
  expect(actorLine(changed, labelOf)).toBe('Identity provider (account: Ada Khan)')
  expect(actorOf(event(null, { by: 'scim' }), labelOf)).toBe('Identity provider')
})

test('nobody stays nobody', () => {
  expect(actorOf(event(null), labelOf)).toBe('System')
  expect(actorLine(event(null, { by: 'operator' }), labelOf)).toBe('Operator of the server')
})
