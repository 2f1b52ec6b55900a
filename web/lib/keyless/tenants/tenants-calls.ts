import { beginExport, cancelExport, listExports } from './exports.ts'

/** What the operator does about whole organisations. The server refuses others. */
export const tenantLifeCalls = {
  exports: listExports,
  beginExport,
  cancelExport,
}
