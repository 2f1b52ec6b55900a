import { Users } from 'lucide-react'
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
  },
]
