import type { AuditPage, AuditPerson, AuditEvent, AuditFilter } from '#vault/audit-log.ts'
import { exportAuditEvents, listAuditEvents, listAuditEventTypes, listAuditPeople } from '#vault/audit-log.ts'
import { auditCsvHeader, auditCsvLines } from '#vault/audit-csv.ts'
import { listRoles } from '#vault/roles.ts'
import type { Role } from '#contract/permissions.ts'
import { connected } from './vault-state.ts'

/** Roles, the audit log and the people in it. */
export const logCalls = {
  listRoles: (): Promise<Role[]> => listRoles(connected()),
  listAuditEvents: (page: AuditPage): Promise<AuditEvent[]> => listAuditEvents(connected(), page),
  listAuditEventTypes: (): Promise<string[]> => listAuditEventTypes(connected()),
  listAuditPeople: (userIds?: readonly string[]): Promise<AuditPerson[]> => listAuditPeople(connected(), userIds),

  /** The whole filtered log as CSV. Blobs of finished pages leave the memory of scripts, however long the log is. */
  async exportAuditLog(filter: AuditFilter, onProgress: (rows: number) => void): Promise<Blob> {
    let file = new Blob([auditCsvHeader()], { type: 'text/csv;charset=utf-8' })
    let rows = 0
    for await (const events of exportAuditEvents(connected(), filter)) {
      file = new Blob([file, auditCsvLines(events)], { type: file.type })
      rows += events.length
      onProgress(rows)
    }
    return file
  },
}
