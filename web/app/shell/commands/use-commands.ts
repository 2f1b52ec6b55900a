import { CircleHelp, Keyboard, LockKeyhole, LogOut, ScrollText, SunMoon, Upload } from 'lucide-react'
import { useNavigate } from 'react-router'
import { m } from '#web/messages/app.ts'
import { help } from '#web/messages/help/help.ts'
import type { CommandGroup } from '#web/ui/overlay/command-dialog.tsx'
import { flipScheme } from '#web/ui/layout/scheme.ts'
import { choosing } from '#web/parts/action/use-chosen-action.ts'
import { useSignOut } from '#web/parts/frame/use-sign-out.ts'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { type NavGroupOf, isOffered, offeredActions } from '#web/parts/frame/nav.ts'
import { usePermissions } from '#web/parts/rights/use-permissions.ts'

type Given = { groups: readonly NavGroupOf[]; onUpload: () => void; onShortcuts: () => void }

/** What the palette offers whatever files there are. */
export function usePageAndActionCommands({ groups, onUpload, onShortcuts }: Given): CommandGroup[] {
  const navigate = useNavigate()
  const { account } = useVault()
  const rights = usePermissions()
  const signOut = useSignOut()
  const goTo = (path: string) => () => void navigate(path)
  const words = m.commands

  const entries = groups.flatMap((group) => group.entries)
  const allowed = entries.filter((entry) => isOffered(entry, rights))
  const actions = offeredActions(entries, rights).map(({ id, to, ...action }) => ({
    ...action,
    id: `${to} ${id}`,
    onPress: () => void navigate(to, { state: choosing(id) }),
  }))
  const pages = allowed.map(({ to, label, Icon }) => ({
    id: to,
    label,
    Icon,
    onPress: goTo(to),
  }))
  const auditPage = '/dashboard?tab=audit-logs'
  if (rights.can('view_audit_logs')) {
    pages.push({ id: auditPage, label: words.auditLogs, Icon: ScrollText, onPress: goTo(auditPage) })
  }
  return [
    { id: 'pages', label: words.groups.pages, items: pages },
    {
      id: 'actions',
      label: words.groups.actions,
      items: [
        ...actions,
        { id: 'upload', label: words.upload, Icon: Upload, onPress: onUpload },
        { id: 'shortcuts', label: words.shortcuts, Icon: Keyboard, onPress: onShortcuts },
        { id: 'scheme', label: words.scheme, Icon: SunMoon, onPress: flipScheme },
        { id: 'lock', label: words.lock, Icon: LockKeyhole, onPress: () => void account.lock() },
        { id: 'sign-out', label: words.signOut, Icon: LogOut, onPress: () => void signOut() },
      ],
    },
  ]
}

/** Guides of the help page; too many to list before something was typed. */
export function useGuideCommands(): CommandGroup {
  const navigate = useNavigate()
  const guides = help.topics.flatMap((topic) => topic.guides)
  return {
    id: 'guides',
    label: m.commands.groups.guides,
    items: guides.map(({ id, title }) => ({
      id: `guide ${id}`,
      label: title,
      Icon: CircleHelp,
      onPress: () => void navigate(`/dashboard/help#${id}`),
    })),
  }
}
