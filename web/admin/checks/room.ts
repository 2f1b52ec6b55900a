import { FlaskConical, Play } from 'lucide-react'
import { admin } from '#web/messages/admin.ts'
import { lazyPart } from '#web/parts/frame/lazy-part.tsx'
import type { AdminRoom } from '../admin-room.ts'

export const checksRoom: AdminRoom = [
  {
    path: '/admin/comprehensive-test',
    group: 'core',
    label: () => admin.pages.comprehensiveTest,
    Icon: FlaskConical,
    Page: lazyPart(async () => (await import('./checks-page.tsx')).ChecksPage),
    actions: [{ id: 'runTest', label: () => admin.actions.runTest, Icon: Play }],
  },
]
