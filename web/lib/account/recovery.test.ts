import { AuthApiError } from '@supabase/supabase-js'
import { expect, test } from 'vitest'
import type { Backend } from '../remote/backend.ts'
import type { Opening } from './opening.ts'
import { createRecovery } from './recovery.ts'

/** A server that takes no new password: the sign-in was too long ago, or by a way that is new. */
function refusing() {
  const error = new AuthApiError('', 400, 'reauthentication_needed')
  const backend = {
    auth: { updateUser: async () => ({ error }) },
    workers: { vault: { account: { prepareRecovery: async () => ({ authSecret: '', fields: {} }) } } },
  }
  const opening = { currentSession: async () => ({ user: { id: 'ada' } }) }
  return createRecovery(Promise.resolve(backend as unknown as Backend), opening as unknown as Opening)
}

test.each([
  [{ by: 'words', words: '' }, 'proof_needed'],
  [{ by: 'others' }, 'proof_needed'],
  [{ by: 'no-vault' }, 'sign_in_too_old'],
] as const)('a password that comes too late, by %o: %s', async (proof, code) => {
  await expect(refusing().recover({ proof, password: 'new' })).rejects.toMatchObject({ code })
})
