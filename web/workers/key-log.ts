import { KeyLog } from '#vault/ledger/listings/key-log.ts'
import { VaultError } from '#vault/session/vault-error.ts'
import { logMemory } from './device/log-memory.ts'
import { onLock } from './vault-state.ts'

type WaitListener = (isWaiting: boolean) => void
let hear: WaitListener = () => undefined
let locked = 0
onLock(() => (locked += 1))

/** Who hears that the public log is waited for, until it lists what is new; the last one that asked. */
export function tellWaitsTo(listener: WaitListener): void {
  hear = listener
}

/** For a vault that is opened here: what this browser saw of the public log counts, and locking ends a wait. */
export function newKeyLog(): KeyLog {
  const before = locked
  return new KeyLog({
    memory: logMemory,
    onWait: (isWaiting) => hear(isWaiting),
    pause: async (ms) => {
      await new Promise((resolve) => setTimeout(resolve, ms))
      if (locked !== before) throw new VaultError('vault_locked', 'The vault was locked.')
    },
  })
}
