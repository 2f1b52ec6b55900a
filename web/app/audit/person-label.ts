import type { AuditPerson } from '#web/lib/remote/vault-client.ts'
import { m } from '#web/messages/app.ts'

/** Name and address, as far as there are any. */
export function personLabel({ userId, name, email }: AuditPerson): string {
  if (name && email) return `${name} (${email})`
  return name ?? email ?? m.audit.unnamed(userId)
}
