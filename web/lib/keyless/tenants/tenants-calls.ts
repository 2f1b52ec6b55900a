import { askToKeep, beginDeletion, readDeletion, readOwnDeletion, restoreTenant } from './deletions.ts'
import { cancelDemo, makeDemo, readDemo, removeDemo } from './demos.ts'
import { enterTenant, leaveTenant, listGuests, readOwnEntry } from './entries.ts'
import { beginExport, cancelExport, listExports } from './exports.ts'

/** What the operator does about whole organisations. The server refuses others. */
export const tenantLifeCalls = {
  exports: listExports,
  beginExport,
  cancelExport,
  deletion: readDeletion,
  beginDeletion,
  restore: restoreTenant,
  ownDeletion: readOwnDeletion,
  askToKeep,
  enter: enterTenant,
  leave: leaveTenant,
  ownEntry: readOwnEntry,
  guests: listGuests,
  demo: readDemo,
  makeDemo,
  cancelDemo,
  removeDemo,
}
