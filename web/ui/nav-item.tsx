import { clsx } from 'clsx'
import type { LucideIcon } from 'lucide-react'
import type { ReactElement } from 'react'
import { NavLink } from 'react-router'
import { Tooltip } from './tooltip.tsx'

const item =
  'flex h-9 w-full cursor-pointer items-center gap-3 rounded-md px-2.5 text-sm whitespace-nowrap transition-colors duration-120 pointer-coarse:h-11'
const idle = 'text-ink-2 hover:bg-sunken hover:text-ink'

type Props = { label: string; Icon: LucideIcon; isCollapsed: boolean }

/** A link of the sidebar; collapsed it is an icon with a tooltip. */
export function NavItem({
  to,
  isExact,
  onNavigate,
  ...rest
}: Props & { to: string; isExact?: boolean; onNavigate?: (() => void) | undefined }) {
  return (
    <WithTooltip {...rest}>
      <NavLink
        to={to}
        end={isExact ?? false}
        onClick={onNavigate}
        className={({ isActive }) => clsx(item, isActive ? 'bg-brand-tint font-semibold text-brand' : idle)}
      >
        <Content {...rest} />
      </NavLink>
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

function Content({ label, Icon, isCollapsed }: Props) {
  return (
    <>
      <Icon size={18} strokeWidth={1.75} aria-hidden="true" className="shrink-0" />
      <span className={isCollapsed ? 'sr-only' : 'truncate'}>{label}</span>
    </>
  )
}
