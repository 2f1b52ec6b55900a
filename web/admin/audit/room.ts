import { Download, ScrollText } from 'lucide-react'
import { admin } from '#web/messages/admin.ts'
import { sharedPart } from '#web/parts/frame/shared-part.tsx'
import type { AdminRoom } from '../admin-room.ts'

// The dashboard shows the page as well.
export const auditRoom: AdminRoom = [
  {
    path: '/admin/audit-logs',
    group: 'core',
    label: () => admin.pages.auditLogs,
    Icon: ScrollText,
    Page: sharedPart('auditLogs'),
    actions: [{ id: 'exportLog', label: () => admin.actions.exportLog, Icon: Download }],
  },
]
