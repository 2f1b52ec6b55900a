import { GraduationCap, Plus } from 'lucide-react'
import { admin } from '#web/messages/admin.ts'
import { lazyPart } from '#web/parts/frame/lazy-part.tsx'
import type { AdminRoom } from '../admin-room.ts'

export const trainingRoom: AdminRoom = [
  {
    path: '/admin/training',
    group: 'operations',
    label: () => admin.pages.training,
    Icon: GraduationCap,
    Page: lazyPart(async () => (await import('./manage/manage-training-page.tsx')).ManageTrainingPage),
    actions: [{ id: 'assignCourse', label: () => admin.actions.assignCourse, Icon: Plus }],
  },
]
