import { FileUp, UserPlus, Users } from 'lucide-react'
import { admin } from '#web/messages/admin.ts'
import { m } from '#web/messages/app.ts'
import { sharedPart } from '#web/parts/frame/shared-part.tsx'
import type { AdminRoom } from '../admin-room.ts'

// The dashboard shows the page as well.
export const usersRoom: AdminRoom = [
  {
    path: '/admin/users',
    group: 'core',
    label: () => m.team.panelTitle,
    Icon: Users,
    Page: sharedPart('users'),
    actions: [
      { id: 'invite', label: () => admin.actions.invite, Icon: UserPlus },
      { id: 'importPeople', label: () => admin.actions.importPeople, Icon: FileUp },
    ],
  },
]
