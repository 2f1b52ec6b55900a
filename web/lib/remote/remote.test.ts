import { type Remote as ComlinkRemote, expose, wrap } from 'comlink'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { VaultError } from '#vault/session/vault-error.ts'
import { carryVaultErrors } from '#web/workers/errors.ts'
import type { VaultWorker } from '#web/workers/vault.worker.ts'
import { createRemote } from './remote.ts'

const { port1, port2 } = new MessageChannel()
let hasStarted: (worker: ComlinkRemote<VaultWorker>) => void = () => undefined
const started = new Promise<ComlinkRemote<VaultWorker>>((resolve) => (hasStarted = resolve))
const remote = createRemote(() => started)

beforeAll(() => {
  carryVaultErrors()
  const calls = {
    team: {
      revoke: (id: string) => `revoked ${id}`,
      invitations: () => {
        throw new VaultError('vault_locked', 'The vault is locked.')
      },
    },
    ledger: {
      evidence: async (_filter: unknown, onProgress: (rows: number) => Promise<void>) => {
        await onProgress(7)
        return 'file'
      },
    },
  }
  expose({ calls }, port1)
})
afterAll(() => {
  port1.close()
  port2.close()
})

test('a call that is made before the worker has started waits for it', async () => {
  const answer = remote.team.revoke('an invitation')
  hasStarted(wrap<VaultWorker>(port2))
  expect(await answer).toBe('revoked an invitation')
})

test('a function among the arguments is called back', async () => {
  const rows: number[] = []
  const file = await remote.ledger.evidence({}, (count) => rows.push(count) > 0)
  expect({ rows, file }).toEqual({ rows: [7], file: 'file' })
})

test('an error arrives with its code', async () => {
  await expect(remote.team.invitations()).rejects.toMatchObject({ name: 'VaultError', code: 'vault_locked' })
})

test('a feature and a call stay the same, so that they can be dependencies of a screen', () => {
  expect(remote.team).toBe(remote.team)
  expect(remote.team.invitations).toBe(remote.team.invitations)
})
