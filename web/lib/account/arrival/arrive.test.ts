import type { Session } from '@supabase/supabase-js'
import { beforeEach, describe, expect, test } from 'vitest'
import { VaultError } from '#vault/session/vault-error.ts'
import { type Arrival, arrive } from './arrive.ts'

const session = { user: { id: 'ada', email: 'ada@example.org', user_metadata: {} } } as Session
const offline = new VaultError('offline', 'The server cannot be reached.')

let did: unknown[]
let arrival: Arrival
beforeEach(() => {
  did = []
  arrival = {
    storage: { isOver: false, getItem: () => JSON.stringify(session) },
    keeping: { isLeftAlone: () => false },
    opening: { need: (need) => void did.push(need), resume: async ({ user }) => void did.push(`resume ${user.id}`) },
    dispatch: (event) => void did.push(event),
    lock: async () => void did.push('lock'),
    finish: async () => null,
    readSession: async () => session,
  }
})

describe('a page that starts', () => {
  test('resumes the session of this browser, which opens what was kept open', async () => {
    expect(await arrive(arrival)).toBeNull()
    expect(did).toEqual(['resume ada'])
  })

  test('locks first after nobody touched any tab for long, and after the browser was closed', async () => {
    await arrive({ ...arrival, keeping: { isLeftAlone: () => true } })
    expect(did.splice(0)).toEqual(['lock', 'resume ada'])
    await arrive({ ...arrival, storage: { ...arrival.storage, isOver: true } })
    expect(did).toEqual(['lock', 'resume ada'])
  })

  test('keeps a session whose token ran out without a connection, and asks for the password', async () => {
    await arrive({ ...arrival, readSession: () => Promise.reject(offline) })
    expect(did).toEqual([{ kind: 'locked', email: 'ada@example.org' }])
  })

  test('asks without an address where the stored session cannot be read', async () => {
    const storage = { isOver: false, getItem: () => 'nonsense' }
    await arrive({ ...arrival, storage, readSession: () => Promise.reject(offline) })
    expect(did).toEqual([{ kind: 'locked', email: '' }])
  })

  test('is signed out without a session', async () => {
    await arrive({ ...arrival, readSession: async () => null })
    expect(did).toEqual([{ type: 'signed-out' }])
  })

  test('reads no session after a sign-in elsewhere that succeeded', async () => {
    expect(await arrive({ ...arrival, finish: async () => 'signed-in' })).toBe('signed-in')
    expect(did).toEqual([])
  })

  test('says why a sign-in elsewhere failed, unless somebody is signed in here', async () => {
    const failed = { ...arrival, finish: async () => 'foreign' as const }
    expect(await arrive(failed)).toBe('foreign')
    expect(did.splice(0)).toEqual(['resume ada'])
    await arrive({ ...failed, readSession: async () => null })
    expect(did).toEqual([{ type: 'signed-out', elsewhere: 'foreign' }])
  })
})
