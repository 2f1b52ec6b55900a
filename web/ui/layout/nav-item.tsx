import { clsx } from 'clsx'
import type { LucideIcon } from 'lucide-react'
import type { ReactElement } from 'react'
import { Link } from 'react-router'
import { Tooltip } from '../overlay/tooltip.tsx'

const item =
  'flex h-9 w-full cursor-pointer items-center gap-3 rounded-md px-2.5 text-sm whitespace-nowrap transition-colors duration-120 pointer-coarse:h-11'
const idle = 'text-ink-2 hover:bg-sunken hover:text-ink'

/** A short figure beside the label; `label` says it in words. */
type NavBadge = { text: string; label: string }
type Props = { label: string; Icon: LucideIcon; isCollapsed: boolean; badge?: NavBadge | undefined }

/** A link of the sidebar; collapsed it is an icon with a tooltip. */
export function NavItem({
  to,
  isActive,
  onNavigate,
  ...rest
}: Props & { to: string; isActive: boolean; onNavigate?: (() => void) | undefined }) {
  return (
    <WithTooltip {...rest}>
      <Link
        to={to}
        aria-current={isActive ? 'page' : undefined}
        onClick={onNavigate}
        // What the links lie in is an entry of the history of its own, which the page takes the place of.
        replace={onNavigate !== undefined}
        className={clsx(item, isActive ? 'bg-brand-tint font-semibold text-brand' : idle)}
      >
        <Content {...rest} />
      </Link>
    </WithTooltip>
  )
}

/** Something the sidebar does. */
export function NavAction({ onPress, ...rest }: Props & { onPress: () => void }) {
  return (
    <WithTooltip {...rest}>
      <button type="button" onClick={onPress} className={clsx(item, idle)}>
        <Content {...rest} />
      </button>
    </WithTooltip>
  )
}

function WithTooltip({ label, isCollapsed, children }: Props & { children: ReactElement }) {
  return isCollapsed ? (
    <Tooltip label={label} side="right">
      {children}
    </Tooltip>
  ) : (
    children
  )
}

function Content({ label, Icon, isCollapsed, badge }: Props) {
  return (
    <>
      <span className="relative shrink-0">
        <Icon size={18} strokeWidth={1.75} aria-hidden="true" />
        {badge && isCollapsed && (
          <span aria-hidden="true" className="absolute -top-1 -right-1 size-2 rounded-full bg-copper" />
        )}
      </span>
      <span className={isCollapsed ? 'sr-only' : 'truncate'}>{label}</span>
      {badge && (
        <>
          {!isCollapsed && (
            <span
              aria-hidden="true"
              className="ml-auto rounded-sm bg-copper-tint px-1.5 text-xs leading-5 font-semibold text-copper tabular-nums"
            >
              {badge.text}
            </span>
          )}
          <span className="sr-only">{badge.label}</span>
        </>
      )}
    </>
  )
}
