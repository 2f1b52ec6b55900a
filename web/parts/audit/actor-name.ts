import type { AuditEvent, AuditPerson } from '#web/lib/remote/vault-client.ts'
import { audit as auditWords } from '#web/messages/audit/audit.ts'
import { actorLine } from './actor-words.ts'

/** Who did it, by the names that are known. */
export function actorName(event: AuditEvent, names: ReadonlyMap<string, AuditPerson>): string {
  return actorLine(event, (id) => {
    const person = names.get(id)
    return person?.name ?? person?.email ?? auditWords.unnamed(id)
  })
}
