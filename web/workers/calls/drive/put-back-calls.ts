import { type EarlierState, type EarlierStates, listEarlierStates, putBackState } from '#vault/files/earlier-states.ts'
import { listDeletedVersions, putBackVersions } from '#vault/files/file-versions.ts'
import type { KeptSince } from '#vault/files/kept-states.ts'
import { withApi, withVault } from '../bind-calls.ts'
import { connected, unlocked } from '../../vault-state.ts'

/** What was there before a change, and the way back. */
export const putBackCalls = {
  ...withVault({ versions: listDeletedVersions }),
  ...withApi({ putBackVersions }),
  list: (asked: KeptSince, onProgress: (done: number, count: number) => unknown): Promise<EarlierStates> =>
    listEarlierStates(connected(), unlocked(), { ...asked, onProgress }),
  putBack: (state: EarlierState, since: Date): Promise<void> => putBackState(connected(), unlocked(), state, since),
}
