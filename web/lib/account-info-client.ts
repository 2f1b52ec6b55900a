import { proxy } from 'comlink'
import { auditCsvName } from '#vault/audit-csv.ts'
import type { Backend } from './create-vault-client.ts'
import { saveBlob } from './save-text.ts'
import type { VaultClient } from './vault-client.ts'

/** Roles, the audit log, sessions and notifications: what the server knows about people and tells them. */
export function createAccountInfo(
  backend: Promise<Backend>,
): Pick<VaultClient, 'roles' | 'audit' | 'security' | 'notices'> {
  const vault = async () => (await backend).workers.vault
  return {
    roles: { list: async () => (await vault()).listRoles() },
    audit: {
      list: async (page) => (await vault()).listAuditEvents(page),
      types: async () => (await vault()).listAuditEventTypes(),
      people: async (userIds) => (await vault()).listAuditPeople(userIds),
      save: async (filter, onProgress) => {
        const file = await (await vault()).exportAuditLog(filter, proxy(onProgress))
        saveBlob(auditCsvName(new Date()), file)
      },
    },
    security: {
      facts: async () => (await vault()).readSecurityFacts(),
      sessions: async () => (await vault()).listOwnSessions(),
      revoke: async (sessionId) => (await vault()).revokeOwnSession(sessionId),
    },
    notices: {
      list: async (limit, older) => (await vault()).listNotices(limit, older),
      countUnread: async () => (await vault()).countUnreadNotices(),
      markRead: async (id) => (await vault()).markNoticesRead(id),
      settings: async () => (await vault()).readNoticeSettings(),
      saveSetting: async (kind, setting) => (await vault()).saveNoticeSetting(kind, setting),
    },
  }
}
