import { useQuery } from '@tanstack/react-query'
import { ChevronsUpDown } from 'lucide-react'
import { admin } from '#web/messages/admin.ts'
import type { HeaderProps } from '#web/parts/frame/frame.tsx'
import { PanelHeader } from '#web/parts/frame/panel-header.tsx'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { Badge } from '#web/ui/feedback/badge.tsx'
import { overviewQuery } from './overview/overview.queries.ts'

/** Whose panel it is, their plan, and the way to every page and action; for who may enter other organisations, the way to those. */
export function AdminHeader({ onSwitch, ...props }: HeaderProps & { onSwitch?: (() => void) | undefined }) {
  const { data } = useQuery(overviewQuery(useVault().team))
  return (
    <PanelHeader {...props} goTo={admin.goTo}>
      {data && (
        <p className="flex min-w-0 items-center gap-2.5 text-sm font-semibold">
          {onSwitch ? (
            <button
              type="button"
              aria-haspopup="dialog"
              aria-label={admin.switcher.open(data.name)}
              onClick={onSwitch}
              className="-ml-2 flex min-w-0 cursor-pointer items-center gap-1.5 rounded-md px-2 py-1.5 hover:bg-sunken pointer-coarse:min-h-11"
            >
              <span className="truncate">{data.name}</span>
              <ChevronsUpDown size={14} aria-hidden="true" className="shrink-0 text-ink-3" />
            </button>
          ) : (
            <span className="truncate">{data.name}</span>
          )}
          {data.is_demo && <Badge tone="copper">{admin.demo}</Badge>}
          {/* A phone has room for the name; the overview says the plan there. */}
          <span className="hidden sm:inline">
            <Badge>{admin.plan(data.tier)}</Badge>
          </span>
        </p>
      )}
    </PanelHeader>
  )
}
