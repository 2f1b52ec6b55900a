import { auditFileName, type AuditFormat, auditFormat } from '#vault/audit/audit-formats.ts'
import {
  type AuditFilter,
  exportAuditEvents,
  findAuditPeople,
  listAuditEventTypes,
  listAuditEvents,
  listAuditPeople,
} from '#vault/audit/audit-log.ts'
import { listActivity } from '#vault/audit/reads-by-others.ts'
import { changeRetention, readRetention, releaseLegalHold, setLegalHold } from '#vault/audit/retention.ts'
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
    retention: readRetention,
    changeRetention,
    setHold: setLegalHold,
    releaseHold: releaseLegalHold,
  }),

  /** The whole filtered log as a file. Blobs of finished pages leave the memory of scripts, however long the log is. */
  async export(filter: AuditFilter, format: AuditFormat, onProgress: (rows: number) => void): Promise<File> {
    const { mediaType, ending, header, lines } = auditFormat(format)
    let file = new Blob([header()], { type: mediaType })
    let rows = 0
    // Everything, also what one event stands for on the page.
    for await (const events of exportAuditEvents(connected(), { ...filter, consequences: undefined })) {
      file = new Blob([file, lines(events)], { type: file.type })
      rows += events.length
      onProgress(rows)
    }
    return new File([file], auditFileName(new Date(), ending), { type: file.type })
  },
}
