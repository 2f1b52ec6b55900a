import { auditCsvHeader, auditCsvLines, auditCsvName } from '#vault/audit/audit-csv.ts'
import {
  type AuditFilter,
  exportAuditEvents,
  findAuditPeople,
  listAuditEventTypes,
  listAuditEvents,
  listAuditPeople,
} from '#vault/audit/audit-log.ts'
import { listActivity } from '#vault/audit/reads-by-others.ts'
import { withApi } from './bind-calls.ts'
import { connected } from '../vault-state.ts'

/** The log of everything that changed; the server shows all of it, or one's own part, as the roles say. */
export const auditCalls = {
  ...withApi({
    list: listAuditEvents,
    activity: listActivity,
    types: listAuditEventTypes,
    people: listAuditPeople,
    findPeople: findAuditPeople,
  }),

  /** The whole filtered log as CSV. Blobs of finished pages leave the memory of scripts, however long the log is. */
  async exportCsv(filter: AuditFilter, onProgress: (rows: number) => void): Promise<File> {
    let file = new Blob([auditCsvHeader()], { type: 'text/csv;charset=utf-8' })
    let rows = 0
    // Everything, also what one event stands for on the page.
    for await (const events of exportAuditEvents(connected(), { ...filter, consequences: undefined })) {
      file = new Blob([file, auditCsvLines(events)], { type: file.type })
      rows += events.length
      onProgress(rows)
    }
    return new File([file], auditCsvName(new Date()), { type: file.type })
  },
}
