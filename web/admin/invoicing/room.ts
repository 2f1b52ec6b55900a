import { ArrowUpCircle, ReceiptText } from 'lucide-react'
import { admin } from '#web/messages/admin.ts'
import { lazyPart } from '#web/parts/frame/lazy-part.tsx'
import type { AdminRoom } from '../admin-room.ts'

export const invoicingRoom: AdminRoom = [
  {
    path: '/admin/billing',
    group: 'operations',
    label: () => admin.pages.billing,
    Icon: ReceiptText,
    Page: lazyPart(async () => (await import('./billing-page.tsx')).BillingPage),
    actions: [{ id: 'askForPlan', label: () => admin.actions.askForPlan, Icon: ArrowUpCircle }],
  },
]
