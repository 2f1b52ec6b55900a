import { isByOperator, isByProgram, isByProvider } from '#web/lib/event-action.ts'
import type { AuditEvent } from '#web/lib/remote/vault-client.ts'
import { audit as auditWords } from '#web/messages/audit/audit.ts'
import { removedWho } from './removed-words.ts'

/** Who did it, in words; `labelOf` names an account. */
export function actorOf(event: AuditEvent, labelOf: (id: string) => string): string {
  const { user_id: id, event_type: type } = event
  const outside = outsiderOf(event)
  if (outside) return outside.name
  if (id !== null) return event.details['break_glass'] === undefined ? labelOf(id) : auditWords.byEntry(labelOf(id))
  return removedWho(event) ?? (type === 'share_links.download' ? auditWords.linkVisitor : auditWords.system)
}

/** The same in one line, with the account that an operator or a program changed. */
export function actorLine(event: AuditEvent, labelOf: (id: string) => string): string {
  const { user_id: id } = event
  const outside = outsiderOf(event)
  if (!outside) return actorOf(event, labelOf)
  const account = id === null ? removedWho(event) : labelOf(id)
  return account === undefined ? outside.name : outside.nameFor(account)
}

/** Who changed somebody else's account without one of their own. */
export function outsiderOf(event: AuditEvent): { name: string; nameFor: (account: string) => string } | undefined {
  if (isByOperator(event)) return { name: auditWords.operator, nameFor: auditWords.operatorFor }
  if (isByProvider(event)) return { name: auditWords.provider, nameFor: auditWords.providerFor }
  return isByProgram(event) ? { name: auditWords.program, nameFor: auditWords.programFor } : undefined
}
