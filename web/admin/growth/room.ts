import { FileUp, Mails, Megaphone, Plus, UserPlus } from 'lucide-react'
import { admin } from '#web/messages/admin.ts'
import { lazyPart } from '#web/parts/frame/lazy-part.tsx'
import type { AdminRoom } from '../admin-room.ts'

export const growthRoom: AdminRoom = [
  {
    path: '/admin/growth/marketing',
    group: 'growth',
    label: () => admin.pages.marketing,
    Icon: Megaphone,
    Page: lazyPart(async () => (await import('./marketing-page.tsx')).MarketingPage),
    actions: [
      { id: 'newContact', label: () => admin.actions.newContact, Icon: UserPlus },
      { id: 'importContacts', label: () => admin.actions.importContacts, Icon: FileUp },
    ],
  },
  {
    path: '/admin/growth/newsletters',
    group: 'growth',
    label: () => admin.pages.newsletters,
    Icon: Mails,
    Page: lazyPart(async () => (await import('./newsletters/newsletters-page.tsx')).NewslettersPage),
    actions: [{ id: 'newNewsletter', label: () => admin.actions.newNewsletter, Icon: Plus }],
  },
]
