import {
  ActivitySquare,
  BookText,
  Building2,
  FileBadge,
  FlaskConical,
  GraduationCap,
  Handshake,
  HeartHandshake,
  LayoutGrid,
  Mails,
  Megaphone,
  type LucideIcon,
  Plug,
  ReceiptText,
  ScrollText,
  SearchCheck,
  ShieldAlert,
  Users,
  Wrench,
} from 'lucide-react'
import { ADMIN_PAGES, type AdminPath } from '#contract/admin-pages.ts'
import { admin } from '#web/messages/admin.ts'
import { m } from '#web/messages/app.ts'
import { operations } from '#web/messages/operations.ts'
import { seo } from '#web/messages/seo/seo.ts'
import { statusAdmin } from '#web/messages/status.ts'
import { tenants } from '#web/messages/tenants.ts'
import type { NavEntry, NavGroupOf } from '#web/parts/frame/nav.ts'

/** Pages of the admin panel, each for who may use it (`ADMIN_PAGES`). A page gets its entry in the change that makes it work. */
export const adminGroups = (): readonly NavGroupOf[] => [
  {
    title: admin.groups.core,
    entries: [
      entry('/admin/overview', admin.pages.overview, LayoutGrid),
      entry('/admin/users', m.team.panelTitle, Users),
      entry('/admin/security', admin.pages.security, ShieldAlert),
      entry('/admin/comprehensive-test', admin.pages.comprehensiveTest, FlaskConical),
      entry('/admin/audit-logs', admin.pages.auditLogs, ScrollText),
    ],
  },
  {
    title: admin.groups.growth,
    entries: [
      entry('/admin/growth/marketing', admin.pages.marketing, Megaphone),
      entry('/admin/growth/sales', admin.pages.sales, Handshake),
      entry('/admin/growth/partners', admin.pages.partners, HeartHandshake),
      entry('/admin/growth/seo', seo.title, SearchCheck),
      entry('/admin/growth/newsletters', admin.pages.newsletters, Mails),
    ],
  },
  {
    title: admin.groups.operations,
    entries: [
      entry('/admin/docs', admin.pages.documentation, BookText),
      entry('/admin/training', admin.pages.training, GraduationCap),
      entry('/admin/compliance', admin.pages.compliance, FileBadge),
      entry('/admin/integrations', admin.pages.integrations, Plug),
      entry('/admin/billing', admin.pages.billing, ReceiptText),
      entry('/admin/status', statusAdmin.title, ActivitySquare),
      entry('/admin/operations', operations.title, Wrench),
      entry('/admin/tenants', tenants.title, Building2),
    ],
  },
]

function entry(to: AdminPath, label: string, Icon: LucideIcon): NavEntry {
  const page = ADMIN_PAGES.find(({ path }) => path === to)
  const who = page?.permission ? { permission: page.permission } : { opensAdmin: true as const }
  return { to, label, Icon, ...who, ...(page?.isOfOperator && { isOfOperator: true as const }) }
}

/** The entry of a page, which says who it is for. */
export function adminEntry(path: AdminPath): NavEntry {
  const found = adminGroups()
    .flatMap(({ entries }) => entries)
    .find(({ to }) => to === path)
  if (!found) throw new Error(`${path} has no entry`)
  return found
}
