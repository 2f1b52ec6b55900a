import {
  type AuditFilter,
  exportAuditEvents,
  findAuditPeople,
  listAuditEvents,
  listAuditEventTypes,
  listAuditPeople,
  recordAuditExport,
  requireAuditExport,
} from '#vault/audit/audit-log.ts'
import type { VaultApi } from '#vault/session/api.ts'
import { auditFileName, type AuditFormat, auditFormat } from './audit-formats.ts'
import { listActivity } from './reads-by-others.ts'
import { changeRetention, readRetention, releaseLegalHold, setLegalHold } from './retention.ts'

/**
 * The log of everything that changed, as the server shows it: all of it, or one's own part, as the roles say. Whether an event is in the ledger is
 * judged by the worker, which has the keys and what this browser knows of the log.
 */
export const auditCalls = {
  list: listAuditEvents,
  activity: listActivity,
  types: listAuditEventTypes,
  people: listAuditPeople,
  findPeople: findAuditPeople,
  retention: readRetention,
  changeRetention,
  setHold: setLegalHold,
  releaseHold: releaseLegalHold,
  export: saveAuditLog,
}

/**
 * The whole filtered log as a file. Blobs of finished pages leave the memory of scripts, however long the log is.
 * @param shouldContinue hears how many events are read so far.
 * @returns null when it was stopped.
 * @throws {VaultError} `against_rules` before anything is read
 */
async function saveAuditLog(
  api: VaultApi,
  filter: AuditFilter,
  format: AuditFormat,
  shouldContinue: (rows: number) => boolean,
): Promise<File | null> {
  await requireAuditExport(api)
  const { mediaType, ending, header, lines } = auditFormat(format)
  let file = new Blob([header()], { type: mediaType })
  let rows = 0
  // Everything, also what one event stands for on the page.
  for await (const events of exportAuditEvents(api, { ...filter, consequences: undefined })) {
    file = new Blob([file, lines(events)], { type: file.type })
    rows += events.length
    if (!shouldContinue(rows)) return null
  }
  // The last request may have found nothing, and nobody was asked since.
  if (!shouldContinue(rows)) return null
  await recordAuditExport(api, { events: rows, form: format })
  return new File([file], auditFileName(new Date(), ending), { type: file.type })
}
